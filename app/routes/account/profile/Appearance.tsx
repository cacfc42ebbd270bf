import { Field, SelectField } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { MoonIcon, SunIcon } from '~/app/components/icons'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'
import { LANGUAGES } from '~/app/request/language'
import { useShell } from '~/app/request/page/shell'
import { DEFAULT_BRAND, SCHEMES, THEME_PROVIDERS, type ThemeProvider } from '~/app/request/theme'
import { LOCALES } from '~/server/platform/locales'
import { formOf, ProfileSection } from './ProfileSection'

const HERE = '/account/Profile'

export function Appearance({ managed }: { managed: string | null }) {
  const t = useText()
  return (
    <ProfileSection
      title={t('account:appearance.title')}
      text={t('account:appearance.text')}
      anchor="appearance"
      body="stack-24"
    >
      <AccentForm managed={managed} />
      <SchemeForm />
      <LanguageForm />
    </ProfileSection>
  )
}

function AccentForm({ managed }: { managed: string | null }) {
  const t = useText()
  const state = useFormState('theme')
  const shell = useShell()
  const chosen = (state?.values.provider ?? shell?.theme.provider ?? 'Managed') as ThemeProvider
  const swatches = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']
  const hint = (provider: ThemeProvider) =>
    t(`account:appearance.${provider}_hint`, { color: managed ?? DEFAULT_BRAND })
  return (
    <form {...formOf('appearance')}>
      <FormMessage state={state} />
      <input type="hidden" name="intent" value="theme" />
      <fieldset className="stack">
        <legend className="label">{t('account:appearance.accent')}</legend>
        <div className="choice-row">
          {THEME_PROVIDERS.map((provider) => (
            <label className="choice" key={provider}>
              <input type="radio" name="provider" value={provider} defaultChecked={provider === chosen} />
              <span>
                <b>{t(`account:appearance.${provider}`)}</b>
                <span className="hint">{hint(provider)}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="form-grid">
        <Field
          name="color"
          label={t('account:appearance.colour')}
          hint={t('account:appearance.colour_hint')}
          state={state}
          className="mono"
          defaultValue={shell?.theme.provider === 'Custom' ? shell.theme.color : shell?.brand}
          pattern="#[0-9a-fA-F]{6}"
          spellCheck={false}
        />
        <div className="field">
          <span className="label">{t('account:appearance.now')}</span>
          <div className="swatches" aria-hidden="true">
            {swatches.map((swatch) => (
              <i key={swatch} className={swatch} />
            ))}
          </div>
        </div>
      </div>
      <div>
        <button type="submit" className="btn">
          {t('account:appearance.save')}
        </button>
      </div>
    </form>
  )
}

function SchemeForm() {
  const t = useText()
  const scheme = useShell()?.scheme
  return (
    <form method="post" action="/theme">
      <input type="hidden" name="from" value={HERE} />
      <fieldset className="stack">
        <legend className="label">{t('account:appearance.scheme')}</legend>
        <div className="segmented">
          {SCHEMES.map((one) => (
            <button key={one} type="submit" name="scheme" value={one} aria-pressed={one === scheme}>
              {one === 'dark' ? <MoonIcon className="i14" /> : <SunIcon className="i14" />}
              {t(`account:appearance.${one}`)}
            </button>
          ))}
        </div>
      </fieldset>
    </form>
  )
}

function LanguageForm() {
  const t = useText()
  const locale = useShell()?.locale
  return (
    <form className="field-row" method="post" action="/language">
      <input type="hidden" name="from" value={HERE} />
      <SelectField name="language" label={t('account:appearance.language')} defaultValue={locale}>
        {LOCALES.map((code) => (
          <option key={code} value={code} lang={code}>
            {LANGUAGES[code].name}
          </option>
        ))}
      </SelectField>
      <button type="submit" className="btn">
        {t('account:appearance.language_set')}
      </button>
    </form>
  )
}
