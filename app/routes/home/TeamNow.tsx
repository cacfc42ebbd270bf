import { SolveMark } from '~/app/components/game/SolveMark'
import { rich } from '~/app/components/markdown/rich'
import { useFormat } from '~/app/islands/runtime/words/format'
import { useText } from '~/app/islands/runtime/words/text'
import type { HomeView } from './view'

type Now = NonNullable<HomeView['team']>

/** How far the reader's team is from those next to it, and what it solved last. */
export function TeamNow({ game, ahead, behind, last }: Now) {
  const t = useText()
  const { number } = useFormat()
  return (
    <section className="team-now" aria-labelledby="team-now" data-fresh="team-now">
      <h2 id="team-now">{t('home:now.title')}</h2>
      <ul>
        {ahead && (
          <li>
            {rich(t, 'challenges:own.behind', {
              points: <b key="points">{number(ahead.points)}</b>,
              team: (
                <a key="team" className="link" href={`/games/${game}/Teams/${ahead.id}`}>
                  <bdi>{ahead.name}</bdi>
                </a>
              )
            })}
          </li>
        )}
        {behind && (
          <li>
            {rich(t, 'home:now.lead', {
              points: <b key="points">{number(behind.points)}</b>,
              team: (
                <a key="team" className="link" href={`/games/${game}/Teams/${behind.id}`}>
                  <bdi>{behind.name}</bdi>
                </a>
              )
            })}
          </li>
        )}
        <li>{last ? <Last game={game} last={last} /> : t('home:now.none')}</li>
      </ul>
    </section>
  )
}

function Last({ game, last }: { game: number; last: NonNullable<Now['last']> }) {
  const t = useText()
  const { number } = useFormat()
  const { challenge, title, points, place, who, ago } = last
  return (
    <>
      <SolveMark place={place} />{' '}
      {rich(t, 'home:now.last', {
        challenge: (
          <a key="challenge" className="link" href={`/games/${game}/Challenges?c=${challenge}`}>
            <bdi>{title}</bdi>
          </a>
        )
      })}{' '}
      <span className="faint">
        {t('teampage:points', { points: `+${number(points)}` })} · <bdi>{who}</bdi> ·{' '}
        {t('home:blood.ago', { span: ago })}
      </span>
    </>
  )
}
