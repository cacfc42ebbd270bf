import { Checks } from '~/app/components/form/Checks'
import { Field, SelectField } from '~/app/components/form/Field'
import { useText } from '~/app/i18n/text'
import type { FormState } from '~/app/request/forms'
import { LANGUAGES } from '~/app/request/language'
import { SecretField } from '~/app/routes/admin/SecretField'
import { LOCALES } from '~/server/platform/locales'
import { PUBLIC_EVENTS, STAFF_EVENTS, WEBHOOK_FORMATS, type WebhookEvent } from '~/server/webhooks/constants'
import type { WebhookView } from '~/server/webhooks/contract'
import { openedFocus } from '../../NewPanel'

const MAX_NAME_LENGTH = 40

/** Chosen in a new webhook: what any channel may read and no more than a few a day. */
const PRESET: readonly WebhookEvent[] = PUBLIC_EVENTS.filter((event) => event !== 'solve')

interface FieldsProps {
  /** Null for a new one. */
  hook: WebhookView | null
  state: FormState | null
  /** Names of those for notifications. */
  plugins?: readonly string[]
}

const NAMED = { Standard: 'webhooks:page.standard', Plugin: 'webhooks:page.plugin' } as const

/** The address, write-only because it may hold secrets. Only what the chosen format needs is shown. */
function Target({ state, plugins }: Required<Pick<FieldsProps, 'state' | 'plugins'>>) {
  const t = useText()
  const secret = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false, className: 'mono' }
  return (
    <>
      <SelectField name="format" label={t('webhooks:page.format')} state={state} defaultValue="Discord">
        {WEBHOOK_FORMATS.filter((format) => format !== 'Plugin' || plugins.length > 0).map((format) => (
          <option key={format} value={format}>
            {format === 'Standard' || format === 'Plugin' ? t(NAMED[format]) : format}
          </option>
        ))}
      </SelectField>
      <div data-of="Standard Discord Slack Matrix">
        <Field
          name="url"
          type="url"
          label={t('webhooks:page.url')}
          hint={t('webhooks:page.url_hint')}
          state={state}
          maxLength={1024}
          {...secret}
        />
      </div>
      <div data-of="Telegram Matrix">
        <SecretField
          name="token"
          label={t('webhooks:page.token')}
          hint={t('webhooks:page.token_hint')}
          state={state}
          maxLength={512}
          {...secret}
        />
      </div>
      <div data-of="Telegram Matrix">
        <Field
          name="room"
          label={t('webhooks:page.room')}
          hint={t('webhooks:page.room_hint')}
          state={state}
          maxLength={255}
          {...secret}
        />
      </div>
      {plugins.length > 0 && (
        <div data-of="Plugin">
          <SelectField
            name="plugin"
            label={t('webhooks:page.plugin')}
            hint={t('webhooks:page.plugin_hint')}
            state={state}
            defaultValue=""
          >
            <option value="">–</option>
            {plugins.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
      )}
    </>
  )
}

/** Fields of a webhook; only a new one has the address. */
export function WebhookFields({ hook, state, plugins = [] }: FieldsProps) {
  const t = useText()
  const isChosen = (event: WebhookEvent) =>
    state
      ? state.values[`event_${event}`] !== undefined
      : (hook?.events.includes(event) ?? PRESET.includes(event))
  const boxes = (events: readonly WebhookEvent[]) =>
    events.map((event) => ({ value: event, label: t(`webhooks:event.${event}`), checked: isChosen(event) }))
  return (
    <>
      <div className="form-grid">
        <Field
          name="name"
          label={t('webhooks:page.name')}
          state={state}
          maxLength={MAX_NAME_LENGTH}
          defaultValue={hook?.name}
          required
          {...(!hook && openedFocus(state))}
        />
        <SelectField
          name="locale"
          label={t('webhooks:page.language')}
          state={state}
          defaultValue={hook?.locale ?? 'en-US'}
        >
          {LOCALES.map((locale) => (
            <option key={locale} value={locale} lang={locale}>
              {LANGUAGES[locale].name}
            </option>
          ))}
        </SelectField>
        {!hook && <Target state={state} plugins={plugins} />}
      </div>
      <Checks
        prefix="event"
        legend={t('webhooks:page.events')}
        error={state?.errors.events}
        boxes={boxes(PUBLIC_EVENTS)}
      />
      <Checks
        prefix="event"
        legend={t('webhooks:page.events_staff')}
        hint={t('webhooks:page.events_staff_hint')}
        boxes={boxes(STAFF_EVENTS)}
      />
    </>
  )
}
