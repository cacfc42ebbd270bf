import type { MouseEvent } from 'react'
import { CircleDotIcon } from '~/app/components/challenge-icons'
import {
  CircleAlertIcon,
  CircleCheckIcon,
  CircleDashedIcon,
  CircleXIcon,
  HourglassIcon,
  PlayIcon,
  RotateCcwIcon,
  SquareIcon,
  TriangleAlertIcon
} from '~/app/components/icons'
import { HeartPulseIcon, LoaderIcon } from '~/app/components/instance-icons'
import { useText } from '~/app/i18n/text'
import type { TestInstance } from '~/app/request/test-instance'
import type { InstanceLogLine } from '~/server/instances/contract'
import { InstanceLog } from '../instance-log/InstanceLog'
import { TestBody } from './TestBody'
import { isOver, type Phase, phaseOf } from './test-progress'
import { type Act, useTestInstance } from './use-test'

export interface ContainerTestProps {
  url: string
  test: TestInstance | null
  /** Null when the engine did not respond. */
  lines: readonly InstanceLogLine[] | null
  /** The reason why no instance can be started: no saved image, or no engine. */
  barrier: 'image' | 'engine' | null
  /** Id of the buttons' form, because forms cannot be nested. */
  form: string
  href: string
  now: number
}

const MARKS = {
  none: { icon: CircleDashedIcon, tone: 'quiet' },
  queued: { icon: HourglassIcon, tone: 'quiet' },
  starting: { icon: LoaderIcon, tone: 'info' },
  ready: { icon: CircleCheckIcon, tone: 'ok' },
  unhealthy: { icon: HeartPulseIcon, tone: 'warn' },
  stopping: { icon: SquareIcon, tone: 'quiet' },
  stuck: { icon: TriangleAlertIcon, tone: 'bad' },
  ended: { icon: CircleDotIcon, tone: 'quiet' },
  failed: { icon: CircleXIcon, tone: 'bad' }
} as const

const HEADS: Partial<Record<Phase, string>> = { queued: 'queue' }

export function ContainerTest({ url, test: made, lines, barrier, form, href, now }: ContainerTestProps) {
  const t = useText()
  const { test, sent, refused, act } = useTestInstance(url, made)
  const phase = phaseOf(test)
  const { icon: Mark, tone } = MARKS[phase]
  return (
    <section className="panel container-test" id="test" aria-labelledby="test-title">
      <header>
        <h2 id="test-title">{t('containers:test.title')}</h2>
        <span className={`push st8 ${tone}`} role="status">
          <Mark />
          {t(`instances:box.head.${HEADS[phase] ?? phase}`)}
        </span>
      </header>
      <div className="panel-body stack-16">
        <TestBody test={test} phase={phase} barrier={barrier} now={now} />
        {refused && (
          <p className="field-error" role="alert">
            <CircleAlertIcon />
            {refused}
          </p>
        )}
        <Acts
          phase={phase}
          barred={barrier !== null}
          form={form}
          sent={sent}
          onAct={(one) => void act(one)}
        />
        <p className="hint">{t('containers:test.saved_only')}</p>
        {test && <Log test={test} made={made} lines={lines} href={href} />}
      </div>
    </section>
  )
}

interface ActsProps {
  phase: Phase
  barred: boolean
  form: string
  sent: Act | null
  onAct(act: Act): void
}

function Acts({ phase, barred, form, sent, onAct }: ActsProps) {
  const t = useText()
  const press = (act: Act) => (event: MouseEvent) => {
    event.preventDefault()
    onAct(act)
  }
  const waits = phase === 'queued' || phase === 'starting'
  const runs = phase === 'ready' || phase === 'unhealthy' || phase === 'stuck'
  const fresh = phase === 'none'
  const common = {
    type: 'submit',
    form,
    name: 'intent',
    'aria-disabled': sent !== null || undefined
  } as const
  return (
    <div className="row">
      {(isOver(phase) || runs) && (
        <button
          {...common}
          value="start"
          className={isOver(phase) ? 'btn primary' : 'btn sm'}
          disabled={barred}
          data-pending={sent === 'start' || undefined}
          onClick={press('start')}
        >
          {fresh ? <PlayIcon /> : <RotateCcwIcon />}
          {t(fresh ? 'containers:test.start' : runs ? 'containers:test.restart' : 'containers:test.again')}
        </button>
      )}
      {(waits || (runs && phase !== 'stuck')) && (
        <button
          {...common}
          value="stop"
          className={waits ? 'btn sm' : 'btn danger sm'}
          data-pending={sent === 'stop' || undefined}
          onClick={press('stop')}
        >
          {!waits && <SquareIcon />}
          {t(waits ? 'instances:box.cancel' : 'instances:box.stop')}
        </button>
      )}
    </div>
  )
}

interface LogProps {
  test: TestInstance
  made: TestInstance | null
  lines: readonly InstanceLogLine[] | null
  href: string
}

function Log({ test, made, lines, href }: LogProps) {
  const { id, state, startedAt, lastLog, endedAt } = test
  if (startedAt === null) return null
  if (state !== 'ended' && state !== 'failed')
    return <InstanceLog key={id} id={id} live lines={made?.id === id ? lines : []} href={href} />
  if (lastLog === null) return null
  const at = Date.parse(endedAt ?? startedAt)
  const kept = lastLog.split('\n').map((text) => ({ at, stream: 'stdout' as const, text }))
  return <InstanceLog key={`${id} over`} id={id} live={false} lines={kept} href={href} />
}
