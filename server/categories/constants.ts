import { CHALLENGE_CATEGORIES } from '~/server/challenges/constants'

export const CATEGORY_LIMITS = { name: 32, listed: 20 } as const

/** Colours by hue; `app/styles/components/category.css` makes readable ones of them in every scheme. */
export const CATEGORY_COLORS = [
  'red',
  'orange',
  'amber',
  'yellow',
  'lime',
  'green',
  'teal',
  'cyan',
  'blue',
  'indigo',
  'violet',
  'pink',
  'grey'
] as const
export type CategoryColor = (typeof CATEGORY_COLORS)[number]

/** Icons that none of the thirteen has; `public/category-icons.svg` draws them, so that no island carries their paths. */
export const MORE_ICONS = [
  'Antenna',
  'Bot',
  'Car',
  'Cloud',
  'Database',
  'Flag',
  'Flask',
  'Gamepad',
  'Image',
  'Lock',
  'Music',
  'Terminal',
  'Wifi',
  'Zap'
] as const

/** The icons of the thirteen go by the names of their categories. */
export const CATEGORY_ICONS = [...CHALLENGE_CATEGORIES, ...MORE_ICONS] as const
export type CategoryIconName = (typeof CATEGORY_ICONS)[number]

/** A category of a game's own, as it is shown. */
export interface CustomCategory {
  id: number
  name: string
  color: CategoryColor
  icon: CategoryIconName
}

/** What our pages show: the name of one of the thirteen, or a category of the game. */
export type ShownCategory = string | CustomCategory

export const shownCategory = (of: {
  category: string
  customCategory?: CustomCategory | null
}): ShownCategory => of.customCategory ?? of.category

export const categoryName = (shown: ShownCategory): string => (typeof shown === 'string' ? shown : shown.name)

/** The order of pages: the thirteen, then those of the game by name. */
export function compareCategories(a: ShownCategory, b: ShownCategory): number {
  const [one, other] = [categoryName(a), categoryName(b)]
  return placeOf(a) - placeOf(b) || (one < other ? -1 : one > other ? 1 : 0)
}

function placeOf(shown: ShownCategory): number {
  const place = (CHALLENGE_CATEGORIES as readonly unknown[]).indexOf(shown)
  return place < 0 ? CHALLENGE_CATEGORIES.length : place
}

type Categorised = Parameters<typeof shownCategory>[0]

/** Challenges of the contract's groups as our pages group them. */
export const regrouped = <T extends Categorised>(challenges: Readonly<Record<string, readonly T[]>>) =>
  byCategory(Object.values(challenges).flat(), shownCategory)

/** Items by what they show, in the order of pages; names are unique in a game. */
export function byCategory<T>(
  items: Iterable<T>,
  shownOf: (item: T) => ShownCategory
): [ShownCategory, T[]][] {
  const groups = new Map<string, [ShownCategory, T[]]>()
  for (const item of items) {
    const shown = shownOf(item)
    const name = categoryName(shown)
    const group = groups.get(name)
    if (group) group[1].push(item)
    else groups.set(name, [shown, [item]])
  }
  return [...groups.values()].sort(([a], [b]) => compareCategories(a, b))
}
