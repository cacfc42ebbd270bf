import { Avatar } from '~/app/components/Avatar'
import { rich } from '~/app/components/markdown/rich'
import { useFormat } from '~/app/islands/runtime/words/format'
import { useText } from '~/app/islands/runtime/words/text'
import { HEIGHT, WIDTH } from './course'
import type { HomeView } from './view'

type Board = NonNullable<NonNullable<HomeView['feature']>['board']>

interface StandingProps {
  game: number
  board: Board
  now: number
}

/** Time of the data in UTC; a script rewrites it in the reader's zone (app/islands/local-times). */
function AsOf({ now }: { now: number }) {
  const t = useText()
  const { clock } = useFormat()
  const time = (
    <time key="time" data-local={now}>
      {clock(new Date(now))} UTC
    </time>
  )
  return <span className="faint small">{rich(t, 'home:as_of', { time })}</span>
}

export function Standing({ game, board, now }: StandingProps) {
  const t = useText()
  return (
    <section className="panel standing" aria-labelledby="standing" data-fresh="leaders">
      <header>
        <h2 id="standing">{t('home:leading')}</h2>
        <AsOf now={now} />
        <a className="link small push" href={`/games/${game}/Scoreboard`}>
          {t('home:scoreboard')}
        </a>
      </header>
      {board.leaders.length === 0 && <p className="panel-body muted">{t('home:nobody')}</p>}
      <ol className="leaders">
        {board.leaders.map(({ id, rank, name, avatar, score, gained, course }) => (
          <li key={id}>
            <b>{rank}</b>
            <Avatar name={name} url={avatar} size="s24" />
            <a className="truncate" href={`/games/${game}/Teams/${id}`}>
              <bdi>{name}</bdi>
            </a>
            <svg viewBox={`-1 -1 ${WIDTH + 2} ${HEIGHT + 2}`} aria-hidden="true">
              <path d={course} />
            </svg>
            <span className="gained">{t('home:gained', { points: gained })}</span>
            <span className="score">{score}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
