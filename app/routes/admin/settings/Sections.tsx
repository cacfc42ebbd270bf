import type { ReactNode } from 'react'
import { Field, TextareaField } from '~/app/components/form/Field'
import { useText } from '~/app/i18n/text'
import { Island } from '~/app/islands/runtime/island'
import tagField from '~/app/islands/tag-field'
import { useDraft } from '../draft-state'
import { Setting } from '../Setting'
import type { SettingsFields, Switches } from './settings-form'

interface SectionProps {
  name: 'platform' | 'logo' | 'accounts' | 'containers'
  children: ReactNode
}

export function SettingsSection({ name, children }: SectionProps) {
  const t = useText()
  return (
    <section className="form-sec" aria-labelledby={`settings-${name}`}>
      <div>
        <h2 id={`settings-${name}`}>{t(`admin:settings.${name}.title`)}</h2>
        <p>{t(`admin:settings.${name}.text`)}</p>
      </div>
      <div className="panel">
        <div className="panel-body stack-16">{children}</div>
      </div>
    </section>
  )
}

function useSettingField(fields: SettingsFields) {
  const t = useText()
  const state = useDraft()
  return (name: keyof SettingsFields) => ({
    name,
    label: t(`admin:settings.field.${name}`),
    state,
    defaultValue: fields[name]
  })
}

function Switch({ name, on }: { name: keyof Switches; on: boolean }) {
  const t = useText()
  return (
    <Setting
      name={name}
      label={t(`admin:settings.field.${name}`)}
      hint={t(`admin:settings.hint.${name}`)}
      on={on}
      state={useDraft()}
    />
  )
}

const SWATCHES = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']

export function Platform({ fields }: { fields: SettingsFields }) {
  const t = useText()
  const field = useSettingField(fields)
  return (
    <SettingsSection name="platform">
      <div className="form-grid">
        <Field {...field('title')} maxLength={64} required />
        <Field {...field('slogan')} maxLength={256} />
      </div>
      <Field {...field('description')} hint={t('admin:settings.hint.description')} maxLength={1024} />
      <TextareaField {...field('footerInfo')} hint={t('admin:markdown')} maxLength={4096} rows={2} />
      <div className="form-grid">
        <Field
          {...field('customTheme')}
          hint={t('admin:settings.hint.customTheme')}
          className="mono"
          pattern="#[0-9a-fA-F]{6}"
          title={t('errors:field.colour_invalid')}
          placeholder="#22b8b0"
          spellCheck={false}
        />
        <div className="field">
          <span className="label">{t('admin:settings.palette')}</span>
          <div className="swatches" aria-hidden="true">
            {SWATCHES.map((swatch) => (
              <i key={swatch} className={swatch} />
            ))}
          </div>
        </div>
      </div>
    </SettingsSection>
  )
}

/** Registration rules. `mail` and `captcha`: the server is configured for them. */
export function Accounts({ fields, switches }: { fields: SettingsFields; switches: Switches }) {
  const t = useText()
  const state = useDraft()
  return (
    <SettingsSection name="accounts">
      <div>
        <Switch name="allowRegister" on={switches.allowRegister} />
        <Switch name="activeOnRegister" on={switches.activeOnRegister} />
        <Switch name="emailConfirmationRequired" on={switches.emailConfirmationRequired} />
        <Switch name="useCaptcha" on={switches.useCaptcha} />
        <Switch name="onlyProviders" on={switches.onlyProviders} />
        <Switch name="staffSecondFactor" on={switches.staffSecondFactor} />
      </div>
      <Island
        of={tagField}
        props={{
          name: 'emailDomainList',
          label: t('admin:settings.field.emailDomainList'),
          hint: t('admin:settings.hint.emailDomainList'),
          separator: 'comma',
          value: state?.values.emailDomainList ?? fields.emailDomainList,
          error: state?.errors.emailDomainList,
          maxLength: 4096
        }}
      />
    </SettingsSection>
  )
}

export function ContainerSettings({ fields, switches }: { fields: SettingsFields; switches: Switches }) {
  const t = useText()
  const field = useSettingField(fields)
  const whole = { className: 'num', inputMode: 'numeric' as const, required: true }
  return (
    <SettingsSection name="containers">
      <Switch name="autoDestroyOnLimitReached" on={switches.autoDestroyOnLimitReached} />
      <div className="form-grid bl3">
        <Field {...field('defaultLifetime')} {...whole} />
        <Field {...field('extensionDuration')} {...whole} />
        <Field {...field('renewalWindow')} {...whole} />
      </div>
      <p className="hint">{t('admin:settings.hint.lifetime')}</p>
      <div className="form-grid">
        <Field {...field('captureRetention')} {...whole} hint={t('admin:settings.hint.captureRetention')} />
      </div>
    </SettingsSection>
  )
}
