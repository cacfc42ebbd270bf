import { type MouseEvent, memo } from 'react'
import { Avatar } from '~/app/components/Avatar'
import { Pennant } from '~/app/components/game/Pennant'
import { RankChange } from '~/app/components/game/RankChange'
import { useFormat } from '~/app/islands/runtime/words/format'
import type { Layout } from '../live/view'
import type { Row } from '../props'
import { Marks } from './Marks'
import { CELL, ROW, ROW_HEADER } from './roles'
import type { Range } from './window'

export interface BodyRowProps {
  row: Row
  columns: Layout['columns']
  range: Range
  /** `aria-rowindex`, from 1, heads included. */
  ariaIndex: number
  inDivision: boolean
  divided: boolean
  own: boolean
  pinned?: boolean
  href: string
  onOpen(event: MouseEvent, team: number): void
  /** Places gained; null when the team had no rank. */
  change: number | null
  fresh: number | undefined
}

export const BodyRow = memo(function BodyRow(props: BodyRowProps) {
  const { row, columns, range, ariaIndex, inDivision, divided, own, pinned, href, onOpen, change, fresh } =
    props
  const { number } = useFormat()
  const [place, other] = inDivision ? [row.divisionRank, row.rank] : [row.rank, row.divisionRank]
  const solve = fresh === undefined ? undefined : row.marks.find(([column]) => column === fresh)
  const look = [own && 'own-row', pinned && 'pinned', solve && 'just', !inDivision && row.rank <= 3 && 'top']
  return (
    <tr
      {...ROW}
      className={look.filter(Boolean).join(' ') || undefined}
      data-row={row.id}
      data-place={solve?.[1]}
      aria-rowindex={ariaIndex}
    >
      <td {...CELL} className="c-rank">
        <span className="rk">
          <b>{place}</b>
          <RankChange places={change} />
        </span>
      </td>
      {divided && (
        <td {...CELL} className="c-all">
          {other}
        </td>
      )}
      <th {...ROW_HEADER} scope="row" className="c-team">
        <span className="tm">
          <Avatar name={row.name} url={row.avatar} size="s16" />
          <a href={href} data-team={row.team} onClick={(event) => onOpen(event, row.team)}>
            <bdi>{row.name}</bdi>
          </a>
          <span className="dv">
            {solve && fresh !== undefined ? (
              <Fresh place={solve[1]} title={columns[fresh]?.title ?? ''} />
            ) : (
              row.division && <bdi>{row.division}</bdi>
            )}
          </span>
        </span>
      </th>
      <td {...CELL} className="c-score">
        {number(row.score)}
      </td>
      <td {...CELL} className="c-n">
        {row.solved}
      </td>
      <Marks
        marks={row.marks}
        columns={columns}
        range={range}
        before={divided ? 5 : 4}
        fresh={solve ? fresh : undefined}
      />
    </tr>
  )
})

function Fresh({ place, title }: { place: 0 | 1 | 2 | 3; title: string }) {
  return (
    <>
      {place > 0 ? <Pennant blood={place as 1 | 2 | 3} /> : <i className="hit" />}
      <bdi className="truncate">{title}</bdi>
    </>
  )
}
