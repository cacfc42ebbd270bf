import { Field, TextareaField } from '~/app/components/form/Field'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/i18n/text'
import { CAPABILITIES, EGRESS_KINDS, FLAG_DELIVERIES } from '~/server/challenges/contract'
import { useDraft } from '../../draft-state'
import { Setting } from '../../Setting'
import { Choices } from '../Choices'
import type { ContainerFields } from './container-form'

interface RunPanelProps {
  fields: ContainerFields
  /** Variables with the flag; null for a static flag, which containers do not get. */
  names: string[] | null
}

const HOST = 'api.example.org:443'

export function RunPanel({ fields, names }: RunPanelProps) {
  const t = useText()
  const state = useDraft()
  return (
    <Panel title={t('containers:run.title')} body="stack-16">
      {names && <FlagDelivery fields={fields} names={names} />}
      <Choices
        name="egress"
        legend={t('containers:run.egress')}
        value={fields.egress}
        state={state}
        options={EGRESS_KINDS.map((value) => ({
          value,
          label: t(`containers:run.${value}`),
          hint: t(`containers:run.${value}_hint`)
        }))}
      >
        <div className="if-hosts">
          <TextareaField
            name="egressHosts"
            label={t('containers:run.hosts_label')}
            hint={t('containers:run.hosts_example', { example: HOST })}
            state={state}
            defaultValue={fields.egressHosts}
            className="mono"
            rows={2}
            autoComplete="off"
            spellCheck={false}
          />
        </div>
      </Choices>
      <Setting
        name="readOnly"
        label={t('containers:run.readOnly')}
        hint={t('containers:run.readOnly_hint')}
        on={fields.readOnly}
        state={state}
      />
      <Setting
        name="enableTrafficCapture"
        label={t('admin:challenge.enableTrafficCapture')}
        hint={t('containers:run.capture_hint')}
        on={fields.enableTrafficCapture}
        state={state}
      />
      <Capabilities kept={fields.capabilities} />
    </Panel>
  )
}

function FlagDelivery({ fields, names }: { fields: ContainerFields; names: string[] }) {
  const t = useText()
  const state = useDraft()
  return (
    <Choices
      name="flagDelivery"
      legend={t('containers:run.flag')}
      value={fields.flagDelivery}
      state={state}
      options={FLAG_DELIVERIES.map((value) => ({
        value,
        label: t(`containers:run.${value}`),
        hint: t(`containers:run.${value}_hint`, { names: names.join(', ') })
      }))}
    >
      <div className="if-file">
        <Field
          name="flagPath"
          label={t('containers:run.path')}
          state={state}
          defaultValue={fields.flagPath}
          className="mono"
          maxLength={255}
          autoComplete="off"
          spellCheck={false}
        />
      </div>
    </Choices>
  )
}

function Capabilities({ kept }: { kept: readonly string[] }) {
  const t = useText()
  const state = useDraft()
  const on = (name: string) =>
    state ? `cap-${name}` in state.values : kept.includes(name as (typeof kept)[number])
  return (
    <details className="capabilities" open={CAPABILITIES.some(on)}>
      <summary>
        {t('containers:run.capabilities')}{' '}
        <span className="faint small">{t('containers:run.capabilities_count', { n: kept.length })}</span>
      </summary>
      <fieldset>
        <legend className="hint">{t('containers:run.capabilities_hint')}</legend>
        <div className="boxes">
          {CAPABILITIES.map((name) => (
            <label className="check" key={name}>
              <input type="checkbox" name={`cap-${name}`} defaultChecked={on(name)} aria-label={name} />
              <code>{name}</code>
            </label>
          ))}
        </div>
      </fieldset>
    </details>
  )
}
