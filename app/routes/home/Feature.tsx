import type { ReactNode } from 'react'
import { Badge } from '~/app/components/Badge'
import { Bell } from '~/app/components/game/Bell'
import { Countdown } from '~/app/components/game/Countdown'
import { GameArt } from '~/app/components/game/GameArt'
import { sizeKey } from '~/app/components/game/GameRow'
import { LocalTime } from '~/app/components/game/LocalTime'
import { Timebar } from '~/app/components/game/Timebar'
import { UsersIcon } from '~/app/components/icons'
import { Cached } from '~/app/islands/runtime/cache/cached'
import { gameTimes } from '~/app/islands/runtime/game-times'
import { useText } from '~/app/islands/runtime/words/text'
import type { HomeView } from './view'

type FeaturedGame = NonNullable<HomeView['feature']>

interface FeatureProps {
  game: FeaturedGame
  /** The reader's registration. */
  status: HomeView['status']
  /** On its board; null when the reader is not on it. */
  challenges: string | null
  own: OwnTexts
  /** `TeamNow`; empty for who does not play. */
  team: ReactNode
  now: number
  visitor: boolean
}

function Figure({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <span className="k">{label}</span>
      <span className="v">{children}</span>
    </div>
  )
}

/** The reader's figures, which the page is not rendered for; absent when there are none. */
export type OwnTexts = Partial<Pick<NonNullable<HomeView['own']>, 'rank' | 'score' | 'solved'>>

function OwnFigures({
  rank,
  score,
  solved,
  challenges,
  teams
}: OwnTexts & { challenges: string; teams: string }) {
  const t = useText()
  return (
    <>
      <Figure label={t('home:rank')}>
        {rank}
        <small>{t('home:of', { total: teams })}</small>
      </Figure>
      <Figure label={t('home:score')}>{score}</Figure>
      <Figure label={t('home:solved')}>
        {solved}
        <small>{t('home:of', { total: challenges })}</small>
      </Figure>
    </>
  )
}

/** Of the whole game. */
function AllFigures({ board }: { board: NonNullable<FeaturedGame['board']> }) {
  const t = useText()
  return (
    <>
      <Figure label={t('home:flags')}>{board.flags}</Figure>
      <Figure label={t('home:bloods')}>
        {board.bloods}
        <small>{t('home:of', { total: board.challenges })}</small>
      </Figure>
    </>
  )
}

interface PlayedGame {
  id: number
  status: HomeView['status']
}

/** What one can do: play, look how the registration stands, join, or log in to play. */
function MainLink({ game, visitor }: { game: PlayedGame; visitor: boolean }) {
  const t = useText()
  if (game.status === 'Accepted') {
    return (
      <a className="btn primary" href={`/games/${game.id}/Challenges`}>
        {t('home:open')}
      </a>
    )
  }
  const to = `/games/${game.id}`
  return (
    <a className="btn primary" href={visitor ? `/account/Login?from=${encodeURIComponent(to)}` : to}>
      {t(visitor ? 'home:login' : game.status ? 'games:bar.overview' : 'home:join')}
    </a>
  )
}

function Head({ game }: { game: FeaturedGame }) {
  const { id, title, poster, limit, teams, teamCount, start, end, pause, paused, board } = game
  const t = useText()
  return (
    <div className="game-hero" {...gameTimes(id, { start, end, pause })}>
      <GameArt id="art" title={title} url={poster} />
      <div className="in">
        <div className="who">
          <div className="row">
            <Badge tone={paused ? 'warn' : 'accent'} dot>
              {t(paused ? 'games:pause.phase' : 'games:phase.running')}
            </Badge>
            <span className="tag">
              <UsersIcon className="i12" />
              {t(sizeKey(limit), { count: limit })}
            </span>
            <span className="tag">
              {teams} {t('games:list.teams', { count: teamCount })}
            </span>
            {board && <span className="tag">{t('home:unsolved', { total: board.unsolved })}</span>}
          </div>
          <h1 id="feature">
            <a href={`/games/${id}`}>
              <bdi>{title}</bdi>
            </a>
          </h1>
        </div>
        <div className="clock">
          <p>
            <span className="k">{t('home:left')}</span>
            <span className="t">
              <Countdown until={end} reload>
                {game.left}
              </Countdown>
            </span>
          </p>
        </div>
      </div>
    </div>
  )
}

function Times({ game, now }: { game: FeaturedGame; now: number }) {
  const { start, end, elapsed, total } = game
  const t = useText()
  return (
    <Timebar
      {...{ start, end, now }}
      label={t('home:elapsed', { elapsed, total })}
      ends={[<LocalTime key="start" at={start} bare />, <LocalTime key="end" at={end} />]}
    />
  )
}

interface LinksProps {
  game: PlayedGame
  visitor: boolean
}

function Links({ game, visitor }: LinksProps) {
  const t = useText()
  return (
    <div className="row">
      <MainLink game={game} visitor={visitor} />
      <a className="btn" href={`/games/${game.id}/Scoreboard`}>
        {t('home:scoreboard')}
      </a>
      {game.status === 'Accepted' && <Bell game={game.id} />}
    </div>
  )
}

/** The running game on top of the home page: what is the reader's own stands apart from what all see. */
export function Feature({ game, status, challenges, own, team, now, visitor }: FeatureProps) {
  const { board } = game
  return (
    <section aria-labelledby="feature" className="panel feature">
      <Cached of={Head} props={{ game }} />
      <div className="feature-b">
        <Cached of={Times} props={{ game, now }} />
        <div className="feature-f">
          <div className="figs" data-fresh="figures">
            {challenges !== null && board && (
              <Cached of={OwnFigures} props={{ challenges, teams: board.teams }} texts={own} />
            )}
            {board && <Cached of={AllFigures} props={{ board }} />}
          </div>
          <Cached of={Links} props={{ game: { id: game.id, status }, visitor }} />
        </div>
        {team}
      </div>
    </section>
  )
}
