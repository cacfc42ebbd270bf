import { Field } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { useText } from '~/app/i18n/text'
import newPassword from '~/app/islands/new-password'
import { Island } from '~/app/islands/runtime/island'
import { useFormState } from '~/app/request/form-state'
import { PasswordField } from '~/app/routes/account/PasswordField'
import { OwnerField } from './OwnerField'
import { formOf, ProfileSection } from './ProfileSection'

interface EmailProps {
  current: string
  /** False: only administrators change addresses (docs/rules/accounts.md#change-of-address). */
  mails: boolean
  hasPassword: boolean
}

export function Email({ current, mails, hasPassword }: EmailProps) {
  const t = useText()
  const state = useFormState('email')
  return (
    <ProfileSection
      title={t('account:email_change.title')}
      text={t(mails ? 'account:email_change.text' : 'account:email_change.off')}
      anchor="email"
    >
      <form {...formOf('email')}>
        <FormMessage state={state} />
        <input type="hidden" name="intent" value="email" />
        <div className="form-grid">
          <Field name="current" label={t('account:email_change.current')} defaultValue={current} readOnly />
          {mails && (
            <Field
              name="newMail"
              type="email"
              label={t('account:email_change.new')}
              state={state}
              autoComplete="email"
              maxLength={254}
              required
            />
          )}
          {mails && <OwnerField hasPassword={hasPassword} state={state} />}
        </div>
        {mails && (
          <div>
            <button type="submit" className="btn">
              {t('account:email_change.submit')}
            </button>
          </div>
        )}
      </form>
    </ProfileSection>
  )
}

export function Password() {
  const t = useText()
  const state = useFormState('password')
  return (
    <ProfileSection
      title={t('account:password_change.title')}
      text={t('account:password_change.text', { min: 6 })}
      anchor="password"
    >
      <form {...formOf('password')}>
        <FormMessage state={state} />
        <input type="hidden" name="intent" value="password" />
        <div className="form-grid">
          <PasswordField name="oldPassword" label={t('account:password_change.old')} state={state} />
          <Island
            of={newPassword}
            props={{ name: 'newPassword', errors: state?.errors ?? {}, layout: 'grid' } as const}
            on="visible"
          />
        </div>
        <div>
          <button type="submit" className="btn">
            {t('account:password_change.submit')}
          </button>
        </div>
      </form>
    </ProfileSection>
  )
}
