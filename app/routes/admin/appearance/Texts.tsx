import { TextareaField } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'
import { LANGUAGES } from '~/app/request/language'
import { APPEARANCE_LIMITS } from '~/server/appearance/constants'
import { TEXT_LANGUAGES, type TextLanguage } from '~/server/appearance/contract'
import { HERE } from './appearance-forms'

interface TextsProps {
  language: TextLanguage
  texts: Record<'footer' | 'home', string>
  /** Languages that have a text. */
  written: TextLanguage[]
  version: string
}

/** Blocks of the home page and the footer, one language at a time. */
export function Texts({ language, texts, written, version }: TextsProps) {
  const t = useText()
  const state = useFormState('texts')
  const nameOf = (one: TextLanguage) => (one === 'any' ? t('appearance:any') : LANGUAGES[one].name)
  const field = { state, rows: 5, maxLength: APPEARANCE_LIMITS.text }
  return (
    <Panel title={t('appearance:texts')} body="stack-16">
      <p className="muted" id="texts">
        {t('appearance:texts_text')}
      </p>
      <nav className="pills" aria-label={t('appearance:languages')}>
        {TEXT_LANGUAGES.map((one) => (
          <a
            key={one}
            className="btn sm"
            href={`${HERE}?language=${one}#texts`}
            aria-current={one === language ? 'page' : undefined}
          >
            {nameOf(one)}
            {written.includes(one) && <span className="badge ok">{t('appearance:written')}</span>}
          </a>
        ))}
      </nav>
      <form className="stack-16" method="post" action={`${HERE}?language=${language}`}>
        <FormMessage state={state} />
        <input type="hidden" name="language" value={language} />
        <input type="hidden" name="version" value={state ? (state.values.version ?? '') : version} />
        <TextareaField
          {...field}
          name="home"
          label={`${t('appearance:home')} · ${nameOf(language)}`}
          hint={t('admin:markdown')}
          defaultValue={texts.home}
        />
        <TextareaField
          {...field}
          name="footer"
          label={`${t('appearance:footer')} · ${nameOf(language)}`}
          hint={t('admin:markdown')}
          defaultValue={texts.footer}
        />
        <div className="row">
          <button type="submit" className="btn" name="intent" value="texts">
            {t('common:save')}
          </button>
        </div>
      </form>
    </Panel>
  )
}
