import { useLocation } from '@remix-run/react'
import { Badge } from '~/app/components/Badge'
import { ServerIcon } from '~/app/components/challenge-icons'
import { Confirm } from '~/app/components/form/Confirm'
import {
  CircleCheckIcon,
  CircleXIcon,
  LogOutIcon,
  PlayIcon,
  ShieldCheckIcon,
  TrashIcon
} from '~/app/components/icons'
import { toneOf } from '~/app/components/Meter'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { FormState } from '~/app/request/forms'
import type { EngineView } from '~/server/engines/contract'
import { EngineForm } from './EngineForm'
import { Guard } from './Guard'
import { Nodes } from './Nodes'

interface EngineCardProps {
  engine: EngineView
  /** Firewall rules to set by hand. */
  rules: string
  now: number
  /** Of the form that accepts an unguarded one. */
  state: FormState | null
  /** Of the form that changes one. */
  editing: FormState | null
}

/** Names that are the same in every language. */
const PRODUCTS = { swarm: 'Docker Swarm', kubernetes: 'Kubernetes' } as const

/** Whether an engine can take more, and whether what runs there is locked in. */
export function EngineCard({ engine, rules, now, state, editing }: EngineCardProps) {
  const t = useText()
  const { id, address, info, error, guard, accepted, capacity, reserved } = engine
  const alarm = engine.state === 'down' || (guard === 'unguarded' && !accepted)
  const facts = info && [
    ...(engine.kind === 'docker' ? [] : [PRODUCTS[engine.kind]]),
    ...(engine.namespace === null ? [] : [engine.namespace]),
    info.version,
    t('engines:cores', { count: info.cpus }),
    info.storageDriver,
    info.architecture
  ]
  return (
    <section
      className={alarm ? 'panel engine alarm' : 'panel engine'}
      id={`engine-${id}`}
      aria-labelledby={`e${id}`}
    >
      <header>
        <ServerIcon className="i16" />
        <h2 id={`e${id}`}>{address}</h2>
        <Standing engine={engine} now={now} />
        {facts && <code className="push">{facts.join(', ')}</code>}
      </header>
      <div className="panel-body">
        {error && (
          <p className="small">
            {t('engines:last_refusal')} <code>{error}</code>
          </p>
        )}
        <dl className="cap">
          <Capacity name="memory" now={gib(reserved.memoryMb)} most={gib(capacity.memoryMb)} />
          <Capacity name="cpu" now={reserved.cpu / 10} most={capacity.cpu / 10} />
          <Capacity name="places" now={reserved.places} most={capacity.places} />
        </dl>
        <Nodes engine={engine} />
        <Guard engine={engine} rules={rules} now={now} state={state} />
        {info && (
          <p className="small muted">{t(`engines:hosts.${engine.allowsHosts ? 'allowed' : 'refused'}`)}</p>
        )}
        {engine.managed && <Edit engine={engine} state={editing} />}
      </div>
      <Foot engine={engine} />
    </section>
  )
}

/** The form that changes the engine, folded away unless it was refused. */
function Edit({ engine, state: sent }: Pick<EngineCardProps, 'engine' | 'state'>) {
  const t = useText()
  const state = sent?.values.engine === String(engine.id) ? sent : null
  return (
    <details open={state !== null}>
      <summary className="btn sm">{t('engines:manage.edit')}</summary>
      <div className="mt">
        <EngineForm engine={engine} state={state} />
      </div>
    </details>
  )
}

/** MiB as GiB with one decimal. */
const gib = (mb: number) => Math.round(mb / 102.4) / 10

function Standing({
  engine: { state, since, draining, guard, accepted },
  now
}: Pick<EngineCardProps, 'engine' | 'now'>) {
  const t = useText()
  const { span } = useFormat()
  const ago = span(now - since)
  return (
    <>
      {state === 'up' ? (
        <Badge tone="ok" icon={CircleCheckIcon}>
          {t('engines:up', { ago })}
        </Badge>
      ) : (
        <Badge tone="bad" icon={CircleXIcon}>
          {t('engines:down', { ago })}
        </Badge>
      )}
      {draining && (
        <Badge tone="warn" icon={LogOutIcon}>
          {t('engines:draining')}
        </Badge>
      )}
      {state === 'up' && guard !== 'guarded' && !accepted && <Badge>{t('engines:not_used')}</Badge>}
    </>
  )
}

