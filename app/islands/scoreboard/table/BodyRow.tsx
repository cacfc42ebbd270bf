import { type MouseEvent, memo, type ReactNode } from 'react'
import { Avatar } from '~/app/components/Avatar'
import { Pennant } from '~/app/components/game/Pennant'
import { RankChange } from '~/app/components/game/RankChange'
import { type Format, useFormat } from '~/app/i18n/format'
import type { Layout } from '../live/view'
import { type Row, SEALED } from '../props'
import { CELL, ROW, ROW_HEADER } from './roles'
import { SolveMarks } from './SolveMarks'
import type { Range } from './window'

interface BodyRowProps {
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
  const { number, country } = useFormat()
  const solve = fresh === undefined ? undefined : row.marks.find(([column]) => column === fresh)
  const place = solve && solve[1] !== SEALED ? solve[1] : 0
  const look = lookOf({ own, pinned, just: solve !== undefined, inDivision, rank: row.rank })
  return (
    <RowFrame
      {...{ look, ariaIndex, divided, change, letter: row.name }}
      {...textsOf(row, { number, country, href, inDivision })}
      justPlace={solve && place}
      just={solve && fresh !== undefined && <Fresh place={place} title={columns[fresh]?.title ?? ''} />}
      onOpen={(event) => onOpen(event, row.team)}
      cells={
        <SolveMarks
          marks={row.marks}
          columns={columns}
          range={range}
          before={divided ? 5 : 4}
          fresh={solve ? fresh : undefined}
        />
      }
    />
  )
})

interface Look {
  own: boolean
  pinned?: boolean
  just: boolean
  inDivision: boolean
  rank: number
}

export function lookOf({ own, pinned, just, inDivision, rank }: Look): string | undefined {
  const look = [own && 'own-row', pinned && 'pinned', just && 'just', !inDivision && rank <= 3 && 'top']
  return look.filter(Boolean).join(' ') || undefined
}

/** The texts of a team's row. */
export function textsOf(
  row: Row,
  {
    number,
    country,
    href,
    inDivision
  }: Pick<Format, 'number' | 'country'> & { href: string; inDivision: boolean }
): RowTexts {
  const [place, other] = inDivision ? [row.divisionRank, row.rank] : [row.rank, row.divisionRank]
  const { avatar, division } = row
  return {
    ...{ id: String(row.id), team: String(row.team), name: row.name, href },
    ...{ place: placeText(place, row), other: placeText(other, row) },
    ...{ score: number(row.score), solved: String(row.solved) },
    ...(avatar && { avatar }),
    ...(row.country && { country: row.country, countryName: country(row.country) }),
    ...(division && { division })
  }
}

const placeText = (place: number | null, { uncertain }: Row) =>
  place === null ? '' : `${place}${uncertain ? '?' : ''}`

interface RowTexts {
  id: string
  team: string
  name: string
  href: string
  place: string
  other: string
  score: string
  solved: string
  avatar?: string
  country?: string
  countryName?: string
  division?: string
}

interface RowFrameProps {
  look: string | undefined
  ariaIndex: number
  divided: boolean
  change: number | null
  /** The text of the flag: the country's name, or its letter. */
  letter: string
  justPlace?: number
  /** Stands in the place of the division. */
  just?: ReactNode
  onOpen?(event: MouseEvent): void
}

/** A row around its cells; the server shares it between teams. */
export function RowFrame(props: RowFrameProps & RowTexts & { cells: ReactNode }) {
  const { look, ariaIndex, divided, change, letter, justPlace, just, onOpen } = props
  return (
    <tr {...ROW} className={look} data-row={props.id} data-place={justPlace} aria-rowindex={ariaIndex}>
      <td {...CELL} className="c-rank">
        <span className="rk">
          <b>{props.place}</b>
          <RankChange places={change} />
        </span>
      </td>
      {divided && (
        <td {...CELL} className="c-all">
          {props.other}
        </td>
      )}
      <th {...ROW_HEADER} scope="row" className="c-team">
        <span className="tm">
          <Avatar name={letter} url={props.avatar} size="s16" />
          <a href={props.href} data-team={props.team} onClick={onOpen}>
            <bdi>{props.name}</bdi>
          </a>
          {props.country && (
            // Attributes, because a browser may know a country by another name than the server.
            <span className="cc" role="img" aria-label={props.countryName} title={props.countryName}>
              {props.country}
            </span>
          )}
          <span className="dv">{just || (props.division && <bdi>{props.division}</bdi>)}</span>
        </span>
      </th>
      <td {...CELL} className="c-score">
        {props.score}
      </td>
      <td {...CELL} className="c-n">
        {props.solved}
      </td>
      {props.cells}
    </tr>
  )
}

function Fresh({ place, title }: { place: 0 | 1 | 2 | 3; title: string }) {
  return (
    <>
      {place > 0 ? <Pennant blood={place as 1 | 2 | 3} /> : <i className="hit" />}
      <bdi className="truncate">{title}</bdi>
    </>
  )
}
