import { type Icon, KeyRoundIcon } from '../icons'
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
export const categoryKey = (category: string) => category.toLowerCase()

export function CategoryIcon({ category, className }: { category: string; className?: string }) {
  const Mark = ICONS[category] ?? ShapesIcon
  return <Mark className={className} />
}

export function Category({ category }: { category: string }) {
  return (
    <span className="cat" data-category={categoryKey(category)}>
      <CategoryIcon category={category} />
      {category}
    </span>
  )
}
