import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { pauseAt } from '~/server/games/constants'
import type { GameCard, Registration, StoredStatus } from '~/server/games/contract'
import { Badge } from '../Badge'
import { ClockIcon } from '../challenge-icons'
import { FlagIcon, HistoryIcon } from '../icons'
import { Poster } from './Poster'
import { phaseKey, phaseOf } from './Timebar'

/** `individual`, `any` or `limited`: keys of games:size (docs/rules/games.md#lists). */
export const sizeKey = (limit: number) =>
  limit === 1 ? 'games:size.individual' : limit === 0 ? 'games:size.any' : 'games:size.limited'

interface GameRowProps {
  game: GameCard
  now: number
  /** The reader's registration; absent without one. */
  own?: Registration
}

export function GameRow({ game, now, own }: GameRowProps) {
  const t = useText()
  const format = useFormat()
  const [start, end] = [new Date(game.start), new Date(game.end)]
  return (
    <a className="game-row" href={`/games/${game.id}`}>
      <Poster title={game.title} url={game.poster} />
      <span className="gt">
        <b>
          <bdi>{game.title}</bdi>
        </b>
        <span>
          <bdi>{game.summary}</bdi>
        </span>
        {own && <Own {...own} />}
      </span>
      <span className="gd">
        <span>
          <span className="sr">{t('games:list.time')}</span>
          <Range start={start} end={end} />
        </span>
        <span>{t(sizeKey(game.limit), { count: game.limit })}</span>
      </span>
      <span className="gn">
        <b>{format.number(game.teamCount)}</b>
        <span>{t('games:list.teams', { count: game.teamCount })}</span>
      </span>
      <span className="gs">
        <State
          start={start.getTime()}
          end={end.getTime()}
          paused={pauseAt(game.pause, now) !== null}
          practice={game.practiceMode}
          now={now}
        />
      </span>
    </a>
  )
}

/** How a registration's status is coloured. */
export const STATUS_TONES = {
  Accepted: 'ok',
  Pending: 'warn',
  Rejected: 'bad',
  Suspended: 'bad'
} as const satisfies Record<StoredStatus, string>

/** The reader's team in the game, and its status. */
function Own({ team, status }: Registration) {
  const t = useText()
  return (
    <span className="own">
      <Badge tone={STATUS_TONES[status]}>{t(`games:list.own.${status}`)}</Badge>
      <span className="sr">{t('games:list.own_team')} </span>
      <bdi className="truncate">{team}</bdi>
    </span>
  )
}

function Range({ start, end }: { start: Date; end: Date }) {
  const format = useFormat()
  const text = format.range(start, end)
  const thisYear = new Date().getUTCFullYear()
  return start.getUTCFullYear() === thisYear && end.getUTCFullYear() === thisYear ? (
    <time data-local={`${start.getTime()} ${end.getTime()}`}>{text}</time>
  ) : (
    text
  )
}

interface StateProps {
  start: number
  end: number
  paused: boolean
  practice: boolean
  now: number
}

function State({ start, end, paused, practice, now }: StateProps) {
  const t = useText()
  const format = useFormat()
  const phase = phaseOf(start, end, now)
  if (phase === 'upcoming') {
    return (
      <Badge tone="info" icon={ClockIcon}>
        <span>{t('games:list.starts_in', { time: format.span(start - now) })}</span>
      </Badge>
    )
  }
  if (phase === 'ended')
    return (
      <Badge tone="outline" icon={practice ? HistoryIcon : FlagIcon}>
        {t(phaseKey(phase, practice))}
      </Badge>
    )
  if (paused)
    return (
      <Badge tone="warn" dot>
        {t('games:pause.phase')}
      </Badge>
    )
  return (
    <Badge tone={phase === 'running' ? 'accent' : 'warn'} dot>
      {t('games:list.ends_in', { time: format.span(end - now) })}
    </Badge>
  )
}
