import { Avatar } from '~/app/components/Avatar'
import { Badge } from '~/app/components/Badge'
import { Countdown } from '~/app/components/Countdown'
import { sizeKey } from '~/app/components/GameRow'
import { UsersIcon } from '~/app/components/icons'
import { type Blood, Pennant } from '~/app/components/Pennant'
import { Poster } from '~/app/components/Poster'
import { Timebar } from '~/app/components/Timebar'
import { useText } from '~/app/islands/runtime/text'
import type { HomeView } from './view'

type FeaturedGame = NonNullable<HomeView['feature']>

interface FeatureProps {
  game: FeaturedGame
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

function Figures({ game }: { game: FeaturedGame }) {
  const t = useText()
  const { own, board } = game
  return (
    <div className="figs">
      <Figure label={t('home:left')}>
        <Countdown until={game.end} reload>
          {game.left}
        </Countdown>
      </Figure>
      {own && board && (
        <>
          <Figure label={t('home:rank')}>
            {own.rank}
            <small>{t('home:of', { total: board.teams })}</small>
          </Figure>
          <Figure label={t('home:score')}>{own.score}</Figure>
          <Figure label={t('home:solved')}>
            {own.solved}
            <small>{t('home:of', { total: own.challenges })}</small>
          </Figure>
        </>
      )}
    </div>
  )
}

/** What one can do: play, look how the registration stands, join, or log in to play. */
function MainLink({ game, visitor }: { game: FeaturedGame; visitor: boolean }) {
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

const BLOODS: Record<number, string> = { 1: 'first', 2: 'second', 3: 'third' }

function Highlights({ board }: { board: NonNullable<FeaturedGame['board']> }) {
  const t = useText()
  return (
    <div className="feature-t">
      <h2>{t('home:leading')}</h2>
      {board.leaders.length === 0 && <p className="muted">{t('home:nobody')}</p>}
      <ol className="mini">
        {board.leaders.map(({ id, rank, name, avatar, score }) => (
          <li key={id}>
            <b>{rank}</b>
            <Avatar name={name} url={avatar} size="s16" />
            <bdi className="truncate">{name}</bdi>
            <span>{score}</span>
          </li>
        ))}
      </ol>
      {board.blood && (
        <>
          <h2>{t('home:blood.latest')}</h2>
          <p className="blood-line">
            <Pennant
              blood={board.blood.place as Blood}
              label={t(`home:blood.${BLOODS[board.blood.place]}`)}
            />
            <span>
              <bdi>{board.blood.name}</bdi>
              <span className="faint">
                {' · '}
                <bdi>{board.blood.title}</bdi>, {t('home:blood.ago', { span: board.blood.ago })}
              </span>
            </span>
          </p>
        </>
      )}
    </div>
  )
}

/** The running game on top of the home page. */
export function Feature({ game, now, visitor }: FeatureProps) {
  const t = useText()
  return (
    <section aria-labelledby="feature" className="panel feature">
      <div className="feature-b">
        <div className="feature-h">
          <Poster title={game.title} url={game.poster} />
          <div>
            <div className="row">
              <Badge tone="accent" dot>
                {t('games:phase.running')}
              </Badge>
              <span className="tag">
                <UsersIcon className="i12" />
                {t(sizeKey(game.limit), { count: game.limit })}
              </span>
              <span className="tag">
                {game.teams} {t('games:list.teams', { count: game.teamCount })}
              </span>
            </div>
            <h1 id="feature">
              <a href={`/games/${game.id}`}>
                <bdi>{game.title}</bdi>
              </a>
            </h1>
            <p className="muted">
              <bdi>{game.summary}</bdi>
            </p>
          </div>
        </div>
        <Figures game={game} />
        <Timebar
          start={game.start}
          end={game.end}
          now={now}
          label={t('home:elapsed', { elapsed: game.elapsed, total: game.total })}
          ends={[game.begins, `${game.ends} UTC`]}
        />
        <div className="row">
          <MainLink game={game} visitor={visitor} />
          <a className="btn" href={`/games/${game.id}/Scoreboard`}>
            {t('home:scoreboard')}
          </a>
        </div>
      </div>
      {game.board && <Highlights board={game.board} />}
    </section>
  )
}
