import { memo } from 'react'
import { categoryKey } from '~/app/components/game/Category'
import { type Text, useText } from '~/app/i18n/text'
import { categoryName } from '~/server/categories/constants'
import type { Layout } from '../live/view'
import { type Mark, SEALED } from '../props'
import { clockOf } from '../times'
import { Pad } from './Pad'
import { CELL } from './roles'
import type { Range } from './window'

const KEYS = ['solved', 'blood_1', 'blood_2', 'blood_3', 'sealed'] as const
const PLACES = [0, 1, 2, 3, SEALED] as const

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
    const look = categoryName(columns[index - 1]?.category ?? '') === categoryName(category) ? 'm' : 'm first'
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
export const SolveMarks = memo(function Marks({ marks, columns, range, before, fresh }: MarksProps) {
  const t = useText()
  const { from, to } = range
  let next = marks.findIndex(([column]) => column >= from)
  const cells = sharedBy({ columns, range, before }).map(
    ({ id, index, look, ariaIndex, category, empty }) => {
      const mark = marks[next]
      if (mark?.[0] !== index) return empty
      next++
      const [, place, minute] = mark
      const shown = fresh === index ? `${look} fresh` : look
      return cellOf({ key: id, look: shown, ariaIndex, category, place, time: clockOf(minute) }, t)
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

interface CellProps {
  look: string
  ariaIndex?: number
  /** The category of the challenge; null without a solve. */
  category: string | null
  /** The place of the solve: 1 to 3, or SEALED, else 0. */
  place: Mark[1]
}

/** A function, so that a large table does not have a component for each cell. */
function cellOf(
  { key, look, ariaIndex, category, place, time }: CellProps & { key?: number; time: string },
  t: Text
) {
  const label = t(`scoreboard:mark.${KEYS[place]}`, { time })
  return (
    <td key={key} {...CELL} className={look} aria-colindex={ariaIndex} data-cat={category}>
      {place === 0 || place === SEALED ? (
        <i className={place === 0 ? 'hit' : 'hit sealed'} role="img" aria-label={label} />
      ) : (
        <i className="blood" data-blood={place} role="img" aria-label={label}>
          {place}
        </i>
      )}
    </td>
  )
}

/** A single cell, which many teams share. */
export function Cell({ time, ...cell }: CellProps & { time?: string }) {
  const t = useText()
  const { look, ariaIndex } = cell
  if (time === undefined) return <td {...CELL} className={look} aria-colindex={ariaIndex} />
  return cellOf({ ...cell, time }, t)
}

/** For each column of the whole table, a `Cell` without a solve and five with one, by place from 0. */
export function cellsOf(columns: Layout['columns'], before: number): CellProps[][] {
  const range = { from: 0, to: columns.length }
  return sharedBy({ columns, range, before }).map(({ look, category }) => [
    { look, category: null, place: 0 },
    ...PLACES.map((place) => ({ look, category, place }))
  ])
}
