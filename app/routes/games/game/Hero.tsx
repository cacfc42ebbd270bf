import { Badge } from '~/app/components/Badge'
import { LockIcon } from '~/app/components/challenge-icons'
import { Countdown } from '~/app/components/game/Countdown'
import { GameArt } from '~/app/components/game/GameArt'
import { sizeKey } from '~/app/components/game/GameRow'
import { type Phase, phaseKey, phaseOf } from '~/app/components/game/Timebar'
import { FileTextIcon, HistoryIcon, type Icon, KeyRoundIcon, UsersIcon } from '~/app/components/icons'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { pauseAt } from '~/server/games/constants'
import type { Game } from './OwnParticipation'
import type { RankPlace } from './OwnPlace'

type HeroGame = Pick<
  Game,
  | 'id'
  | 'title'
  | 'summary'
  | 'poster'
  | 'start'
  | 'end'
  | 'pause'
  | 'hidden'
  | 'limit'
  | 'organizations'
  | 'inviteCodeRequired'
  | 'writeupRequired'
  | 'practiceMode'
  | 'status'
  | 'freeze'
>

interface HeroProps {
  game: HeroGame
  /** Null while the reader's team is not on the board. */
  place: RankPlace | null
  /** The team still owes a writeup. */
  owes: boolean
  now: number
}

/** The game in one view: its art, what it is, how long it takes, and what to do next. */
export function Hero({ game, place, owes, now }: HeroProps) {
  const [start, end] = [Date.parse(game.start), Date.parse(game.end)]
  const phase = phaseOf(start, end, now)
  return (
    <section className="game-hero" aria-labelledby="game-title">
      <GameArt id="art" title={game.title} url={game.poster} />
      <div className="in">
        <div className="who">
          <Tags game={game} phase={phase} paused={pauseAt(game.pause, now) !== null} />
          <h1 id="game-title">
            <bdi>{game.title}</bdi>
          </h1>
          {game.summary && <p className="lead">{game.summary}</p>}
        </div>
        <div className="clock">
          {phase === 'ended' ? <End place={place} end={end} /> : <Clock {...{ start, end, phase, now }} />}
          <Actions game={game} phase={phase} owes={owes} />
        </div>
      </div>
    </section>
  )
}

interface ClockProps {
  start: number
  end: number
  phase: Phase
  now: number
}

function Clock({ start, end, phase, now }: ClockProps) {
  const t = useText()
  const { countdown } = useFormat()
  const until = phase === 'upcoming' ? start : end
  return (
    <p>
      <span className="k">{t(phase === 'upcoming' ? 'games:hero.starts_in' : 'games:hero.left')}</span>
      <span className="t">
        <Countdown until={until} reload>
          {countdown(until - now)}
        </Countdown>
      </span>
    </p>
  )
}

/** The own place for players, else the time of the end. */
function End({ place, end }: { place: RankPlace | null; end: number }) {
  const t = useText()
  const { number, moment } = useFormat()
  if (place)
    return (
      <p>
        <span className="k">{t('games:hero.place')}</span>
        <span className="t">
          {number(place.rank)} <small>{t('challenges:own.of', { total: number(place.teams) })}</small>
        </span>
      </p>
    )
  const at = new Date(end)
  return (
    <p>
      <span className="k">{t('games:phase.ended')}</span>
      <time className="date" dateTime={at.toISOString()}>
        {moment(at)} UTC
      </time>
    </p>
  )
}

interface ActionsProps extends Pick<HeroProps, 'owes'> {
  game: HeroGame
  phase: Phase
}

/** Links by phase: the calendar before the start, the challenges while they are open, the writeup and the replay afterwards. */
function Actions({ game: { id, status, practiceMode, freeze }, phase, owes }: ActionsProps) {
  const t = useText()
  const ended = phase === 'ended'
  const playable = status === 'Accepted' && phase !== 'upcoming' && (!ended || practiceMode)
  const actions: [href: string, key: string][] = []
  if (owes) actions.push([`/games/${id}/Writeup`, 'writeup:submit'])
  if (playable) actions.push([`/games/${id}/Challenges`, 'games:state.open_challenges'])
  if (phase === 'upcoming') actions.push([`/games/${id}/Calendar`, 'games:hero.calendar'])
  actions.push([`/games/${id}/Scoreboard`, 'games:state.open_scoreboard'])
  if (ended && freeze === null) {
    actions.push([`/games/${id}/Replay`, 'games:hero.replay'])
    actions.push([`/games/${id}/Solutions`, 'solutions:title'])
  }
  return (
    <div className="row" data-standing="next">
      {actions.map(([href, key], index) => (
        <a key={key} className={(owes || playable) && index === 0 ? 'btn primary lg' : 'btn lg'} href={href}>
          {t(key)}
        </a>
      ))}
    </div>
  )
}

const TONES = { upcoming: 'info', running: 'accent', 'last-hour': 'warn', ended: 'outline' } as const

function Tag({ icon: Mark, children }: { icon: Icon; children: string }) {
  return (
    <span className="tag">
      <Mark className="i12" />
      {children}
    </span>
  )
}

function Tags({ game, phase, paused }: { game: HeroGame; phase: Phase; paused: boolean }) {
  const t = useText()
  const divisions = game.organizations?.length ?? 0
  return (
    <div className="row">
      <Badge tone={paused ? 'warn' : TONES[phase]} dot>
        {t(paused ? 'games:pause.phase' : phaseKey(phase, game.practiceMode))}
      </Badge>
      {game.hidden && (
        <Badge tone="warn" icon={LockIcon}>
          {t('games:tag.hidden')}
        </Badge>
      )}
      <Tag icon={UsersIcon}>{t(sizeKey(game.limit), { count: game.limit })}</Tag>
      {divisions > 0 && <Tag icon={UsersIcon}>{t('games:tag.divisions', { count: divisions })}</Tag>}
      {game.inviteCodeRequired && <Tag icon={KeyRoundIcon}>{t('games:tag.invited')}</Tag>}
      {game.writeupRequired && <Tag icon={FileTextIcon}>{t('games:tag.writeup')}</Tag>}
      {game.practiceMode && phase !== 'ended' && <Tag icon={HistoryIcon}>{t('games:tag.practice')}</Tag>}
    </div>
  )
}
