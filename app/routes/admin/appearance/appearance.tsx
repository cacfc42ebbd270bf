import { useLoaderData } from '@remix-run/react'
import { TextareaField } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'
import { page } from '~/app/request/page'
import { DEFAULT_BRAND } from '~/app/request/theme'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import appearanceStyles from '~/app/styles/patterns/appearance.css?url'
import { APPEARANCE_LIMITS, SCHEMES } from '~/server/appearance/constants'
import { TEXT_LANGUAGES } from '~/server/appearance/contract'
import { AdminFrame } from '../AdminFrame'
import { appearanceForms, COLOUR_NAMES, HERE } from './appearance-forms'
import { Colours } from './Colours'
import { Preview } from './Preview'
import { Texts } from './Texts'

export const links = () => [adminStyles, appearanceStyles].map((href) => ({ rel: 'stylesheet', href }))

export const loader = page('Admin', async ({ services, ctx, t, url }) => {
  const [{ light, dark, footer, home, css, version }, { customTheme }] = await Promise.all([
    services.appearance.edit(ctx),
    services.settings.client()
  ])
  const palettes: Record<'light' | 'dark', Record<string, string | undefined>> = { light, dark }
  const language = TEXT_LANGUAGES.find((one) => one === url.searchParams.get('language')) ?? 'any'
  const accent = customTheme ?? DEFAULT_BRAND
  const { builtIn } = services.appearance
  return {
    title: t('appearance:title'),
    colours: Object.fromEntries(
      SCHEMES.flatMap((scheme) =>
        COLOUR_NAMES.flatMap((name) => {
          const hex = palettes[scheme][name]
          return hex ? [[`${scheme}.${name}`, hex]] : []
        })
      )
    ) as Record<string, string>,
    builtIn: { light: { accent, ...builtIn('light') }, dark: { accent, ...builtIn('dark') } },
    css,
    language,
    texts: { footer: footer[language] ?? '', home: home[language] ?? '' },
    written: TEXT_LANGUAGES.filter((one) => footer[one] || home[one]),
    version
  }
})

export const action = appearanceForms

const HEX = /^#[0-9a-f]{6}$/i

/** The address of a style sheet for these colours; those that are none are left out. */
function previewOf(colours: Record<string, string>, accent: string): string {
  const query = new URLSearchParams(
    SCHEMES.flatMap((scheme) =>
      COLOUR_NAMES.flatMap((name) => {
        const hex = colours[`${scheme}.${name}`] || (name === 'accent' ? accent : '')
        return HEX.test(hex) ? [[`${scheme}.${name}`, hex.slice(1).toLowerCase()]] : []
      })
    )
  )
  return `/appearance/preview.css?${query}`
}

export default function Appearance() {
  const { title, colours, builtIn, css, version, ...texts } = useLoaderData<typeof loader>()
  const t = useText()
  const state = useFormState('save')
  const shown = state ? state.values : colours
  return (
    <AdminFrame>
      <div className="page-head">
        <h1>{title}</h1>
        <div className="actions">
          <a className="btn" href="/">
            {t('appearance:open')}
          </a>
          <a className="btn" href="/?safe=1">
            {t('appearance:open_safe')}
          </a>
        </div>
      </div>
      <div className="stack-24">
        <p className="muted">
          {t('appearance:text')} <a href="/admin/Settings">{t('appearance:logo')}</a>
        </p>
        <form className="stack-24" method="post" action={HERE}>
          <FormMessage state={state} />
          <input type="hidden" name="version" value={state ? (state.values.version ?? '') : version} />
          <Panel title={t('appearance:colours')} body="stack-16">
            <p className="muted">{t('appearance:colours_text')}</p>
            <Colours colours={shown} builtIn={builtIn} state={state} />
          </Panel>
          <Preview sheet={previewOf(shown, builtIn.light.accent)} />
          <Panel title={t('appearance:css')} body="stack-16">
            <p className="muted">{t('appearance:css_text')}</p>
            <TextareaField
              name="css"
              label={t('appearance:css')}
              hint={t('appearance:css_hint')}
              state={state}
              className="mono"
              rows={12}
              maxLength={APPEARANCE_LIMITS.css}
              defaultValue={css}
              spellCheck={false}
            />
          </Panel>
          <div className="row">
            <button type="submit" className="btn primary" name="intent" value="save">
              {t('common:save')}
            </button>
            <button type="submit" className="btn" name="intent" value="preview">
              {t('appearance:show')}
            </button>
          </div>
        </form>
        <Texts {...texts} version={version} />
      </div>
    </AdminFrame>
  )
}
