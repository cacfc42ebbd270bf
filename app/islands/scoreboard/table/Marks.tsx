import { memo } from 'react'
import { categoryKey } from '~/app/components/game/Category'
import { type Text, useText } from '~/app/islands/runtime/words/text'
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
  range: Range
  before: number
  fresh: number | undefined
}

type Place = Pick<MarksProps, 'columns' | 'range' | 'before'>

function shared({ columns, range: { from, to }, before }: Place) {
  const whole = from === 0 && to === columns.length
  return columns.slice(from, to).map(({ id, category }, place) => {
    const index = from + place
    const look = columns[index - 1]?.category === category ? 'm' : 'm first'
    const ariaIndex = whole ? undefined : before + index + 1
    return {
      id,
      index,
      look,
      ariaIndex,
      category: categoryKey(category),
      empty: <td key={id} {...CELL} className={look} aria-colindex={ariaIndex} />
    }
  })
}

let last: (Place & { cells: ReturnType<typeof shared> }) | null = null

/** Memo for the rows of a table, which are rendered in sequence. */
function sharedBy({ columns, range, before }: Place) {
  if (last?.columns !== columns || last.range !== range || last.before !== before)
    last = { columns, range, before, cells: shared({ columns, range, before }) }
  return last.cells
}

/** Cells of the challenges. The table colours `data-cat`, once for all cells. */
export const Marks = memo(function Marks({ marks, columns, range, before, fresh }: MarksProps) {
  const t = useText()
  const { from, to } = range
  let next = marks.findIndex(([column]) => column >= from)
  const cells = sharedBy({ columns, range, before }).map(
    ({ id, index, look, ariaIndex, category, empty }) => {
      const mark = marks[next]
      if (mark?.[0] !== index) return empty
      next++
      return (
        <td
          key={id}
          {...CELL}
          className={fresh === index ? `${look} fresh` : look}
          aria-colindex={ariaIndex}
          data-cat={category}
        >
          {symbol(mark, t)}
        </td>
      )
    }
  )
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
