import type { ReactNode } from 'react'
import { ClockIcon } from '~/app/components/challenge-icons'
import { PlayIcon, RotateCcwIcon, SquareIcon } from '~/app/components/icons'
import { Endpoints } from '~/app/components/instance/Endpoints'
import { richText } from '~/app/components/markdown/richText'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { InstanceView } from '~/server/instances/contract'
import { MINUTE_MS } from '~/server/platform/time'
import { usePage } from '../page'
import { Act, Acts, type Sent } from './Acts'
import { type Standing, timeOf } from './instance-progress'
import { Left, Place, Pull, Stages } from './Progress'
import type { Intent } from './use-instances'

interface BodyProps {
  view: InstanceView
  standing: Standing
  me: string
  sent: Sent
  onAct(intent: Intent): void
}

export function InstanceBody(props: BodyProps) {
  const t = useText()
  switch (props.standing.phase) {
    case 'queue':
    case 'image':
    case 'starting':
      return <Coming {...props} />
    case 'ready':
    case 'unhealthy':
      return <Running {...props} />
    case 'stopping':
      return (
        <p>
          {t('instances:box.ending', { reason: t(`instances:reason.${props.view.reason ?? 'expired'}`) })}
        </p>
      )
    case 'failed':
      return <Failed {...props} />
    default:
      return <Idle {...props} />
  }
}

function Coming({ view, standing: { phase }, sent, onAct }: BodyProps) {
  const t = useText()
  const queued = phase === 'queue'
  const usual = view.usual === null ? null : Math.max(1, Math.round(view.usual / 1000))
  return (
    <>
      {queued && <Place {...view} />}
      <Stages phase={phase} />
      {phase !== 'starting' && (
        <p>
          <Pull pull={phase === 'image' ? view.pull : null} />
          {t(`instances:waits.${view.waitsFor ?? 'turn'}`)}
        </p>
      )}
      {phase === 'starting' && usual !== null && <p>{t('instances:box.usual', { n: usual })}</p>}
      <p className="js-only">{t('instances:box.may_close')}</p>
      <Acts onAct={onAct}>
        <Act intent="destroy" sent={sent}>
          {t(queued ? 'instances:box.leave' : 'instances:box.cancel')}
        </Act>
      </Acts>
    </>
  )
}

function Running({ view, standing, me, sent, onAct }: BodyProps) {
  const t = useText()
  const { span } = useFormat()
  const { phase, share, soon, extendable } = standing
  const { endpoints, requestedBy, extendableAt, challengeId, extension } = view
  const foreign = requestedBy !== null && requestedBy !== me
  const note = `instance-${challengeId}`
  return (
    <>
      <Left share={share} soon={soon} />
      {phase === 'unhealthy' && <p>{t('instances:box.unhealthy')}</p>}
      <Endpoints endpoints={endpoints} />
      <Acts onAct={onAct}>
        {extendableAt !== null && (
          <Act
            intent="extend"
            classes={extendable ? 'primary' : ''}
            sent={sent}
            barred={!extendable}
            why={note}
          >
            <ClockIcon />
            {extendable
              ? t('instances:box.extend_by', { time: span(extension * MINUTE_MS) })
              : t('instances:box.extend')}
          </Act>
        )}
        <Act
          intent="destroy"
          classes="danger"
          sent={sent}
          question={
            foreign && richText(t, 'instances:box.stop_question', { user: <bdi key="u">{requestedBy}</bdi> })
          }
        >
          <SquareIcon />
          {t('instances:box.stop')}
        </Act>
      </Acts>
      <p>
        <span id={note}>
          <Extension view={view} standing={standing} />
        </span>{' '}
        {requestedBy !== null &&
          richText(t, 'instances:box.started_by', { user: <b key="u">{requestedBy}</b> })}
      </p>
    </>
  )
}

function Extension({ view, standing }: Pick<BodyProps, 'view' | 'standing'>) {
  const t = useText()
  const { clock, span } = useFormat()
  const end = timeOf(view.expiresAt)
  if (standing.extended === null || end === null) return null
  if (!standing.extendable)
    return (
      <>
        {t('instances:box.extend_later', {
          time: span(view.extension * MINUTE_MS),
          window: span(view.window * MINUTE_MS)
        })}
      </>
    )
  const short = (time: number) => clock(new Date(time)).slice(0, 5)
  return richText(
    t,
    'instances:box.until',
    { until: <b key="until">{short(standing.extended)}</b> },
    { end: short(end) }
  )
}

function Failed({ view, standing: { barrier }, sent, onAct }: BodyProps) {
  const t = useText()
  return (
    <>
      <p>
        <b>{t(`instances:error.${view.error ?? 'engine'}`)}</b> {t('instances:box.not_counted')}
      </p>
      {barrier ? (
        <Barrier view={view} barrier={barrier} />
      ) : (
        <Acts onAct={onAct}>
          <Act intent="create" classes="primary" sent={sent}>
            <RotateCcwIcon />
            {t('common:try_again')}
          </Act>
        </Acts>
      )}
      {view.reference && (
        <p>{richText(t, 'instances:box.quote', { reference: <code key="r">{view.reference}</code> })}</p>
      )}
    </>
  )
}

function Idle({ view, standing: { phase, barrier }, sent, onAct }: BodyProps) {
  const t = useText()
  const { span } = useFormat()
  const ended = phase === 'ended'
  const [oldest] = view.others
  const replaces = view.replaces && view.limit > 0 && view.inUse >= view.limit && oldest
  return (
    <>
      {ended && view.reason && <Ended reason={t(`instances:reason.${view.reason}`)} />}
      {phase === 'stuck' && <p>{t('instances:box.stuck')}</p>}
      {phase === 'none' && !barrier && (
        <p>{t('instances:box.offer', { time: span(view.lifetime * MINUTE_MS) })}</p>
      )}
      {barrier && <Barrier view={view} barrier={barrier} />}
      {!barrier && replaces && (
        <p>{richText(t, 'instances:box.replaces', { title: <b key="t">{oldest.title}</b> })}</p>
      )}
      {barrier !== 'limit' && (
        <Acts onAct={onAct}>
          <Act intent="create" classes="primary" sent={sent} barred={barrier !== null}>
            <PlayIcon />
            {t(phase === 'none' ? 'instances:box.start' : 'instances:box.start_again')}
          </Act>
        </Acts>
      )}
    </>
  )
}

function Ended({ reason }: { reason: string }): ReactNode {
  const t = useText()
  return <p>{richText(t, 'instances:box.because', { reason: <b key="r">{reason}</b> })}</p>
}

function Barrier({ view, barrier }: { view: InstanceView; barrier: NonNullable<Standing['barrier']> }) {
  const t = useText()
  const { query, link } = usePage()
  if (barrier === 'unavailable')
    return <p>{t(`instances:unavailable.${view.unavailable?.split('.')[1] ?? 'engine_away'}`)}</p>
  return (
    <>
      <p>{t('instances:box.limit')}</p>
      <ul className="mini-list">
        {view.others.map(({ challengeId, title, expiresAt }) => (
          <li key={challengeId}>
            <a className="link" {...link({ ...query, open: challengeId, submission: null })}>
              <bdi>{title}</bdi>
            </a>
            {expiresAt && <Ends at={expiresAt} />}
          </li>
        ))}
      </ul>
    </>
  )
}

function Ends({ at }: { at: string }) {
  const t = useText()
  const { clock } = useFormat()
  const end = new Date(timeOf(at) ?? 0)
  return (
    <time dateTime={end.toISOString()}>{t('instances:box.ends_at', { time: clock(end).slice(0, 5) })}</time>
  )
}
