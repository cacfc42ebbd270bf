import { memo } from 'react'
import { CategoryIcon, categoryKey } from '~/app/components/game/Category'
import { Pennant } from '~/app/components/game/Pennant'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { Cached } from '~/app/rendering/cached'
import { categoryName, type ShownCategory } from '~/server/categories/constants'
import type { Bonus } from '~/server/ledger/contract'
import type { Column } from '../props'
import { clockOf, minuteOf } from '../times'
import { Pad, Width } from './Pad'
import { CELL, COLUMN_HEADER, ROW, ROW_GROUP } from './roles'
import type { Range } from './window'

interface HeadProps {
  gameId: number
  columns: readonly Column[]
  range: Range
  bonus: Bonus
  inDivision: boolean
  divided: boolean
  playable: boolean
  mine: readonly number[]
  /** Since when rank changes count; null when hidden. */
  since: number | null
  toEnd: boolean
}

export const MatrixHead = memo(function Head(props: HeadProps) {
  const { gameId, columns, range, bonus, inDivision, divided, playable, mine, since, toEnd } = props
  const fixed = fixedColumns(divided)
  return (
    <thead {...ROW_GROUP}>
      <Cached of={Groups} props={{ columns, fixed, bonus, since, toEnd }} />
      <tr {...ROW} aria-rowindex={2}>
        <Cached of={Figures} props={{ inDivision, divided }} />
        <Pad columns={range.from} />
        <Cached
          name="heads"
          of={ChallengeHeads}
          props={{ heads: challengeHeads({ gameId, columns, range, playable, mine, fixed }) }}
          pieces={eachHead}
        />
        <Pad columns={columns.length - range.to} />
      </tr>
    </thead>
  )
})

export const fixedColumns = (divided: boolean): number => (divided ? 5 : 4)

interface GroupsProps extends Pick<HeadProps, 'columns' | 'bonus' | 'since' | 'toEnd'> {
  fixed: number
}

function Groups({ columns, fixed, bonus, since, toEnd }: GroupsProps) {
  return (
    <tr {...ROW} aria-rowindex={1}>
      <td {...CELL} className="corner" colSpan={fixed} aria-colspan={fixed}>
        <Legend bonus={bonus} since={since} toEnd={toEnd} />
      </td>
      {groupsOf(columns).map(({ category, count }) => (
        <th
          key={categoryName(category)}
          {...COLUMN_HEADER}
          scope="colgroup"
          className="grp"
          colSpan={count}
          aria-colspan={count}
        >
          <Width columns={count} />
          <span className="cat" data-category={categoryKey(category)} title={categoryName(category)}>
            <CategoryIcon category={category} />
            <span className={count === 1 ? 'sr' : 'nm'}>{categoryName(category)}</span>
          </span>
        </th>
      ))}
    </tr>
  )
}

function Figures({ inDivision, divided }: Pick<HeadProps, 'inDivision' | 'divided'>) {
  const t = useText()
  const second = inDivision ? 'overall' : 'division'
  return (
    <>
      <th {...COLUMN_HEADER} scope="col" className="c-rank" aria-sort="ascending">
        {t('scoreboard:head.rank')}
      </th>
      {divided && (
        <th {...COLUMN_HEADER} scope="col" className="c-all">
          <abbr title={t(`scoreboard:head.${second}_long`)}>{t(`scoreboard:head.${second}`)}</abbr>
        </th>
      )}
      <th {...COLUMN_HEADER} scope="col" className="c-team">
        {t('scoreboard:head.team')}
      </th>
      <th {...COLUMN_HEADER} scope="col" className="c-score">
        {t('scoreboard:head.score')}
      </th>
      <th {...COLUMN_HEADER} scope="col" className="c-n">
        {t('scoreboard:head.solved')}
      </th>
    </>
  )
}

function groupsOf(columns: readonly Column[]) {
  const groups: { category: ShownCategory; count: number }[] = []
  for (const { category } of columns) {
    const last = groups.at(-1)
    if (last && categoryName(last.category) === categoryName(category)) last.count++
    else groups.push({ category, count: 1 })
  }
  return groups
}

type HeadsOf = Pick<HeadProps, 'gameId' | 'columns' | 'range' | 'playable' | 'mine'> &
  Pick<GroupsProps, 'fixed'>

export function challengeHeads(of: HeadsOf): ChallengeProps[] {
  const { gameId, columns, range, playable, mine, fixed } = of
  const whole = range.from === 0 && range.to === columns.length
  return columns.slice(range.from, range.to).map((column, place) => ({
    column,
    first: categoryName(columns[range.from + place - 1]?.category ?? '') !== categoryName(column.category),
    place: whole ? undefined : fixed + range.from + place + 1,
    mine: mine.includes(column.id),
    href: playable ? `/games/${gameId}/Challenges?c=${column.id}` : null
  }))
}

interface ChallengeHeadsProps {
  heads: readonly ChallengeProps[]
}

/** One piece per head: teams with the same solves share it. */
const eachHead = ({ heads }: ChallengeHeadsProps): ChallengeHeadsProps[] =>
  heads.map((head) => ({ heads: [head] }))

export function ChallengeHeads({ heads }: ChallengeHeadsProps) {
  return heads.map((head) => <Challenge key={head.column.id} {...head} />)
}

interface ChallengeProps {
  column: Column
  first: boolean
  /** `aria-colindex`, when not all columns are in the document. */
  place: number | undefined
  mine: boolean
  href: string | null
}

function Challenge({ column: { title, value, solved }, first, place, mine, href }: ChallengeProps) {
  const t = useText()
  const { number } = useFormat()
  const words = (
    <>
      <span className="v">
        <bdi>{title}</bdi>
      </span>
      <span className="p">{value}</span>
    </>
  )
  const about = t('scoreboard:head.challenge', { title, value: number(value), count: solved })
  return (
    <th
      {...COLUMN_HEADER}
      scope="col"
      className={`m ch${first ? ' first' : ''}${mine ? ' mine' : ''}`}
      aria-colindex={place}
      title={about}
    >
      {href ? <a href={href}>{words}</a> : <span className="in">{words}</span>}
    </th>
  )
}

function Legend({ bonus, since, toEnd }: Pick<HeadProps, 'bonus' | 'since' | 'toEnd'>) {
  const t = useText()
  const { number } = useFormat()
  const bloods = [
    [1, bonus.first],
    [2, bonus.second],
    [3, bonus.third]
  ] as const
  return (
    <div className="legend">
      <span className="sv">
        <i className="hit" aria-hidden="true" />
        {t('scoreboard:legend.solved')}
      </span>
      {bloods.map(([blood, share]) => (
        <span
          key={blood}
          className="bl"
          title={t(`scoreboard:legend.blood_${blood}`, { percent: number(share / 10) })}
        >
          <Pennant blood={blood} label={t(`scoreboard:blood.${blood}`)} />
          {t('scoreboard:team.bonus', { percent: number(share / 10) })}
        </span>
      ))}
      {(since !== null || toEnd) && (
        <span className="since">
          <span className="delta up" aria-hidden="true">
            2
          </span>
          {since === null
            ? t('scoreboard:legend.to_end')
            : t('scoreboard:legend.since', { time: clockOf(minuteOf(since)) })}
        </span>
      )}
      {!toEnd && <span className="faint">{t('scoreboard:legend.ties')}</span>}
    </div>
  )
}
