import { Avatar } from '~/app/components/Avatar'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { hrefOf, WHOLE } from '~/app/islands/scoreboard/query'
import type { DivisionWinners } from './game-view'

/** The first three of each division of a game that is over; the link leads to the board of the division. */
export function Winners({ game, winners }: { game: number; winners: DivisionWinners }) {
  const t = useText()
  const { number } = useFormat()
  return (
    <section aria-labelledby="division-winners">
      <h2 id="division-winners">{t('games:hero.division_winners')}</h2>
      <ul className="division-winners">
        {winners.map(({ division, teams }) => (
          <li key={division} className="panel">
            <h3>
              <a href={hrefOf(game, { ...WHOLE, division })}>
                <bdi>{division}</bdi>
              </a>
            </h3>
            <ol>
              {teams.map(({ id, name, avatar, score }) => (
                <li key={id}>
                  <Avatar name={name} url={avatar} size="s24" />
                  <a className="truncate" href={`/games/${game}/Teams/${id}`}>
                    <bdi>{name}</bdi>
                  </a>
                  <span className="score">{number(score)}</span>
                </li>
              ))}
            </ol>
          </li>
        ))}
      </ul>
    </section>
  )
}
