import { Badge } from '~/app/components/Badge'
import { Countdown } from '~/app/components/Countdown'
import { ClockIcon, FlagIcon } from '~/app/components/icons'
import { Poster } from '~/app/components/Poster'
import { rich } from '~/app/components/rich'
import { phaseOf } from '~/app/components/Timebar'
import { type Text, useText } from '~/app/islands/runtime/text'
import type { GameLine } from './view'

/** Who may form a team: alone, up to so many, or any number (product.md §2, game types). */
export function limitText(t: Text, limit: number): string {
  if (limit === 0) return t('home:limit.any')
  return limit === 1 ? t('home:limit.individual') : t('home:limit.team', { count: limit })
}

interface GameRowsProps {
  games: GameLine[]
  /** Unix milliseconds. */
  now: number
  /** The first one counts down by the second, because nothing else on the page does. */
  countdown?: boolean
}

function State({ game, now, ticking }: { game: GameLine; now: number; ticking: boolean }) {
  const t = useText()
  const phase = phaseOf(game.start, game.end, now)
  if (phase === 'ended') {
    return (
      <Badge tone="outline" icon={FlagIcon}>
        {t('home:state.ended')}
      </Badge>
    )
  }
  if (phase !== 'upcoming') {
    return (
      <Badge tone="accent" dot>
        {t('home:state.running')}
      </Badge>
    )
  }
  const time = ticking ? (
    <Countdown key="time" until={game.start} reload>
      {game.startsIn}
    </Countdown>
  ) : (
    game.startsIn
  )
  return (
    <Badge tone="info" icon={ClockIcon}>
      <span>{rich(t, 'home:state.starts', { time })}</span>
    </Badge>
  )
}

/** Games as lines, each a link. */
export function GameRows({ games, now, countdown = false }: GameRowsProps) {
  const t = useText()
  return (
    <ul className="game-list panel">
      {games.map((game, index) => (
        <li key={game.id}>
          <a className="game-row" href={`/games/${game.id}`}>
            <Poster title={game.title} url={game.poster} />
            <span className="gt">
              <b>
                <bdi>{game.title}</bdi>
              </b>
              <span>
                <bdi>{game.summary}</bdi>
              </span>
            </span>
            <span className="gd">
              <span>{game.when}</span>
              <span>{limitText(t, game.limit)}</span>
            </span>
            <span className="gn">
              <b>{game.teams.text}</b>
              <span>{t('home:teams', { count: game.teams.count })}</span>
            </span>
            <span className="gs">
              <State game={game} now={now} ticking={countdown && index === 0} />
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}
