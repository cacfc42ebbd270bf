import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { gameTimes } from '~/app/islands/runtime/game-times'
import { Cached } from '~/app/rendering/cached'
import { type ShellData, useShell } from '~/app/request/page/shell'
import type { GameAction } from '~/server/access/constants'
import { mayIn } from '~/server/access/contract'
import { type GamePause, pauseAt } from '~/server/games/constants'
import type { GameEnds, ParticipationStatus } from '~/server/games/contract'
import { Avatar } from '../Avatar'
import { Banner } from '../Banner'
import { LockIcon } from '../challenge-icons'
import { SnowflakeIcon } from '../icons'
import { richText } from '../markdown/richText'
import { Bell } from './Bell'
import { Countdown } from './Countdown'
import { elapsed, type Phase, phaseKey, phaseOf } from './Timebar'

export interface BarGame {
  id: number
  title: string
  poster: string | null
  start: string
  /** For the reader's team. */
  end: string
  ends: GameEnds
  practiceMode: boolean
  writeupRequired: boolean
  /** Wire time of the freeze; null without one. */
  freeze: string | null
  /** The last pause, also a past one; null before the first. */
  pause: GamePause | null
  corrections: number
  decisions: number
  /** Messages of the organisers that nobody of the reader's team has opened. */
  unread: number
  /** The reader's registration. */
  status: ParticipationStatus
  /** The reader belongs to the team today. */
  member: boolean
}

type GameTab =
  | 'overview'
  | 'challenges'
  | 'writeup'
  | 'scoreboard'
  | 'corrections'
  | 'decisions'
  | 'help'
  | 'statistics'
  | 'verify'
  | 'monitor'
  | 'manage'
  /** Reached by the bell, not by a tab. */
  | 'notices'

interface GameBarProps {
  game: BarGame
  current: GameTab
  now: number
  inert?: boolean
}

const DOTS: Record<Phase, string> = {
  upcoming: 'dot',
  running: 'dot accent',
  'last-hour': 'dot warn',
  ended: 'dot'
}

/** What staff of the platform or the game may do here. */
interface Reader {
  watches: boolean
  helps: boolean
  tries: boolean
  manages: boolean
}

/** `closed` is the reason why this reader cannot open the page; null when it is open. */
type Tab = [tab: GameTab, href: string, closed: string | null]

/**
 * A closed page of challenges leads to the game's page or the login
 * (docs/rules/interface.md#pages-and-roles).
 */
export function gameTabs(
  { id, practiceMode, writeupRequired, corrections, decisions, ...own }: Omit<BarGame, 'unread'>,
  phase: Phase,
  { watches, helps, tries, manages }: Reader
): Tab[] {
  const started = phase !== 'upcoming'
  // What the team shares is not for who left it.
  const status = own.member ? own.status : 'Unsubmitted'
  const playable = started && status === 'Accepted' && (phase !== 'ended' || practiceMode)
  const open = playable || tries
  const plays = status !== 'Unsubmitted'
  const tabs: [...Tab, boolean][] = [
    ['overview', `/games/${id}`, null, true],
    ['challenges', `/games/${id}/Challenges`, open ? null : reasonOf(status), open || phase !== 'ended'],
    ['writeup', `/games/${id}/Writeup`, null, started && status === 'Accepted' && writeupRequired],
    ['scoreboard', `/games/${id}/Scoreboard`, null, true],
    ['corrections', `/games/${id}/Corrections`, null, corrections > 0],
    ['decisions', `/games/${id}/Decisions`, null, decisions > 0],
    ['help', `/games/${id}/${plays ? 'Help' : 'monitor/Help'}`, null, plays || (helps && !started)],
    ['statistics', `/games/${id}/Statistics`, null, phase === 'ended' || (started && watches)],
    ['verify', `/games/${id}/verify`, null, phase === 'ended'],
    ['monitor', `/games/${id}/monitor/Events`, null, started && watches],
    ['manage', `/admin/games/${id}`, null, manages]
  ]
  return tabs.filter(([, , , shown]) => shown).map(([tab, href, why]) => [tab, href, why])
}

/** Why the challenges are closed to a reader of this registration, as a locale key. */
export function reasonOf(status: ParticipationStatus): string {
  if (status === 'Unsubmitted') return 'games:back.not_participating'
  if (status === 'Pending') return 'games:back.pending'
  return status === 'Accepted' ? 'games:back.not_started' : 'games:back.not_accepted'
}

export function GameBar(props: GameBarProps) {
  return gameBarOf(props, useShell()?.viewer)
}

/**
 * The time that a cached part of a game is rendered for: readers of the same second share it. The game or a pause may begin
 * or end within it.
 */
export function sharedNow(
  { start, end, pause }: Pick<BarGame, 'start' | 'end' | 'pause'>,
  now: number
): number {
  const second = Math.floor(now / 1000) * 1000
  const [from, to] = [Date.parse(start), Date.parse(end)]
  const isSame =
    phaseOf(from, to, second) === phaseOf(from, to, now) && pauseAt(pause, second) === pauseAt(pause, now)
  return isSame ? second : now
}