function Capacity({ name, now, most }: { name: 'memory' | 'cpu' | 'places'; now: number; most: number }) {
  const t = useText()
  const { number } = useFormat()
  const share = most > 0 ? Math.min(100, (100 * now) / most) : 0
  const tone = toneOf(share)
  return (
    <>
      <dt>{t(`engines:figure.${name}`)}</dt>
      <dd className={tone ?? undefined}>
        <svg className="bar" aria-hidden="true" focusable="false">
          <rect className="track" width="100%" height="100%" />
          <rect className="fill" width={`${share.toFixed(1)}%`} height="100%" />
        </svg>
      </dd>
      <dd className="num">
        <b>{number(now)}</b> {t(name === 'memory' ? 'engines:of_gib' : 'engines:of', { most: number(most) })}
      </dd>
    </>
  )
}

/** How fast it answers, what keeps disks small, and what can be done with it. */
function Foot({ engine }: Pick<EngineCardProps, 'engine'>) {
  const t = useText()
  const { kind, info, latencyMs, state, guard, managed } = engine
  const disk = kind === 'swarm' ? 'memory' : info?.diskQuota ? 'quota' : 'sweep'
  const words = [
    state === 'up' && latencyMs !== null && t('engines:answers', { ms: latencyMs }),
    info && t(`engines:disk.${disk}`),
    t(managed ? 'engines:manage.here' : 'engines:manage.environment')
  ]
  return (
    <footer>
      <span>{words.filter(Boolean).join(' ')}</span>
      <span className="push">
        {guard !== 'unguarded' && <Test engine={engine} />}
        <Drain engine={engine} />
        <Remove engine={engine} />
      </span>
    </footer>
  )
}

function Test({ engine: { id, testing, state } }: Pick<EngineCardProps, 'engine'>) {
  const t = useText()
  const { pathname } = useLocation()
  const running = testing && state === 'up'
  return (
    <form method="post" action={pathname}>
      <input type="hidden" name="engine" value={id} />
      <button
        type="submit"
        className="btn ghost sm"
        name="intent"
        value="test"
        disabled={running || state === 'down'}
      >
        <ShieldCheckIcon />
        {t(running ? 'engines:guard.testing' : 'engines:guard.test')}
      </button>
    </form>
  )
}

function Drain({ engine: { id, draining, reserved, endingSoon } }: Pick<EngineCardProps, 'engine'>) {
  const t = useText()
  const { pathname } = useLocation()
  const here = reserved.places
  if (draining)
    return (
      <form method="post" action={pathname}>
        <input type="hidden" name="engine" value={id} />
        <input type="hidden" name="draining" value="false" />
        <button type="submit" className="btn sm" name="intent" value="drain">
          <PlayIcon />
          {t('engines:resume')}
        </button>
      </form>
    )
  return (
    <Confirm
      classes="sm"
      label={
        <>
          <LogOutIcon />
          {t('engines:drain')}
        </>
      }
      question={
        here === 0
          ? t('engines:drain_empty')
          : `${t('engines:drain_question', { count: here })} ${t('engines:drain_soon', { count: endingSoon })}`
      }
      confirm={t('engines:drain')}
      action={pathname}
      fields={{ intent: 'drain', engine: id, draining: 'true' }}
    />
  )
}

/** One that holds nothing, or that is down: what it holds is then given up. */
function Remove({ engine: { id, address, managed, reserved, state } }: Pick<EngineCardProps, 'engine'>) {
  const t = useText()
  const { pathname } = useLocation()
  const here = reserved.places
  if (state === 'up' && (!managed || here > 0)) return null
  return (
    <Confirm
      classes="ghost icon-only sm"
      danger
      label={<TrashIcon />}
      name={t('engines:manage.remove_name', { name: address })}
      question={
        here === 0 ? t('engines:manage.remove_question') : t('engines:manage.remove_lost', { count: here })
      }
      confirm={t('engines:manage.remove')}
      action={pathname}
      fields={{ intent: 'remove_engine', engine: id, lost: String(here > 0) }}
    />
  )
}
