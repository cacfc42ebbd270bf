import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { InstanceDetails } from '~/server/instances/contract'
import { EngineName, When } from './cells'

export function InstanceFacts({ details, digest }: { details: InstanceDetails; digest: string | null }) {
  const t = useText()
  const { number } = useFormat()
  const { spec, container, engine, id } = details
  const egress = spec.egress === 'hosts' ? spec.egressHosts.join(', ') : t(`engines:egress.${spec.egress}`)
  const one = spec.services.length === 0
  const facts: [key: string, value: React.ReactNode][] = [
    ['image', one && <code key="i">{spec.image}</code>],
    ['digest', one && digest && <code key="d">{short(digest)}</code>],
    [
      'limits',
      t('engines:limits', {
        cores: number(spec.cpu / 10),
        memory: number(spec.memoryMb),
        disk: number(spec.diskMb),
        pids: number(spec.pids)
      })
    ],
    ['root', one && t(spec.readOnly ? 'engines:root.read_only' : 'engines:root.writable')],
    [
      'capabilities',
      one && spec.capabilities.length > 0 && <code key="c">{spec.capabilities.join(' ')}</code>
    ],
    ['egress', egress],
    ['flag', spec.flag === 'file' ? <code key="f">{spec.flagPath}</code> : t(`engines:flag.${spec.flag}`)],
    [
      'readiness',
      `${spec.readiness}${spec.readinessTarget ? ` ${spec.readinessTarget}` : ''}, ${t('engines:within', { seconds: number(spec.startTimeout) })}`
    ],
    ['engine', engine && <EngineName key="e" engine={engine} />],
    ['container', container && <code key="k">{container.slice(0, 12)}</code>],
    ['id', <code key="n">{id}</code>]
  ]
  return (
    <section>
      <h3>{t('engines:runs')}</h3>
      <dl className="kv">
        {facts
          .filter(([, value]) => value)
          .map(([key, value]) => (
            <div className="contents" key={key}>
              <dt>{t(`engines:fact.${key}`)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  )
}

export const short = (digest: string) =>
  digest.replace(/^(?:.*@)?(sha256:)?([0-9a-f]{8})[0-9a-f]{52}([0-9a-f]{4})$/, '$1$2…$3')

const TONES: Record<string, string> = {
  ready: 'ok',
  unhealthy: 'warn',
  attempt_failed: 'warn',
  stop_failed: 'warn',
  stuck: 'bad',
  failed: 'bad'
}
/** Events with a text; others show their code. */
const KNOWN = new Set([
  'queued',
  'starting',
  'ready',
  'unhealthy',
  'stopping',
  'stuck',
  'ended',
  'failed',
  'extended',
  'attempt_failed',
  'stop_failed',
  'image',
  'network',
  'created'
])

export function Events({ details: { events }, now }: { details: InstanceDetails; now: number }) {
  const t = useText()
  return (
    <section>
      <h3>{t('engines:events')}</h3>
      <ol className="line-events">
        {events.map(({ at, event, reason, detail, actor }, place) => {
          const minutes = event === 'extended' ? (detail ?? '') : ''
          const about = [
            reasonText(t, event, reason),
            event === 'extended' ? null : detail,
            actor && t('engines:by', { name: actor })
          ]
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: they have no other name, and are drawn once.
            <li key={place} className={TONES[event]}>
              <span>{KNOWN.has(event) ? t(`engines:event.${event}`, { minutes }) : event}</span>
              <When at={at} now={now} />
              <span className="sub">{about.filter(Boolean).join(' · ')}</span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

/** Reason of a failed start is an error code, any other an end reason. */
function reasonText(t: ReturnType<typeof useText>, event: string, reason: string | null) {
  if (!reason) return null
  return t(event === 'attempt_failed' ? `instances:error.${reason}` : `instances:reason.${reason}`)
}
