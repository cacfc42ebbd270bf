import { Badge } from '~/app/components/Badge'
import { Countdown } from '~/app/components/game/Countdown'
import { GameArt } from '~/app/components/game/GameArt'
import { STATUS_TONES, sizeKey } from '~/app/components/game/GameRow'
import { LocalTime } from '~/app/components/game/LocalTime'
import { UsersIcon } from '~/app/components/icons'
import { Cached } from '~/app/islands/runtime/cache/cached'
import { useText } from '~/app/islands/runtime/words/text'
import type { Upcoming as Props } from './calm'

function Head({ game }: Pick<Props, 'game'>) {
  const { id, title, summary, poster, limit, teams, teamCount, start, end, left } = game
  const t = useText()
  return (
    <div className="game-hero">
      <GameArt id="art" title={title} url={poster} />
      <div className="in">
        <div className="who">
          <div className="row">
            <Badge tone="info" dot>
              {t('games:phase.upcoming')}
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
          {summary && (
            <p className="lead">
              <bdi>{summary}</bdi>
            </p>
          )}
          <p className="muted small">
            <LocalTime at={start} /> – <LocalTime at={end} />
          </p>
        </div>
        <div className="clock">
          <p>
            <span className="k">{t('games:hero.starts_in')}</span>
            <span className="t">
              <Countdown until={start} reload>
                {left}
              </Countdown>
            </span>
          </p>
        </div>
      </div>
    </div>
  )
}

interface LinksProps extends Pick<Props, 'status'> {
  id: number
  visitor: boolean
}

/** Sign up; for visitors, get an account first. Who is signed up reads how that stands. */
function Links({ id, status, visitor }: LinksProps) {
  const t = useText()
  const page = `/games/${id}`
  return (
    <div className="row">
      {status && <Badge tone={STATUS_TONES[status]}>{t(`games:list.own.${status}`)}</Badge>}
      {visitor && (
        <a className="btn primary" href="/account/Register">
          {t('home:create')}
        </a>
      )}
      {visitor && (
        <a className="btn" href={`/account/Login?from=${encodeURIComponent(page)}`}>
          {t('home:login')}
        </a>
      )}
      {!visitor && (
        <a className="btn primary" href={page}>
          {t(status ? 'games:bar.overview' : 'games:join.submit')}
        </a>
      )}
      <a className="btn" href={`${page}/Calendar`}>
        {t('games:hero.calendar')}
      </a>
    </div>
  )
}

/** The game that starts next, on top of the home page while none runs. */
export function Upcoming({ game, status, visitor }: Props & { visitor: boolean }) {
  return (
    <section aria-labelledby="feature" className="panel feature">
      <Cached of={Head} props={{ game }} />
      <div className="feature-b calm">
        <Cached of={Links} props={{ id: game.id, status, visitor }} />
      </div>
    </section>
  )
}
