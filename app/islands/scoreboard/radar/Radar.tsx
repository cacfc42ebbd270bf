import { CategoryIcon, categoryKey } from '~/app/components/game/Category'
import { useText } from '~/app/i18n/text'
import { categoryName } from '~/server/categories/constants'
import type { Share } from '../props'
import { pointsOf, radarPoints, shareOf } from './radar'

const REACH = 100
const NAME = 116
const ICON = 20
const RINGS = [0.25, 0.5, 0.75, 1]
const MIN_AXES = 3

/** Share of each category. The list beside it has the numbers. */
export function Radar({ shares }: { shares: readonly Share[] }) {
  const t = useText()
  if (shares.length < MIN_AXES) return null
  const all = (reach: number) => shares.map(() => reach)
  const won = radarPoints(shares.map(({ points, of }) => REACH * shareOf(points, of)))
  const names = radarPoints(all(NAME))
  return (
    <svg
      className="radar"
      viewBox="-132 -132 264 264"
      role="img"
      aria-label={t('scoreboard:team.radar')}
      focusable="false"
    >
      {RINGS.map((ring) => (
        <polygon key={ring} className="ring" points={pointsOf(radarPoints(all(REACH * ring)))} />
      ))}
      {radarPoints(all(REACH)).map(([x, y], index) => (
        <line key={categoryName(shares[index]!.category)} className="axis" x2={x} y2={y} />
      ))}
      <polygon className="won" points={pointsOf(won)} />
      {shares.map(({ category }, index) => {
        const [x, y] = names[index]!
        const [cx, cy] = won[index]!
        return (
          <g key={categoryName(category)} data-category={categoryKey(category)}>
            <circle cx={cx} cy={cy} r="3.5" />
            <svg x={x - ICON / 2} y={y - ICON / 2} width={ICON} height={ICON}>
              <title>{categoryName(category)}</title>
              <CategoryIcon category={category} />
            </svg>
          </g>
        )
      })}
    </svg>
  )
}
