import { useLoaderData } from '@remix-run/react'
import { EmptyState } from '~/app/components/EmptyState'
import { Field } from '~/app/components/form/Field'
import { FileTextIcon, PlusIcon } from '~/app/components/icons'
import { Table } from '~/app/components/table/Table'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'
import { LANGUAGES } from '~/app/request/language'
import { page } from '~/app/request/page'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import { OWN_PAGE_LIMITS } from '~/server/own-pages/constants'
import type { OwnPageRow } from '~/server/own-pages/contract'
import { AdminFrame } from '../AdminFrame'
import { NewPanel, openedFocus } from '../NewPanel'
import { HERE, listForms } from './own-page-forms'

export const links = () => [{ rel: 'stylesheet', href: adminStyles }]

export const loader = page('Admin', async ({ services, ctx, t, url }) => ({
  title: t('ownpages:title'),
  pages: await services.ownPages.editList(ctx),
  locale: ctx.locale,
  adding: url.searchParams.has('new')
}))

export const action = listForms

function Pages({ pages, locale }: { pages: OwnPageRow[]; locale: OwnPageRow['written'][number] }) {
  const t = useText()
  const columns = [
    { text: t('ownpages:field.title') },
    { text: t('ownpages:field.address') },
    { text: t('ownpages:state') },
    { text: t('ownpages:languages') }
  ]
  return (
    <Table label={t('ownpages:title')} className="cards" columns={columns}>
      {pages.map(({ address, titles, published, link, written }) => (
        <tr key={address}>
          <th scope="row">
            <a className="link" href={`${HERE}/${address}`}>
              <bdi>{titles[locale] ?? titles.any ?? Object.values(titles)[0]}</bdi>
            </a>
          </th>
          <td className="mono" data-label={t('ownpages:field.address')}>
            /pages/{address}
          </td>
          <td data-label={t('ownpages:state')}>
            <span className={published ? 'badge ok' : 'badge warn'}>
              {t(published ? 'ownpages:published' : 'ownpages:draft')}
            </span>{' '}
            {link !== 'footer' && <span className="badge">{t(`ownpages:shown.${link}`)}</span>}
          </td>
          <td data-label={t('ownpages:languages')}>
            {written.map((one) => (one === 'any' ? t('appearance:any') : LANGUAGES[one].name)).join(', ') ||
              '–'}
          </td>
        </tr>
      ))}
    </Table>
  )
}

export default function OwnPages() {
  const { title, pages, locale, adding } = useLoaderData<typeof loader>()
  const t = useText()
  const state = useFormState('create')
  const open = adding || state !== null
  return (
    <AdminFrame>
      <div className="page-head">
        <h1>{title}</h1>
        <div className="actions">
          {!open && (
            <a className="btn primary" href={`${HERE}?new`}>
              <PlusIcon />
              {t('ownpages:new')}
            </a>
          )}
        </div>
      </div>
      <div className="stack-16">
        <p className="muted">{t('ownpages:text')}</p>
        {open && (
          <NewPanel title={t('ownpages:new')} href={HERE} first={false} submit={t('ownpages:create')}>
            <Field
              name="title"
              label={t('ownpages:field.title')}
              state={state}
              maxLength={OWN_PAGE_LIMITS.title}
              required
              {...openedFocus(state)}
            />
            <Field
              name="address"
              label={t('ownpages:field.address')}
              hint={t('ownpages:field.address_hint')}
              state={state}
              maxLength={OWN_PAGE_LIMITS.address}
              spellCheck={false}
              required
            />
          </NewPanel>
        )}
        {pages.length > 0 && <Pages pages={pages} locale={locale} />}
        {pages.length === 0 && !open && (
          <EmptyState icon={FileTextIcon} title={t('ownpages:none')}>
            {t('ownpages:none_text')}
          </EmptyState>
        )}
      </div>
    </AdminFrame>
  )
}
