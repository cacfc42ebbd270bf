import { Avatar } from '~/app/components/Avatar'
import { Category } from '~/app/components/game/Category'
import {
  CircleCheckIcon,
  CircleDashedIcon,
  CircleXIcon,
  FlagIcon,
  HourglassIcon,
  type Icon,
  InfoIcon,
  PlayIcon,
  ScaleIcon,
  SquareIcon,
  TriangleAlertIcon
} from '~/app/components/icons'
import { useText } from '~/app/i18n/text'
import { shownCategory } from '~/server/categories/constants'
import type { EventType } from '~/server/monitoring/contract'
import type { AnswerResult } from '~/server/submissions/contract'
import type { Challenge } from './props'
import { hrefOf, type Query } from './query'

interface Appearance {
  tone?: 'ok' | 'warn' | 'bad'
  icon: Icon
}

const VERDICTS: Record<AnswerResult, Appearance> = {
  FlagSubmitted: { tone: 'warn', icon: HourglassIcon },
  Accepted: { tone: 'ok', icon: CircleCheckIcon },
  WrongAnswer: { icon: CircleXIcon },
  CheatDetected: { tone: 'bad', icon: TriangleAlertIcon },
  NotFound: { tone: 'warn', icon: CircleDashedIcon }
}

const EVENTS: Record<EventType, Appearance> = {
  Normal: { icon: InfoIcon },
  ContainerStart: { icon: PlayIcon },
  ContainerDestroy: { icon: SquareIcon },
  FlagSubmit: { icon: FlagIcon },
  CheatDetected: { tone: 'bad', icon: TriangleAlertIcon }
}

const HINT: Appearance = { tone: 'warn', icon: InfoIcon }

function Mark({ look: { tone, icon: Sign }, text }: { look: Appearance; text: string }) {
  return (
    <span className={tone ? `res ${tone}` : 'res'}>
      <Sign />
      {text}
    </span>
  )
}

/** `late`: sent after the end, so no verdict scores. */
export function VerdictBadge({ status, late = false }: { status: AnswerResult; late?: boolean }) {
  const t = useText()
  const { icon, tone } = VERDICTS[status]
  const mark = <Mark look={late ? { icon } : { icon, tone }} text={t(`monitor:status.${status}`)} />
  if (!late) return mark
  return (
    <>
      {mark} <span className="badge outline">{t('monitor:late')}</span>
    </>
  )
}

/** `hint`: the event may be cheating, or may not. */
export function EventMark({ type, hint = false }: { type: EventType; hint?: boolean }) {
  const t = useText()
  if (hint) return <Mark look={HINT} text={t('monitor:event.hint')} />
  return <Mark look={EVENTS[type]} text={t(`monitor:event.${type}`)} />
}

export function TeamLink({ name, id, query }: { name: string; id: number | null; query: Query }) {
  const t = useText()
  if (id === null) return <span className="faint">–</span>
  return (
    <a
      className="row-tight plain"
      href={hrefOf(query, { team: id })}
      title={t('monitor:filter.only_team', { team: name })}
    >
      <Avatar name={name} size="s16" />
      <bdi>{name}</bdi>
    </a>
  )
}

export function User({ name }: { name: string }) {
  const t = useText()
  return name === '' ? <span className="faint">{t('monitor:gone_user')}</span> : <bdi>{name}</bdi>
}

interface ChallengeNameProps {
  challenge: Challenge | undefined
  title: string
}

export function ChallengeName({ challenge, title }: ChallengeNameProps) {
  return (
    <>
      {challenge && <Category category={shownCategory(challenge)} />}
      <bdi>{title}</bdi>
    </>
  )
}

/** Link to a new case with this row as evidence, relative to the monitor's pages. */
export function CaseLink({ evidence }: { evidence: string }) {
  const text = useText()('monitor:open_case')
  return (
    <a className="case-link" href={`Cases/New?evidence=${evidence}`} aria-label={text} title={text}>
      <ScaleIcon className="i14" />
    </a>
  )
}
