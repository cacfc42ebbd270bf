import { Badge } from '~/app/components/Badge'
import { Countdown } from '~/app/components/game/Countdown'
import { sizeKey } from '~/app/components/game/GameRow'
import { LatestBloods } from '~/app/components/game/LatestBloods'
import { LocalTime } from '~/app/components/game/LocalTime'
import { Poster } from '~/app/components/game/Poster'
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

function Left({ game: { end, left } }: { game: FeaturedGame }) {
  const t = useText()
  return (
    <Figure label={t('home:left')}>
      <Countdown until={end} reload>
        {left}
      </Countdown>
    </Figure>
  )
}

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

/** The latest bloods of the game. */
function Latest({ board: { latest } }: { board: NonNullable<FeaturedGame['board']> }) {
  const t = useText()
  return (
    <div className="feature-t" data-fresh="latest">
      <h2>{t('home:blood.latest')}</h2>
      <LatestBloods bloods={latest} />
    </div>
  )
}

function Head({ game }: { game: FeaturedGame }) {
  const { id, title, poster, limit, teams, teamCount, summary, start, end, pause, paused } = game
  const t = useText()
  return (
    <div className="feature-h" {...gameTimes(id, { start, end, pause })}>
      <Poster title={title} url={poster} />
      <div>
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
        </div>
        <h1 id="feature">
          <a href={`/games/${id}`}>
            <bdi>{title}</bdi>
          </a>
        </h1>
        <p className="muted">
          <bdi>{summary}</bdi>
        </p>
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
    </div>
  )
}

/** The running game on top of the home page: what is the reader's own stands apart from what all see. */
export function Feature({ game, status, challenges, own, now, visitor }: FeatureProps) {
  const { board } = game
  return (
    <section aria-labelledby="feature" className="panel feature">
      <div className="feature-b">
        <Cached of={Head} props={{ game }} />
        <div className="figs" data-fresh="figures">
          <Cached of={Left} props={{ game }} />
          {challenges !== null && board && (
            <Cached of={OwnFigures} props={{ challenges, teams: board.teams }} texts={own} />
          )}
          {board && <Cached of={AllFigures} props={{ board }} />}
        </div>
        <Cached of={Times} props={{ game, now }} />
        <Cached of={Links} props={{ game: { id: game.id, status }, visitor }} />
      </div>
      {board && <Cached of={Latest} props={{ board }} />}
    </section>
  )
}
