import { type ReactNode, useId } from 'react'
import { WRONG } from '~/app/components/form/wrong'
import { CircleAlertIcon } from '~/app/components/icons'
import { Panel } from '~/app/components/Panel'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { ComposeView } from '~/app/islands/compose-field/reading'
import { OVERHEAD_MB } from '~/server/engines/contract'
import { MINUTE_MS } from '~/server/platform/time'
import { useDraft } from '../../draft-state'
import type { ContainerFields } from './container-form'
import { type InForce, WRITABLE } from './in-force'

interface LimitsPanelProps {
  fields: ContainerFields
  force: InForce
  services: ComposeView['services']
}

export function LimitsPanel({ fields, force, services }: LimitsPanelProps) {
  const t = useText()
  const { number, span } = useFormat()
  const text = (key: string, params = {}) => t(`containers:limits.${key}`, params)
  const several = services.length > 0
  const mib = (n: string | number) => `${number(Number(n))} MiB`
  const { disk } = force
  const keep = Number(fields.keepAfterSolve)
  const time = (minutes: number) => span(minutes * MINUTE_MS)
  return (
    <Panel title={text('title')} aside={text('aside')}>
      <table className="eff">
        <thead>
          <tr>
            {['limit', 'set', 'force', 'why'].map((key) => (
              <th key={key} scope="col">
                {text(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <OneImage fields={fields} force={force} saved={!several} />
          <Together services={services} force={force} />
          <Row
            label={text('disk')}
            input={{ name: 'storageLimit', value: fields.storageLimit, unit: 'MiB' }}
            force={
              disk === 'read_only'
                ? text('read_only', { n: number(Number(fields.storageLimit)), paths: WRITABLE.join(', ') })
                : disk === 'quota'
                  ? mib(fields.storageLimit)
                  : disk === 'sweep'
                    ? text('swept', { n: number(Number(fields.storageLimit)) })
                    : text('unknown')
            }
            why={text(`because.${disk ?? 'no_engine'}`)}
          />
          <Row
            label={text('start')}
            input={{ name: 'startTimeout', value: fields.startTimeout, unit: text('unit.seconds') }}
            force={text('seconds', { n: number(Number(fields.startTimeout)) })}
            why={text('because.start')}
          />
          <Row
            label={text('keep')}
            input={{ name: 'keepAfterSolve', value: fields.keepAfterSolve, unit: text('unit.minutes') }}
            force={keep === 0 ? text('at_once') : text('minutes', { n: number(keep) })}
            why={text('because.keep')}
          />
          <Row
            label={text('time')}
            force={text('lifetime', {
              time: time(force.lifetime),
              more: time(force.extension),
              window: time(force.window)
            })}
            why={
              <>
                {text('because.time')}{' '}
                <a className="link" href="/admin/Settings">
                  {text('because.settings')}
                </a>
              </>
            }
          />
        </tbody>
      </table>
    </Panel>
  )
}

const ENTRIES = { memory: 'memoryLimit', cpu: 'cpuCount', pids: 'pids' } as const

interface OneImageProps extends Pick<LimitsPanelProps, 'fields' | 'force'> {
  saved: boolean
}

/** Memory, cores and processes of one image. Fields with errors are shown with several containers too. */
function OneImage({ fields, force: { memoryShort, cores, coresShort }, saved }: OneImageProps) {
  const t = useText()
  const { number } = useFormat()
  const text = (key: string, params = {}) => t(`containers:limits.${key}`, params)
  const row = (key: keyof typeof ENTRIES, unit?: string) => ({
    label: text(key),
    className: 'if-one',
    input: { name: ENTRIES[key], value: fields[ENTRIES[key]], unit, optional: true }
  })
  const short = saved ? memoryShort : null
  return (
    <>
      <Row
        {...row('memory', 'MiB')}
        force={`${number(Number(fields.memoryLimit))} MiB`}
        short={short !== null}
        why={
          short === null
            ? text('because.memory', { n: OVERHEAD_MB })
            : text('because.memory_short', { n: number(short) })
        }
      />
      <Row
        {...row('cpu', text('unit.cores'))}
        force={text('cores', { n: number(saved ? cores : Number(fields.cpuCount)) })}
        short={saved && coresShort}
        why={text(saved && coresShort ? 'because.cpu_short' : 'because.cpu')}
      />
      <Row {...row('pids')} force={number(Number(fields.pids))} why={text('because.pids')} />
    </>
  )
}

function Together({ services, force }: Pick<LimitsPanelProps, 'services' | 'force'>) {
  const t = useText()
  const { number } = useFormat()
  const text = (key: string, params = {}) => t(`containers:limits.${key}`, params)
  if (services.length === 0)
    return (
      <tr className="if-several">
        <td colSpan={4} className="w">
          {text('services_unsaved')}
        </td>
      </tr>
    )
  const { memoryShort, cores, coresShort } = force
  const sum = (of: (service: LimitsPanelProps['services'][number]) => number) =>
    services.reduce((all, one) => all + of(one), 0)
  const each = (of: (service: LimitsPanelProps['services'][number]) => string) => (
    <ul className="shares">
      {services.map((service) => (
        <li key={service.name}>
          <code>{service.name}</code> {of(service)}
        </li>
      ))}
    </ul>
  )
  return (
    <>
      <Row
        label={text('memory')}
        className="if-several"
        set={each(({ memoryMb }) => `${number(memoryMb)} MiB`)}
        force={text('sum', { n: `${number(sum(({ memoryMb }) => memoryMb))} MiB` })}
        short={memoryShort !== null}
        why={
          memoryShort === null
            ? text('because.services', { key: 'mem_limit' })
            : text('because.memory_short', { n: number(memoryShort) })
        }
      />
      <Row
        label={text('cpu')}
        className="if-several"
        set={each((service) => number(service.cores))}
        force={text('sum', { n: text('cores', { n: number(cores) }) })}
        short={coresShort}
        why={coresShort ? text('because.cpu_short') : text('because.services', { key: 'cpus' })}
      />
      <Row
        label={text('pids')}
        className="if-several"
        set={each(({ pids }) => number(pids))}
        force={text('sum', { n: number(sum(({ pids }) => pids)) })}
        why={text('because.services', { key: 'pids_limit' })}
      />
    </>
  )
}

interface RowProps {
  label: string
  className?: string
  input?: { name: string; value: string; unit?: string | undefined; optional?: boolean }
  set?: ReactNode
  force: string
  short?: boolean
  why: ReactNode
}

function Row({ label, className, input, set, force, short, why }: RowProps) {
  const id = useId()
  const t = useText()
  const state = useDraft()
  const error = input && state?.errors[input.name]
  return (
    <tr className={className}>
      <th scope="row" id={id}>
        {label}
      </th>
      <td className="s">
        {set}
        {input && (
          <div className="input-group">
            <input
              className="input num sm"
              name={input.name}
              defaultValue={state?.values[input.name] ?? input.value}
              inputMode="decimal"
              autoComplete="off"
              required={!input.optional}
              aria-labelledby={id}
              aria-describedby={error ? `${id}e` : undefined}
              {...(error && WRONG)}
            />
            {input.unit && <span className="affix">{input.unit}</span>}
          </div>
        )}
        {error && (
          <span className="field-error" id={`${id}e`}>
            <CircleAlertIcon />
            {error}
          </span>
        )}
      </td>
      <td className={short ? 'e warn' : 'e'} data-label={t('containers:limits.force')}>
        {force}
      </td>
      <td className="w">{why}</td>
    </tr>
  )
}
