import { categoryKey } from '~/app/components/game/Category'
import type { Format } from '~/app/i18n/format'
import type { BloodPlace } from '~/app/islands/scoreboard/props'
import { shareValue } from '~/app/rendering/render-cache'
import { filterNotices, type NoticeListQuery } from '~/app/request/notice-filter'
import { type OwnSolve, ownSolvesOf } from '~/app/request/own-solves'
import { createMemo } from '~/app/request/page/memo'
import type { BoardItem, LatestSolve, Part } from '~/scoring'
import { shownCategory } from '~/server/categories/constants'
import type { NoticeView } from '~/server/notices/contract'

const LINES = 8
/** Place of a solve that is no blood; of those, notices tell. */
const NO_BLOOD = 3

export interface FeedSolve {
  /** Id of the submission. */
  id: number
  /** The team; in the feed of the own team the member. */
  who: string
  /** Null in the feed of the own team. */
  team: number | null
  title: string
  /** Value of `data-category`. */
  category: string
  points: number
  place: BloodPlace
}

/** A notice, or a solve that no notice tells. */
export type FeedLine = { at: number; ago: string } & (
  | { notice: NoticeView; solve?: undefined }
  | { notice?: undefined; solve: FeedSolve }
)

export interface FeedSource {
  game: number
  kind: NoticeListQuery['kind']
  notices: readonly NoticeView[]
  /** Solves of all teams on the board; null if they are not available at once. */
  solves: readonly LatestSolve[] | null
  part: Part | null
  /** The reader's line on the board; null for readers who do not play. */
  own: BoardItem | null
  now: number
}

const linesOf = createMemo<{ lines: FeedLine[] }>()

/** News of the game, newest first. Everything but the own team's is made once per language and second. */
export function feedOf(source: FeedSource, format: Format, locale: string): FeedLine[] {
  const { game, kind, notices, solves, part, own, now } = source
  if (kind === 'team') return own && part ? newest(ownLines(part, own), now, format) : []
  const made = linesOf(`${locale} ${game} ${kind}`, [notices, solves, part, now], () => {
    const told = filterNotices(notices, kind).map((notice) => ({ at: Date.parse(notice.time), notice }))
    const others = kind === 'all' && part ? solveLines(part, solves ?? []) : []
    return { lines: shareValue(newest([...told, ...others], now, format)) }
  })
  return made.lines
}

type Line = { at: number } & ({ notice: NoticeView } | { solve: FeedSolve })

const newest = (lines: readonly Line[], now: number, format: Format): FeedLine[] =>
  lines
    .toSorted((a, b) => b.at - a.at || idOf(b) - idOf(a))
    .slice(0, LINES)
    .map((line) => ({ ...line, ago: format.span(Math.max(0, now - line.at)) }))

const idOf = (line: Line) => ('notice' in line ? line.notice.id : line.solve.id)

const challengesOf = ({ challenges }: Part) =>
  new Map(
    Object.values(challenges)
      .flat()
      .map((one) => [one.id, one])
  )

function solveLines(part: Part, solves: readonly LatestSolve[]): Line[] {
  const challenges = challengesOf(part)
  return solves.flatMap(({ submission: id, challenge, place, at, team, name: who }): Line[] => {
    const of = challenges.get(challenge)
    if (!of || place !== NO_BLOOD) return []
    const { title, score: points } = of
    return [
      { at, solve: { id, who, team, title, category: categoryKey(shownCategory(of)), points, place: 0 } }
    ]
  })
}

function ownLines(part: Part, own: BoardItem): Line[] {
  const challenges = challengesOf(part)
  const lineOf = ({ id, who, title, challenge, points, place, at }: OwnSolve): Line => {
    const of = challenges.get(challenge)
    const category = of ? categoryKey(shownCategory(of)) : ''
    return { at, solve: { id, who, team: null, title, category, points, place } }
  }
  return ownSolvesOf(part.challenges, own).slice(0, LINES).map(lineOf)
}

/** How many notices of the organisers there are, for their tab. */
export const organisersOf = (notices: readonly NoticeView[]): number =>
  filterNotices(notices, 'organisers').length
