import { Confirm } from '~/app/components/form/Confirm'
import { SelectField } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'
import { PasswordField } from '~/app/routes/account/PasswordField'
import type { SignInButton } from '~/server/sign-in/contract'
import { formOf, ProfileSection } from './ProfileSection'

interface IdentityRow {
  id: string
  provider: string
  label: string
  since: { time: string; text: string }
}

interface IdentitiesProps {
  rows: IdentityRow[]
  buttons: SignInButton[]
  hasPassword: boolean
}

export function Identities({ rows, buttons, hasPassword }: IdentitiesProps) {
  const t = useText()
  const state = useFormState('link')
  const refused = useFormState('unlink')
  if (rows.length === 0 && buttons.length === 0) return null
  return (
    <ProfileSection
      title={t('signin:identities.title')}
      text={t('signin:identities.text')}
      anchor="providers"
    >
      <FormMessage state={refused} />
      {rows.length === 0 ? (
        <p className="muted small">{t('signin:identities.none')}</p>
      ) : (
        <ul className="list-edit">
          {rows.map(({ id, provider, label, since }) => (
            <li key={id}>
              <span className="grow">
                <strong>{provider}</strong> <bdi className="muted">{label}</bdi>{' '}
                <time className="faint small" dateTime={since.time}>
                  {since.text}
                </time>
              </span>
              <Confirm
                label={t('signin:identities.unlink')}
                classes="sm"
                name={t('signin:identities.unlink_of', { provider })}
                question={t('signin:identities.unlink_question', { provider })}
                confirm={t('signin:identities.unlink')}
                action="/account/Profile#providers"
                fields={{ intent: 'unlink', id }}
                danger
              />
            </li>
          ))}
        </ul>
      )}
      {buttons.length > 0 && (
        <form {...formOf('providers')}>
          <FormMessage state={state} />
          <input type="hidden" name="intent" value="link" />
          <div className="form-grid">
            <SelectField name="provider" label={t('signin:identities.provider')} state={state}>
              {buttons.map(({ slug, name }) => (
                <option key={slug} value={slug}>
                  {name}
                </option>
              ))}
            </SelectField>
            {hasPassword && <PasswordField state={state} />}
          </div>
          {!hasPassword && (
            <p className="hint">{state?.errors.password ?? t('signin:identities.no_password')}</p>
          )}
          <div>
            <button type="submit" className="btn">
              {t('signin:identities.link')}
            </button>
          </div>
        </form>
      )}
    </ProfileSection>
  )
}
