import { Field, SelectField, TextareaField } from '~/app/components/form/Field'
import { useText } from '~/app/i18n/text'
import type { FormState } from '~/app/request/forms'
import { SecretField } from '~/app/routes/admin/SecretField'
import { PROVIDER_KINDS, type ProviderKind } from '~/server/sign-in/constants'
import type { ProviderView } from '~/server/sign-in/contract'
import { openedFocus } from '../NewPanel'
import { Setting } from '../Setting'

export const KIND_NAMES: Record<ProviderKind, string> = {
  oidc: 'OpenID Connect',
  google: 'Google',
  gitlab: 'GitLab',
  github: 'GitHub',
  discord: 'Discord',
  ctftime: 'CTFtime'
}

interface FieldsProps {
  /** Null for a new one. */
  provider: ProviderView | null
  state: FormState | null
}

/** Only for a new provider, because stored identities depend on it. Those with one address everywhere ask for none. */
function Origin({ state }: { state: FormState | null }) {
  const t = useText()
  return (
    <>
      <SelectField name="kind" label={t('signin:admin.kind')} state={state} defaultValue="oidc">
        {PROVIDER_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {KIND_NAMES[kind]}
          </option>
        ))}
      </SelectField>
      <Field
        name="slug"
        label={t('signin:admin.slug')}
        hint={t('signin:admin.slug_hint')}
        state={state}
        className="mono"
        pattern="[a-z0-9][a-z0-9\-]{0,31}"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <div data-of="oidc gitlab github">
        <Field
          name="issuer"
          type="url"
          label={t('signin:admin.issuer')}
          hint={t('signin:admin.issuer_hint')}
          state={state}
          className="mono"
          maxLength={500}
        />
      </div>
    </>
  )
}

export function ProviderFields({ provider, state }: FieldsProps) {
  const t = useText()
  const rules = provider?.roles.map(({ claim, value, role }) => `${claim} = ${value} = ${role}`).join('\n')
  const divisions = provider?.divisions
    .map(({ game, claim, value, division }) => `${game} = ${claim} = ${value} = ${division}`)
    .join('\n')
  const switches = ['enabled', 'createsAccounts', 'singleLogout', 'countsAsBoth'] as const
  return (
    <>
      <div className="form-grid">
        <Field
          name="name"
          label={t('signin:admin.name')}
          hint={t('signin:admin.name_hint')}
          state={state}
          defaultValue={provider?.name}
          maxLength={40}
          required
          {...(!provider && openedFocus(state))}
        />
        {!provider && <Origin state={state} />}
        <Field
          name="clientId"
          label={t('signin:admin.clientId')}
          state={state}
          defaultValue={provider?.clientId}
          className="mono"
          maxLength={300}
          spellCheck={false}
          required
        />
        <SecretField
          name="clientSecret"
          type="password"
          label={t('signin:admin.clientSecret')}
          hint={t(provider?.hasSecret ? 'signin:admin.secret_kept' : 'signin:admin.secret_hint')}
          state={state}
          autoComplete="new-password"
          maxLength={500}
        />
        <Field
          name="domains"
          label={t('signin:admin.domains')}
          hint={t('signin:admin.domains_hint')}
          state={state}
          defaultValue={provider?.domains}
          maxLength={4096}
        />
      </div>
      <TextareaField
        name="roles"
        label={t('signin:admin.roles')}
        hint={t('signin:admin.roles_hint')}
        state={state}
        defaultValue={rules}
        className="mono"
        rows={2}
      />
      <TextareaField
        name="divisions"
        label={t('signin:admin.divisions')}
        hint={t('signin:admin.divisions_hint')}
        state={state}
        defaultValue={divisions}
        className="mono"
        rows={2}
      />
      <div>
        {switches.map((name) => (
          <Setting
            key={name}
            name={name}
            label={t(`signin:admin.${name}`)}
            hint={t(`signin:admin.${name}_hint`)}
            on={provider ? provider[name] : name === 'enabled'}
            state={state}
          />
        ))}
      </div>
    </>
  )
}
