import { categoryName, shownCategory } from '~/server/categories/constants'
import type { Cell } from '~/server/platform/sheets/xlsx'
import type { Statistics } from './contract'

const COLUMNS = [
  ...['id', 'title', 'category', 'solves', 'attempts', 'share', 'firstBloodTeam', 'firstBloodSeconds'],
  ...['medianSeconds', 'workingSeconds', 'rating', 'ratings']
]
const seconds = (milliseconds: number | null | undefined) =>
  typeof milliseconds === 'number' ? Math.round(milliseconds / 1000) : null

/** Row under `COLUMNS`; times are seconds since the start, of working a duration. */
const rowOf = ({ firstBlood, rating, ...one }: Statistics['challenges'][number]): Cell[] =>
  [
    ...[
      one.id,
      one.title,
      categoryName(shownCategory(one)),
      one.solves,
      one.attempts,
      Number(one.share.toFixed(4))
    ],
    ...[firstBlood?.team, seconds(firstBlood?.after), seconds(one.median), seconds(one.working)],
    ...[rating && Number(rating.average.toFixed(2)), rating?.count]
  ].map((cell) => cell ?? '')

/** Rows of the sheet: the heads of its columns, then one of each challenge. */
export async function* figuresRows({ challenges }: Statistics): AsyncGenerator<Cell[]> {
  yield COLUMNS
  for (const challenge of challenges) yield rowOf(challenge)
}
