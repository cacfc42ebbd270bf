import type { ReactNode } from 'react'
import { Bell } from '~/app/components/game/Bell'
import { LocalTime } from '~/app/components/game/LocalTime'
import { RankChange } from '~/app/components/game/RankChange'
import { Timebar } from '~/app/components/game/Timebar'
import { richText } from '~/app/components/markdown/richText'
import { useText } from '~/app/i18n/text'
import { gameTimes } from '~/app/islands/runtime/game-times'
import { Cached } from '~/app/rendering/cached'
import { GameHero } from './GameHero'
import type { HomeView } from './home-view'

type FeaturedGame = NonNullable<HomeView['feature']>

interface FeatureProps {
  game: FeaturedGame
  /** The reader's registration. */
  status: HomeView['status']
  /** `OwnFigures` or `AllFigures`. */
  figures: ReactNode
  /** `RaceChart`; empty while no team has scored. */
  race: ReactNode
  /** `TeamNow`; empty for readers who do not play. */
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

/** The reader's figures, which the page is not rendered for. */
export interface OwnTexts {
  rank: string
  score: string
  gained: string
  solved: string
  /** The distance to the team above; absent for the leader. */
  points?: string
  place?: string
  name?: string
}

interface OwnFiguresProps extends Partial<OwnTexts> {
  challenges: string
  teams: string
  /** Places gained within an hour; null when that is not known. */
  change: number | null
  /** Another team is above. */
  ahead: boolean
}

export function OwnFigures(props: OwnFiguresProps) {
  const { rank, change, teams, score, gained = '', solved, challenges, ahead, points, place, name } = props
  const t = useText()
  const next = { rank: <span key="rank">{place}</span>, team: <bdi key="team">{name}</bdi> }
  return (
    <>
      <Figure label={t('home:rank')}>
        {rank}
        <RankChange places={change} />
        <small>{t('home:of', { total: teams })}</small>
      </Figure>
      <Figure label={t('home:score')}>
        {score}
        <small>{t('home:gained', { points: gained })}</small>
      </Figure>
      <Figure label={t('home:solved')}>
        {solved}
        <small>{t('home:of', { total: challenges })}</small>
      </Figure>
      {ahead && (
        <Figure label={t('home:next_place')}>
          {points}
          <small>{richText(t, 'home:to_place', next)}</small>
        </Figure>
      )}
    </>
  )
}

/** Figures of the whole game. */
export function AllFigures({ board }: { board: NonNullable<FeaturedGame['board']> }) {
  const t = useText()
  return (
    <>
      <Figure label={t('home:flags')}>{board.flags}</Figure>
      <Figure label={t('home:bloods')}>
        {board.bloods}
        <small>{t('home:of', { total: board.challenges })}</small>
      </Figure>
      {board.countries !== null && <Figure label={t('home:countries')}>{board.countries}</Figure>}
    </>
  )
}

interface PlayedGame {
  id: number
  status: HomeView['status']
  /** Challenges stay open after the end. */
  practice: boolean
}

/** The main action: play, see the registration, or join. */
function MainLink({ game }: { game: PlayedGame }) {
  const t = useText()
  if (game.status === 'Accepted') {
    return (
      <a className="btn primary" href={`/games/${game.id}/Challenges`}>
        {t('home:open')}
      </a>
    )
  }
  return (
    <a className="btn primary" href={`/games/${game.id}`}>
      {t(game.status ? 'games:bar.overview' : 'home:join')}
    </a>
  )
}

/** Visitors watch first. */
function VisitorLinks({ game: { id, practice } }: { game: PlayedGame }) {
  const t = useText()
  return (
    <div className="watch-now">
      <p className="muted">
        {t('home:watch_hint')} {practice && t('home:practice_after')}
      </p>
      <div className="row">
        <a className="btn primary" href={`/games/${id}/Scoreboard`}>
          {t('home:watch')}
        </a>
        <a className="btn" href="/account/Register">
          {t('home:create')}
        </a>
      </div>
      <a className="link small" href={`/account/Login?from=${encodeURIComponent(`/games/${id}`)}`}>
        {t('home:login')}
      </a>
    </div>
  )
}

function Head({ game }: { game: FeaturedGame }) {
  const { id, start, end, pause, paused, board, left } = game
  const t = useText()
  return (
    <GameHero
      game={game}
      tone={paused ? 'warn' : 'accent'}
      phase={t(paused ? 'games:pause.phase' : 'games:phase.running')}
      clock={{ label: t('home:left'), until: end, left }}
      fact={board && t('home:unsolved', { total: board.unsolved })}
      times={gameTimes(id, { start, end, pause })}
    />
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
  if (visitor) return <VisitorLinks game={game} />
  return (
    <div className="row">
      <MainLink game={game} />
      <a className="btn" href={`/games/${game.id}/Scoreboard`}>
        {t('home:scoreboard')}
      </a>
      {game.status === 'Accepted' && <Bell game={game.id} />}
    </div>
  )
}

/** The running game on top of the home page: the reader's own part is separate from the shared one. */
export function Feature({ game, status, figures, race, team, now, visitor }: FeatureProps) {
  return (
    <section aria-labelledby="feature" className="panel feature">
      <Cached of={Head} props={{ game }} />
      <div className="feature-b">
        <Cached of={Times} props={{ game, now }} />
        <div className="figs" data-fresh="figures">
          {figures}
        </div>
        <Cached of={Links} props={{ game: { id: game.id, status, practice: game.practiceMode }, visitor }} />
        {race}
        {team}
      </div>
    </section>
  )
}
