import type { AnchorHTMLAttributes } from 'react'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { Division } from './props'

interface DivisionTabsProps {
  divisions: readonly Division[]
  /** Number of teams on the whole board. */
  teams: number
  chosen: string | null
  link(division: string | null): AnchorHTMLAttributes<HTMLAnchorElement>
}

/** Links to the board and its divisions; nothing where there are none. */
export function DivisionTabs({ divisions, teams, chosen, link }: DivisionTabsProps) {
  const t = useText()
  const { number } = useFormat()
  if (divisions.length === 0) return null
  return (
    <nav className="tabs" aria-label={t('scoreboard:divisions')}>
      {[{ name: null, teams }, ...divisions].map(({ name, teams }) => (
        <a key={name} {...link(name)} aria-current={chosen === name || undefined}>
          <bdi>{name ?? t('scoreboard:all')}</bdi> <span className="count">{number(teams)}</span>
        </a>
      ))}
    </nav>
  )
}
