import { useLoaderData } from '@remix-run/react'
import { Confirm } from '~/app/components/form/Confirm'
import { Field, SelectField } from '~/app/components/form/Field'
import { EyeIcon } from '~/app/components/icons'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/i18n/text'
import { LANGUAGES } from '~/app/request/language'
import { page } from '~/app/request/page'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import appearanceStyles from '~/app/styles/patterns/appearance.css?url'
import { TEXT_LANGUAGES, type TextLanguage } from '~/server/appearance/contract'
import { OWN_PAGE_LIMITS, OWN_PAGE_LINKS } from '~/server/own-pages/constants'
import { AdminFrame } from '../AdminFrame'
import { useDraft } from '../draft-state'
import { EditForm } from '../EditForm'
import { MarkdownField } from '../MarkdownField'
import { Setting } from '../Setting'
import { HERE, languageOf, ownPageForms } from './own-page-forms'

export const links = () => [adminStyles, appearanceStyles].map((href) => ({ rel: 'stylesheet', href }))

export const loader = page('Admin', async ({ services, ctx, params, url, t }) => {
  const { titles, texts, ...rest } = await services.ownPages.editOne(ctx, params.address ?? '')
  const language = languageOf(url.searchParams.get('language'))
  const shown = titles[ctx.locale] ?? titles.any ?? Object.values(titles)[0]!
  return {
    title: `${t('ownpages:title')} · ${shown}`,
    shown,
    ...rest,
    language,
    fields: { title: titles[language] ?? '', content: texts[language] ?? '' },
    written: TEXT_LANGUAGES.filter((one) => titles[one] || texts[one])
  }
})

export const action = ownPageForms

interface LanguagesProps {
  address: string
  language: TextLanguage
  written: TextLanguage[]
}

const useLanguageName = () => {
  const t = useText()
  return (one: TextLanguage) => (one === 'any' ? t('appearance:any') : LANGUAGES[one].name)
}

function Languages({ address, language, written }: LanguagesProps) {
  const t = useText()
  const nameOf = useLanguageName()
  return (
    <nav className="pills" aria-label={t('appearance:languages')}>
      {TEXT_LANGUAGES.map((one) => (
        <a
          key={one}
          className="btn sm"
          href={`${HERE}/${address}?language=${one}`}
          aria-current={one === language ? 'page' : undefined}
        >
          {nameOf(one)}
          {written.includes(one) && <span className="badge ok">{t('appearance:written')}</span>}
        </a>
      ))}
    </nav>
  )
}

function Place() {
  const { address, position, link, published } = useLoaderData<typeof loader>()
  const t = useText()
  const state = useDraft()
  return (
    <Panel title={t('ownpages:place')} body="stack-16">
      <Field
        name="address"
        label={t('ownpages:field.address')}
        hint={t('ownpages:field.address_hint')}
        state={state}
        defaultValue={address}
        maxLength={OWN_PAGE_LIMITS.address}
        spellCheck={false}
        required
      />
      <Field
        name="position"
        label={t('ownpages:field.position')}
        hint={t('ownpages:field.position_hint')}
        state={state}
        defaultValue={position}
        inputMode="numeric"
        maxLength={3}
      />
      <SelectField
        name="link"
        label={t('ownpages:field.link')}
        hint={t('ownpages:field.link_hint')}
        state={state}
        defaultValue={link}
      >
        {OWN_PAGE_LINKS.map((one) => (
          <option key={one} value={one}>
            {t(`ownpages:link.${one}`)}
          </option>
        ))}
      </SelectField>
      <Setting
        name="published"
        label={t('ownpages:field.published')}
        hint={t('ownpages:field.published_hint')}
        on={published}
        state={state}
      />
    </Panel>
  )
}

export default function EditOwnPage() {
  const { shown, address, version, language, fields, written } = useLoaderData<typeof loader>()
  const t = useText()
  const nameOf = useLanguageName()
  const state = useDraft()
  const href = `${HERE}/${address}?language=${language}`
  return (
    <AdminFrame>
      <div className="page-head">
        <h1>
          <bdi>{shown}</bdi>
        </h1>
        <div className="actions">
          <a className="btn" href={`/pages/${address}`}>
            <EyeIcon />
            {t('admin:view')}
          </a>
          <Confirm
            classes="danger"
            danger
            label={t('ownpages:remove')}
            question={t('ownpages:remove_question')}
            confirm={t('ownpages:remove')}
            action={href}
            fields={{ intent: 'remove' }}
          />
        </div>
      </div>
      <div className="stack-16">
        <p className="muted">{t('ownpages:languages_text')}</p>
        <Languages {...{ address, language, written }} />
        <EditForm
          href={href}
          version={version}
          main={
            <Panel title={nameOf(language)} body="stack-16">
              <input type="hidden" name="language" value={language} />
              <Field
                name="title"
                label={t('ownpages:field.title')}
                state={state}
                defaultValue={fields.title}
                maxLength={OWN_PAGE_LIMITS.title}
              />
              <MarkdownField label={t('ownpages:field.text')} value={fields.content} />
            </Panel>
          }
          side={<Place />}
        />
      </div>
    </AdminFrame>
  )
}
