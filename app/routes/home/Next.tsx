import { Category, categoryKey } from '~/app/components/game/Category'
import { LightbulbIcon, UsersIcon } from '~/app/components/icons'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { HomeView } from './home-view'

type NextProps = NonNullable<NonNullable<HomeView['player']>['next']>

/** Challenges that the reader's team has not solved, and why they are offered. */
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
        {challenges.map(({ id, title, category, score, solved, why }) => (
          <li key={id} className="next-card" data-category={categoryKey(category)}>
            <div>
              <Category category={category} />
              <b>{number(score)}</b>
            </div>
            <a href={`/games/${game}/Challenges?c=${id}`}>
              <bdi>{title}</bdi>
            </a>
            <Why why={why} solved={solved} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Why({ why, solved }: Pick<NextProps['challenges'][number], 'why' | 'solved'>) {
  const t = useText()
  const { number } = useFormat()
  if (why && 'mates' in why)
    return (
      <span className="why">
        <UsersIcon />
        <span>{t('home:on_it', { count: why.mates.length, names: why.mates.join(', ') })}</span>
      </span>
    )
  if (why)
    return (
      <span className="why">
        <LightbulbIcon />
        <span>{t('home:hint_since', { span: why.ago })}</span>
      </span>
    )
  return (
    <span className="faint small">
      {solved === 0 ? t('home:untouched') : t('home:solved_by', { count: solved, total: number(solved) })}
    </span>
  )
}
