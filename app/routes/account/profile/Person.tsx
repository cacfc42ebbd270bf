import { Avatar } from '~/app/components/Avatar'
import { Field, TextareaField } from '~/app/components/Field'
import { FormMessage } from '~/app/components/FormMessage'
import { CircleAlertIcon, ImageIcon } from '~/app/components/icons'
import { useText } from '~/app/islands/runtime/text'
import { useFormState } from '~/app/request/form-state'
import type { ProfileView } from '~/server/accounts/contract'
import { formOf, Section } from './Section'

const BIO_MAX = 128

/** Picture and facts of the reader. */
export function Person({ profile }: { profile: ProfileView }) {
  const t = useText()
  return (
    <Section title={t('account:profile.person')} text={t('account:profile.person_hint')} anchor="person">
      <AvatarForm name={profile.userName ?? ''} url={profile.avatar} />
      <PersonForm profile={profile} />
    </Section>
  )
}

function AvatarForm({ name, url }: { name: string; url: string | null }) {
  const t = useText()
  const state = useFormState('avatar')
  const error = state?.errors.file ?? state?.message
  return (
    <form {...formOf('person')} encType="multipart/form-data">
      <input type="hidden" name="intent" value="avatar" />
      <div className="row">
        <Avatar name={name} url={url} size="s72" />
        <div className="grow field">
          <label className="drop">
            <ImageIcon />
            <span>
              <strong>{t('account:avatar.choose')}</strong>
              {t('account:avatar.hint')}
            </span>
            <input
              type="file"
              name="file"
              accept="image/png,image/jpeg,image/webp,image/gif"
              aria-describedby={error ? 'avatar-error' : undefined}
              aria-invalid={error ? true : undefined}
              required
            />
          </label>
          {error && (
            <span className="field-error" id="avatar-error" role="alert">
              <CircleAlertIcon />
              {error}
            </span>
          )}
        </div>
        <button type="submit" className="btn">
          {t('account:avatar.submit')}
        </button>
      </div>
    </form>
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
            hint={t('account:profile.bio_hint', { max: BIO_MAX })}
            state={state}
            defaultValue={profile.bio ?? ''}
            maxLength={BIO_MAX}
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
