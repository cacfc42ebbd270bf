import { Field, TextareaField } from '~/app/components/form/Field'
import { FormMessage } from '~/app/components/form/FormMessage'
import { PictureForm } from '~/app/components/form/PictureForm'
import { useText } from '~/app/i18n/text'
import { useFormState } from '~/app/request/form-state'
import type { ProfileView } from '~/server/accounts/contract'
import { formOf, ProfileSection } from './ProfileSection'

const MAX_BIO_LENGTH = 128

export function Person({ profile }: { profile: ProfileView }) {
  const t = useText()
  return (
    <ProfileSection
      title={t('account:profile.person')}
      text={t('account:profile.person_hint')}
      anchor="person"
    >
      <PictureForm
        action="/account/Profile#person"
        fields={{ intent: 'avatar' }}
        state={useFormState('avatar')}
        of={{ name: profile.userName ?? '', url: profile.avatar }}
        words={{
          choose: t('account:avatar.choose'),
          hint: t('account:avatar.hint'),
          submit: t('account:avatar.submit')
        }}
      />
      <PersonForm profile={profile} />
    </ProfileSection>
  )
}

function PersonForm({ profile }: { profile: ProfileView }) {
  const t = useText()
  const state = useFormState('person')
  const field = (name: 'realName' | 'phone' | 'stdNumber', maxLength: number) => ({
    name,
    label: t(`account:profile.${name}`),
    state,
    defaultValue: profile[name] ?? '',
    maxLength,
    optional: true
  })
  return (
    <form {...formOf('person')}>
      <FormMessage state={state} />
      <input type="hidden" name="intent" value="person" />
      <div className="form-grid two">
        <Field
          name="userName"
          label={t('account:user_name')}
          hint={t('account:register.user_name_hint')}
          state={state}
          defaultValue={profile.userName ?? ''}
          autoComplete="username"
          autoCapitalize="off"
          spellCheck={false}
          minLength={3}
          maxLength={15}
          required
        />
        <Field {...field('realName', 128)} autoComplete="name" />
        <Field {...field('phone', 64)} type="tel" autoComplete="tel" />
        <Field {...field('stdNumber', 64)} className="mono" autoComplete="off" />
        <div className="wide">
          <TextareaField
            name="bio"
            label={t('account:profile.bio')}
            hint={t('account:profile.bio_hint', { max: MAX_BIO_LENGTH })}
            state={state}
            defaultValue={profile.bio ?? ''}
            maxLength={MAX_BIO_LENGTH}
            rows={2}
            optional
          />
        </div>
      </div>
      <div>
        <button type="submit" className="btn primary">
          {t('common:save')}
        </button>
      </div>
    </form>
  )
}
