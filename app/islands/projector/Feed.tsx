import { Category, categoryKey } from '~/app/components/game/Category'
import { type Blood, Pennant } from '~/app/components/game/Pennant'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { Column } from '~/app/islands/scoreboard/props'
import { Age } from './Age'
import type { News } from './scene'

export function Unsolved({ challenges }: { challenges: readonly Column[] }) {
  const t = useText()
  const { number } = useFormat()
  if (challenges.length === 0) return null
  return (
    <>
      <h2>{t('scoreboard:projector.unsolved')}</h2>
      <ul className="unsolved">
        {challenges.map(({ id, title, category, value }) => (
          <li key={id}>
            <Category category={category} />
            <b className="truncate">
              <bdi>{title}</bdi>
            </b>
            <span className="num">{number(value)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

export function ProjectorFeed({ news, now }: { news: readonly News[]; now: number }) {
  const t = useText()
  if (news.length === 0) return null
  return (
    <>
      <h2>{t('scoreboard:projector.latest')}</h2>
      <ul className="latest">
        {news.map(({ id, at, team, challenge, category, place }) => (
          <li key={id}>
            {place > 0 ? (
              <Pennant blood={place as Blood} label={t(`scoreboard:blood.${place}`)} />
            ) : (
              <i className="hit" data-category={categoryKey(category)} aria-hidden="true" />
            )}
            <b className="truncate">
              <bdi>{team}</bdi>
            </b>
            <bdi className="truncate">{challenge}</bdi>
            <Age className="num" at={at} now={now} />
          </li>
        ))}
      </ul>
    </>
  )
}
