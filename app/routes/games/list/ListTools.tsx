import { useLocation } from '@remix-run/react'
import { useText } from '~/app/i18n/text'
import { hrefWith } from '~/app/request/paging'
import { type CatalogueQuery, GAME_SIZES, GAME_STATES } from '~/server/games/contract'

type Filter = Pick<CatalogueQuery, 'state' | 'size'>

export function ListTools({ filter }: { filter: Filter }) {
  return (
    <div className="table-tools">
      <Choice name="state" of={GAME_STATES} chosen={filter.state} />
      <Choice name="size" of={GAME_SIZES} chosen={filter.size} />
    </div>
  )
}

interface ChoiceProps {
  /** In the query, and below games:filter in the texts. */
  name: keyof Filter
  of: readonly string[]
  chosen: string | null
}

function Choice({ name, of, chosen }: ChoiceProps) {
  const t = useText()
  const here = useLocation()
  return (
    <nav className="segmented" aria-label={t(`games:filter.${name}`)}>
      {[null, ...of].map((value) => (
        <a
          key={value}
          href={hrefWith(here, { [name]: value })}
          aria-current={chosen === value ? 'true' : undefined}
        >
          {t(`games:filter.${value === null ? `${name}_all` : value}`)}
        </a>
      ))}
    </nav>
  )
}
