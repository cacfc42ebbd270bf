import { type ReactNode, useId } from 'react'
import { CircleAlertIcon } from '~/app/components/icons'
import { Panel } from '~/app/components/Panel'
import { WRONG } from '~/app/components/wrong'
import { useFormat } from '~/app/islands/runtime/format'
import { useText } from '~/app/islands/runtime/text'
import { OVERHEAD_MB } from '~/server/engines/contract'
import { useDraft } from '../draft-state'
import type { ContainerFields } from './container-form'
import { type InForce, WRITABLE } from './in-force'

interface LimitsPanelProps {
  fields: ContainerFields
  force: InForce
}

const MINUTE = 60_000

/** What an instance may take: what was set, what is in force, and why. */
export function LimitsPanel({ fields, force }: LimitsPanelProps) {
  const t = useText()
  const { number, span } = useFormat()
  const text = (key: string, params = {}) => t(`containers:limits.${key}`, params)
  const mib = (n: string | number) => `${number(Number(n))} MiB`
  const { memoryShort, coresShort, disk } = force
  const keep = Number(fields.keepAfterSolve)
  const time = (minutes: number) => span(minutes * MINUTE)
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
          <Row
            label={text('memory')}
            input={{ name: 'memoryLimit', value: fields.memoryLimit, unit: 'MiB' }}
            force={mib(fields.memoryLimit)}
            short={memoryShort !== null}
            why={
              memoryShort === null
                ? text('because.memory', { n: OVERHEAD_MB })
                : text('because.memory_short', { n: number(memoryShort) })
            }
          />
          <Row
            label={text('cpu')}
            input={{ name: 'cpuCount', value: fields.cpuCount, unit: text('unit.cores') }}
            force={text('cores', { n: number(force.cores) })}
            short={coresShort}
            why={text(coresShort ? 'because.cpu_short' : 'because.cpu')}
          />
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
            label={text('pids')}
            input={{ name: 'pids', value: fields.pids }}
            force={number(Number(fields.pids))}
            why={text('because.pids')}
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

interface RowProps {
  label: string
  /** Absent where it is not the challenge's to say. */
  input?: { name: string; value: string; unit?: string }
  force: string
  /** Less than was set. */
  short?: boolean
  why: ReactNode
}

function Row({ label, input, force, short, why }: RowProps) {
  const id = useId()
  const t = useText()
  const state = useDraft()
  const error = input && state?.errors[input.name]
  return (
    <tr>
      <th scope="row" id={id}>
        {label}
      </th>
      <td className="s">
        {input && (
          <div className="input-group">
            <input
              className="input num sm"
              name={input.name}
              defaultValue={state?.values[input.name] ?? input.value}
              inputMode="decimal"
              autoComplete="off"
              required
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
