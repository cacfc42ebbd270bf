import { memo } from 'react'
import { categoryKey } from '~/app/components/Category'
import { type Text, useText } from '~/app/islands/runtime/text'
import type { Layout } from '../live/view'
import type { Mark } from '../props'
import { clockOf } from '../times'

const KEYS = ['solved', 'blood_1', 'blood_2', 'blood_3'] as const

interface MarksProps {
  marks: readonly Mark[]
  columns: Layout['columns']
  /** Column of the solve that has just come. */
  fresh: number | undefined
}

/** The matrix part of a row: a cell a challenge. */
export const Marks = memo(function Marks({ marks, columns, fresh }: MarksProps) {
  const t = useText()
  let next = 0
  return columns.map(({ id, category }, index) => {
    const first = columns[index - 1]?.category !== category
    const mark = marks[next]?.[0] === index ? marks[next++] : undefined
    const look = `m${first ? ' first' : ''}${fresh === index ? ' fresh' : ''}`
    if (!mark) return <td key={id} className={look} />
    return (
      <td key={id} className={look} data-category={categoryKey(category)}>
        {symbol(mark, t)}
      </td>
    )
  })
})

function symbol([, place, minute]: Mark, t: Text) {
  const label = t(`scoreboard:mark.${KEYS[place]}`, { time: clockOf(minute) })
  if (place === 0) return <i className="hit" role="img" aria-label={label} />
  return (
    <i className="blood" data-blood={place} role="img" aria-label={label}>
      {place}
    </i>
  )
}
