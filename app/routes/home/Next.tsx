import { Category, categoryKey } from '~/app/components/game/Category'
import { useFormat } from '~/app/islands/runtime/words/format'
import { useText } from '~/app/islands/runtime/words/text'
import type { HomeView } from './view'

interface NextProps {
  game: number
  challenges: NonNullable<HomeView['next']>['challenges']
}

/** Challenges that the reader's team has not solved, those that most others have solved first. */
export function Next({ game, challenges }: NextProps) {
  const t = useText()
  const { number } = useFormat()
  return (
    <section aria-labelledby="next-for-you" data-fresh="next">
      <div className="section-head">
        <h2 id="next-for-you">{t('home:for_you')}</h2>
        <span className="faint small for-you-hint">{t('home:for_you_hint')}</span>
        <a className="more" href={`/games/${game}/Challenges?hide=1`}>
          {t('home:all_unsolved')}
        </a>
      </div>
      <ul className="next-cards">
        {challenges.map(({ id, title, category, score, solved }) => (
          <li key={id} className="next-card" data-category={categoryKey(category)}>
            <div>
              <Category category={category} />
              <b>{number(score)}</b>
            </div>
            <a href={`/games/${game}/Challenges?c=${id}`}>
              <bdi>{title}</bdi>
            </a>
            <span className="faint small">
              {solved === 0
                ? t('home:untouched')
                : t('home:solved_by', { count: solved, total: number(solved) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
