import { Badge } from '~/app/components/Badge'
import { STATUS_TONES } from '~/app/components/game/GameRow'
import { LocalTime } from '~/app/components/game/LocalTime'
import { useText } from '~/app/i18n/text'
import { Cached } from '~/app/rendering/cached'
import type { Upcoming as Props } from './between-games'
import { GameHero } from './GameHero'

function Head({ game }: Pick<Props, 'game'>) {
  const { summary, start, end, left } = game
  const t = useText()
  return (
    <GameHero
      game={game}
      tone="info"
      phase={t('games:phase.upcoming')}
      clock={{ label: t('games:hero.starts_in'), until: start, left }}
    >
      {summary && (
        <p className="lead">
          <bdi>{summary}</bdi>
        </p>
      )}
      <p className="muted small">
        <LocalTime at={start} /> – <LocalTime at={end} />
      </p>
    </GameHero>
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
      <div className="feature-b upcoming">
        <Cached of={Links} props={{ id: game.id, status, visitor }} />
      </div>
    </section>
  )
}
