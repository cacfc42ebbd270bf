import { Field, SelectField } from '~/app/components/form/Field'
import { Panel } from '~/app/components/Panel'
import { useText } from '~/app/i18n/text'
import { ENDPOINT_PROTOCOLS, MAX_ENDPOINTS } from '~/server/challenges/containers/endpoint-contract'
import { useDraft } from '../../draft-state'
import type { ContainerFields } from './container-form'
import { filledRows, MORE_ROWS, moreName } from './endpoint-rows'

const SPARE = 2

interface EndpointsPanelProps {
  fields: ContainerFields
  services: string[]
}

export function EndpointsPanel({ fields, services }: EndpointsPanelProps) {
  const t = useText()
  const state = useDraft()
  const count = Math.min(MORE_ROWS, filledRows(state?.values ?? fields.more) + SPARE)
  return (
    <Panel title={t('containers:endpoints.title')} body="stack-16">
      <p className="hint">{t('containers:endpoints.hint', { max: MAX_ENDPOINTS })}</p>
      <datalist id="compose-services">
        {services.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Row
        legend={`${t('containers:endpoints.entry')} – ${t('containers:endpoints.entry_port')}`}
        names={{ title: 'entryTitle', service: 'entryService', protocol: 'entryProtocol' }}
        values={fields.entry}
      />
      {Array.from({ length: count }, (_, at) => (
        <Row
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are told apart by their place alone
          key={at}
          legend={t('containers:endpoints.row', { n: at + 2 })}
          names={{
            title: moreName(at, 'Title'),
            service: moreName(at, 'Service'),
            port: moreName(at, 'Port'),
            protocol: moreName(at, 'Protocol')
          }}
          values={fields.more}
        />
      ))}
    </Panel>
  )
}

interface RowProps {
  legend: string
  names: { title: string; service: string; port?: string; protocol: string }
  values: Record<string, string>
}

function Row({ legend, names, values }: RowProps) {
  const t = useText()
  const state = useDraft()
  const common = (name: string) => ({ name, state, defaultValue: values[name] ?? '' })
  return (
    <fieldset className="endpoint-row">
      <legend className="hint">{legend}</legend>
      <Field
        {...common(names.title)}
        label={t('containers:endpoints.name')}
        maxLength={60}
        autoComplete="off"
      />
      <Field
        {...common(names.service)}
        label={t('containers:endpoints.service')}
        className="mono"
        list="compose-services"
        maxLength={32}
        autoComplete="off"
        spellCheck={false}
      />
      {names.port && (
        <Field
          {...common(names.port)}
          label={t('containers:endpoints.port')}
          className="num"
          inputMode="numeric"
          autoComplete="off"
        />
      )}
      <SelectField {...common(names.protocol)} label={t('containers:endpoints.protocol')}>
        {!names.port && <option value="auto">{t('containers:endpoints.auto')}</option>}
        {ENDPOINT_PROTOCOLS.map((protocol) => (
          <option key={protocol} value={protocol}>
            {protocol.toUpperCase()}
          </option>
        ))}
      </SelectField>
    </fieldset>
  )
}
