import { ChevronLeftIcon, ChevronRightIcon } from '~/app/components/icons'
import { useText } from '~/app/i18n/text'

interface Neighbour {
  id: number
  title: string
}

/** Neighbours of a challenge in its game's list; null at the ends. */
export interface ListNeighbours {
  previous: Neighbour | null
  next: Neighbour | null
}

export function besideOf(list: Neighbour[], id: number): ListNeighbours {
  const place = list.findIndex((one) => one.id === id)
  const at = (index: number) => {
    const one = list[index]
    return one ? { id: one.id, title: one.title } : null
  }
  return { previous: at(place - 1), next: at(place + 1) }
}

/** Links to the neighbours. `rest`: path of the same page. */
export function Neighbours({
  beside,
  list,
  rest = ''
}: {
  beside: ListNeighbours
  list: string
  rest?: string
}) {
  const t = useText()
  const link = (way: 'previous' | 'next', Mark: typeof ChevronLeftIcon) => {
    const one = beside[way]
    if (!one)
      return (
        <span className="btn ghost icon-only" aria-disabled="true">
          <Mark className="flip" />
        </span>
      )
    const name = t(`admin:challenge.${way}`, { title: one.title })
    const href = `${list}/${one.id}${rest}`
    return (
      <a
        className="btn ghost icon-only"
        href={href}
        rel={way === 'next' ? 'next' : 'prev'}
        aria-label={name}
        title={name}
      >
        <Mark className="flip" />
      </a>
    )
  }
  return (
    <nav className="row-tight" aria-label={t('admin:challenge.neighbours')}>
      {link('previous', ChevronLeftIcon)}
      {link('next', ChevronRightIcon)}
    </nav>
  )
}
