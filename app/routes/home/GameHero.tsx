import type { ReactNode } from 'react'
import { Badge } from '~/app/components/Badge'
import { Countdown } from '~/app/components/game/Countdown'
import { GameArt } from '~/app/components/game/GameArt'
import { sizeKey } from '~/app/components/game/GameRow'
import { UsersIcon } from '~/app/components/icons'
import { useText } from '~/app/i18n/text'
import type { GameCard } from '~/server/games/contract'

interface GameHeroProps {
  /** `teams`: their number as text. */
  game: Pick<GameCard, 'id' | 'title' | 'poster' | 'limit' | 'teamCount'> & { teams: string }
  tone: 'warn' | 'accent' | 'info'
  phase: string
  /** `until`: Unix milliseconds; `left`: the time until then as text. */
  clock: { label: string; until: number; left: string }
  /** Beside the number of teams. */
  fact?: ReactNode
  /** Below the title. */
  children?: ReactNode
  /** For scripts that follow the times of the game. */
  times?: object
}

/** The picture of a game on the home page, its size, and a clock. */
export function GameHero({ game, tone, phase, clock, fact, children, times }: GameHeroProps) {
  const { id, title, poster, limit, teams, teamCount } = game
  const t = useText()
  return (
    <div className="game-hero" {...times}>
      <GameArt id="art" title={title} url={poster} />
      <div className="in">
        <div className="who">
          <div className="row" data-fresh="facts">
            <Badge tone={tone} dot>
              {phase}
            </Badge>
            <span className="tag">
              <UsersIcon className="i12" />
              {t(sizeKey(limit), { count: limit })}
            </span>
            <span className="tag">
              {teams} {t('games:list.teams', { count: teamCount })}
            </span>
            {fact && <span className="tag">{fact}</span>}
          </div>
          <h1 id="feature">
            <a href={`/games/${id}`}>
              <bdi>{title}</bdi>
            </a>
          </h1>
          {children}
        </div>
        <div className="clock">
          <p>
            <span className="k">{clock.label}</span>
            <span className="t">
              <Countdown until={clock.until} reload>
                {clock.left}
              </Countdown>
            </span>
          </p>
        </div>
      </div>
    </div>
  )
}
