import { memo } from 'react'
import { categoryKey } from '~/app/components/Category'
import { type Text, useText } from '~/app/islands/runtime/text'
import type { Layout } from '../live/view'
import type { Mark } from '../props'
import { clockOf } from '../times'
import { Pad } from './Pad'
import { CELL } from './roles'
import type { Range } from './window'

const KEYS = ['solved', 'blood_1', 'blood_2', 'blood_3'] as const

interface MarksProps {
  marks: readonly Mark[]
  columns: Layout['columns']
  /** Columns that have to be in the document. */
  range: Range
  /** Cells of the row before these. */
  before: number
  /** Column of the solve that has just come. */
  fresh: number | undefined
}

/** The matrix part of a row: a cell a challenge. `data-cat` is coloured by the table, once for all cells. */
export const Marks = memo(function Marks({ marks, columns, range, before, fresh }: MarksProps) {
  const t = useText()
  const { from, to } = range
  const whole = from === 0 && to === columns.length
  let next = marks.findIndex(([column]) => column >= from)
  const cells = columns.slice(from, to).map(({ id, category }, place) => {
    const index = from + place
    const first = columns[index - 1]?.category !== category
    const mark = marks[next]?.[0] === index ? marks[next++] : undefined
    const look = `m${first ? ' first' : ''}${fresh === index ? ' fresh' : ''}`
    return (
      <td
        key={id}
        {...CELL}
        className={look}
        aria-colindex={whole ? undefined : before + index + 1}
        data-cat={mark && categoryKey(category)}
      >
        {mark && symbol(mark, t)}
      </td>
    )
  })
  return (
    <>
      <Pad columns={from} />
      {cells}
      <Pad columns={columns.length - to} />
    </>
  )
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
