import { Category } from '~/app/components/game/Category'
import { type Blood, Pennant } from '~/app/components/game/Pennant'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { Age } from './Age'
import type { News } from './scene'

interface PennonProps {
  /** Null before the first blood. */
  news: News | null
  fresh: boolean
  now: number
}

/** The newest blood. Its age is not announced with it. */
export function Pennon({ news, fresh, now }: PennonProps) {
  const t = useText()
  const { number } = useFormat()
  if (!news) return null
  return (
    <section className={fresh ? 'pj-blood fresh' : 'pj-blood'} aria-label={t('scoreboard:projector.blood')}>
      <Age at={news.at} now={now} ago />
      <div role="status">
        <p className="flagrow">
          <Pennant blood={news.place as Blood} large />
          <b>{t(`scoreboard:blood.${news.place}`)}</b>
        </p>
        <p className="who truncate">
          <bdi>{news.team}</bdi>
        </p>
        <p className="what">
          <Category category={news.category} />
          <bdi className="truncate">{news.challenge}</bdi>
          <span className="points">
            {number(news.value)} {news.bonus > 0 && <b>+{number(news.bonus)}</b>}
          </span>
        </p>
      </div>
    </section>
  )
}
