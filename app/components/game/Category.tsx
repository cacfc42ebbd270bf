import type { ShownCategory } from '~/server/categories/constants'
import { type Icon, icon, KeyRoundIcon } from '../icons'
import {
  BinaryIcon,
  BlocksIcon,
  BracesIcon,
  BrainCircuitIcon,
  BugIcon,
  CpuIcon,
  CrosshairIcon,
  FingerprintIcon,
  GlobeIcon,
  RadarIcon,
  ShapesIcon,
  SmartphoneIcon
} from './category-icons'

/** Icons of the 13 categories (docs/rules/interface.md#category-marks). Names of categories are not translated. */
const ICONS: Record<string, Icon> = {
  Misc: ShapesIcon,
  Crypto: KeyRoundIcon,
  Pwn: BugIcon,
  Web: GlobeIcon,
  Reverse: BinaryIcon,
  Blockchain: BlocksIcon,
  Forensics: FingerprintIcon,
  Hardware: CpuIcon,
  Mobile: SmartphoneIcon,
  PPC: BracesIcon,
  AI: BrainCircuitIcon,
  Pentest: CrosshairIcon,
  OSINT: RadarIcon
}

/** Value of `data-category`, from which CSS takes the colours. */
export const categoryKey = (category: ShownCategory) =>
  typeof category === 'string' ? category.toLowerCase() : category.color

/** Icons of a game's own categories beside those of the thirteen come from a file, which only pages with them load. */
function iconOf(category: ShownCategory): Icon {
  if (typeof category === 'string') return ICONS[category] ?? ShapesIcon
  ICONS[category.icon] ??= icon(<use href={`/category-icons.svg#${category.icon}`} />)
  return ICONS[category.icon]!
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
