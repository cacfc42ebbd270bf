import type { ShownCategory } from '~/server/categories/constants'
import { type Icon, icon } from '../icons'

/** By name; made once, because a component that is made anew is mounted anew. */
const ICONS: Record<string, Icon> = {}

/** Value of `data-category`, from which CSS takes the colours. */
export const categoryKey = (category: ShownCategory) =>
  typeof category === 'string' ? category.toLowerCase() : category.color

/**
 * Icons of the 13 categories (docs/rules/interface.md#category-marks) and of a game's own come from a file: a page shows
 * the same few many times, and no island carries their paths.
 */
function iconOf(category: ShownCategory): Icon {
  const name = typeof category === 'string' ? category : category.icon
  ICONS[name] ??= icon(<use href={`/category-icons.svg#${name}`} />)
  return ICONS[name]
}

export function CategoryIcon({ category, className }: { category: ShownCategory; className?: string }) {
  const Mark = iconOf(category)
  return <Mark className={className} />
}

export function Category({ category }: { category: ShownCategory }) {
  return (
    <span className="cat" data-category={categoryKey(category)}>
      <CategoryIcon category={category} />
      {typeof category === 'string' ? category : <bdi>{category.name}</bdi>}
    </span>
  )
}
