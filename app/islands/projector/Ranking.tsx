import { Avatar } from '~/app/components/Avatar'
import { CategoryIcon, categoryKey } from '~/app/components/game/Category'
import { RankChange } from '~/app/components/game/RankChange'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { categoryName, type ShownCategory } from '~/server/categories/constants'
import type { Scene, SceneRow } from './scene'

interface RankingProps {
  scene: Scene
  just: number | null
}

/** Bar: width, distance and height in units of the drawing. */
const BAR = 10
const STEP = 14
const HIGH = 20
const LEADERS = 10

export function Ranking({ scene: { rows, categories, page }, just }: RankingProps) {
  const t = useText()
  return (
    <section className="pj-table" aria-label={t('scoreboard:projector.ranking')}>
      <table>
        <caption className="sr">{t('scoreboard:projector.ranking')}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr">{t('scoreboard:head.rank')}</span>
            </th>
            <th scope="col">
              <span className="sr">{t('scoreboard:projector.change')}</span>
            </th>
            <th scope="col">{t('scoreboard:head.team')}</th>
            <th scope="col" className="pips">
              <span className="sr">{t('scoreboard:projector.pips')}</span>
              {categories.map((category) => (
                <span key={categoryName(category)} data-category={categoryKey(category)}>
                  <CategoryIcon category={category} />
                </span>
              ))}
            </th>
            <th scope="col" className="num sv">
              {t('scoreboard:head.solved')}
            </th>
            <th scope="col" className="num sc">
              {t('scoreboard:head.score')}
            </th>
          </tr>
        </thead>
        <tbody key={page}>
          {rows.map((row) => (
            <Team key={row.id} row={row} categories={categories} just={row.id === just} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Team({ row, categories, just }: { row: SceneRow; categories: ShownCategory[]; just: boolean }) {
  const { number } = useFormat()
  const look = [just && 'just', row.place <= 3 && 'top'].filter(Boolean).join(' ')
  const series = row.place <= LEADERS ? `s${row.place}` : undefined
  return (
    <tr className={look || undefined}>
      <td className="rk">{row.place}</td>
      <td className="dl">
        <RankChange places={row.change} />
      </td>
      <th scope="row">
        <span className="nm">
          <Avatar name={row.name} url={row.avatar} />
          <bdi>{row.name}</bdi>
        </span>
        <svg className="under" aria-hidden="true" focusable="false">
          <rect className={series} width={`${row.share}%`} height="100%" />
        </svg>
      </th>
      <td className="pips">
        <Pips pips={row.pips} categories={categories} />
      </td>
      <td className="num sv">{row.solved}</td>
      <td className="num sc">{number(row.score)}</td>
    </tr>
  )
}

function Pips({ pips, categories }: { pips: number[]; categories: ShownCategory[] }) {
  const { number } = useFormat()
  const words = categories.map(
    (category, index) => `${categoryName(category)} ${number(Math.round(pips[index]! * 100))} %`
  )
  const width = pips.length * STEP - (STEP - BAR)
  return (
    <svg
      viewBox={`0 0 ${Math.max(BAR, width)} ${HIGH}`}
      preserveAspectRatio="xMaxYMax meet"
      role="img"
      aria-label={words.join(', ')}
      focusable="false"
    >
      {pips.map((share, index) => (
        <g key={categoryName(categories[index]!)} data-category={categoryKey(categories[index]!)}>
          <rect className="pip" x={index * STEP} y={HIGH * (1 - share)} width={BAR} height={HIGH * share} />
          <rect className="base" x={index * STEP} y={HIGH - 1} width={BAR} height="1" />
        </g>
      ))}
    </svg>
  )
}