/** The bar for a reader's roles, cached; null for visitors. */
export function gameBarOf(
  { game, current, now, inert = false }: GameBarProps,
  viewer: ShellData['viewer'] | undefined
) {
  const {
    id,
    title,
    poster,
    start,
    end,
    ends,
    practiceMode,
    writeupRequired,
    freeze,
    pause,
    corrections,
    decisions,
    unread,
    status,
    member
  } = game
  const may = (action: GameAction) => mayIn(viewer ?? null, id, action)
  const reader: Reader = {
    ...{ watches: may('watch'), helps: may('tickets'), tries: may('preview') },
    manages: may('overview')
  }
  const shown = {
    id,
    title,
    poster,
    start,
    end,
    ends,
    practiceMode,
    writeupRequired,
    freeze,
    pause,
    corrections,
    decisions,
    unread,
    status,
    member
  }
  return <Cached of={Bar} props={{ game: shown, current, now: sharedNow(game, now), inert, reader }} />
}

interface BarProps extends Required<GameBarProps> {
  reader: Reader
}

function Bar({ game, current, now, inert, reader }: BarProps) {
  const t = useText()
  const [start, end] = [Date.parse(game.start), Date.parse(game.end)]
  const phase = phaseOf(start, end, now)
  const pause = pauseAt(game.pause, now)
  const bar = (
    <section
      className="gamebar"
      aria-label={t('games:bar.label')}
      data-phase={phase}
      {...gameTimes(
        game.id,
        {
          start,
          end: Date.parse(game.ends.final),
          pause: game.pause,
          freeze: game.freeze === null ? null : Date.parse(game.freeze)
        },
        game.ends,
        reader === null || game.status !== 'Accepted' ? undefined : end
      )}
      {...(inert ? { inert: '' } : {})}
    >
      <a className="game-name" href={`/games/${game.id}`}>
        <Avatar name={game.title} url={game.poster} size="s24" />
        <bdi className="truncate">{game.title}</bdi>
      </a>
      <nav className="tabs" aria-label={t('games:bar.tabs')} data-standing="tabs">
        {gameTabs(game, phase, reader).map(([tab, href, closed]) => (
          <a
            key={tab}
            href={href}
            aria-current={tab === current ? 'page' : undefined}
            title={closed ? t(closed) : undefined}
          >
            {t(`games:bar.${tab}`)}
            {tab === 'help' && game.unread > 0 && <Unread count={game.unread} />}
            {closed && (
              <>
                <LockIcon />
                <span className="sr"> {t(closed)}</span>
              </>
            )}
          </a>
        ))}
      </nav>
      <div className="game-clock">
        <span className="phase">
          <span className={pause ? 'dot warn' : DOTS[phase]} aria-hidden="true" />
          {t(pause ? 'games:pause.phase' : phaseKey(phase, game.practiceMode))}
        </span>
        <Frozen since={game.freeze} now={now} />
        {!pause && <Left phase={phase} until={phase === 'upcoming' ? start : end} now={now} />}
        {phase !== 'upcoming' && <Bell game={game.id} current={current === 'notices'} />}
      </div>
      <Rail start={start} end={end} now={now} />
    </section>
  )
  if (!pause) return bar
  return (
    <>
      {bar}
      <Paused pause={pause} end={end} now={now} inert={inert} />
    </>
  )
}

function Paused({ pause, end, now, inert }: { pause: GamePause; end: number; now: number; inert: boolean }) {
  const t = useText()
  const { countdown, moment } = useFormat()
  const until = Date.parse(pause.until)
  const left = (
    <Countdown until={until} reload>
      {countdown(until - now)}
    </Countdown>
  )
  return (
    <div className="game-paused" {...(inert ? { inert: '' } : {})}>
      <Banner
        tone="warn"
        title={richText(t, 'games:pause.until', { time: `${moment(new Date(until))} UTC`, left })}
      >
        <bdi>{pause.reason}</bdi>{' '}
        <span className="muted">{t('games:pause.effect', { end: `${moment(new Date(end))} UTC` })}</span>
      </Banner>
    </div>
  )
}

/** How many messages wait to be read. */
function Unread({ count }: { count: number }) {
  const t = useText()
  return (
    <span className="badge ok">
      <span aria-hidden="true">{count}</span>
      <span className="sr">{t('games:bar.unread', { n: count })}</span>
    </span>
  )
}

/** Says that the public board stands still. */
function Frozen({ since, now }: { since: string | null; now: number }) {
  const t = useText()
  const { moment } = useFormat()
  if (since === null || Date.parse(since) > now) return null
  const text = t('games:bar.frozen', { time: `${moment(new Date(since))} UTC` })
  return (
    <span className="badge" title={text}>
      <SnowflakeIcon />
      <span className="sr">{text}</span>
    </span>
  )
}

function Left({ phase, until, now }: { phase: Phase; until: number; now: number }) {
  const t = useText()
  const format = useFormat()
  if (phase === 'ended') return null
  const time = (
    <Countdown until={until} reload>
      {format.countdown(until - now)}
    </Countdown>
  )
  return (
    <span className="left">
      {richText(t, phase === 'upcoming' ? 'games:bar.starts' : 'games:bar.left', { time })}
    </span>
  )
}

function Rail({ start, end, now }: { start: number; end: number; now: number }) {
  const t = useText()
  const share = elapsed(start, end, now)
  return (
    <svg
      className="game-rail"
      role="img"
      aria-label={t('games:bar.elapsed', { percent: share })}
      focusable="false"
    >
      <rect className="rope" width="100%" height="100%" />
      <rect className="run" width={`${share}%`} height="100%" />
    </svg>
  )
}
