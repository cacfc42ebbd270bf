import type { ChallengeCard, Course } from '~/scoring/rules'
import type { ShownCategory } from '~/server/categories/constants'
import type { Bonus } from '~/server/ledger/contract'
import type { BloodPlace, Column, Division, Row } from '../scoreboard/props'

export interface ReplayProps {
  gameId: number
  start: number
  end: number
  /** The label of the last moment: while the game goes on, it is the present board. */
  last: 'at_end' | 'board'
  query: ReplayQuery
  own: number | null
  course: Course
  challenges: [id: number, card: ChallengeCard][]
  divisions: string[]
  moment: MomentPage
}

export interface MomentPage {
  at: number
  /** Entries of the ledger at this moment, and in all. */
  entries: number
  total: number
  bonus: Bonus
  columns: Column[]
  rows: Row[]
  ownRow: Row | null
  divisions: Division[]
  teams: number
  found: number
  offset: number
  page: number
  pages: number
  /** Final ranks of these rows, where they have one. */
  final: FinalPlace[]
  latest: BoardChange[]
}

type FinalPlace = [participation: number, rank: number, divisionRank: number | null]

export const CHANGE_KINDS = ['solve', 'void', 'award', 'open'] as const

export interface BoardChange {
  seq: number
  at: number
  kind: (typeof CHANGE_KINDS)[number]
  team: string | null
  challenge: string | null
  category: ShownCategory
  place: BloodPlace
  /** Points of a solve as it counts now, or of an award; null for other changes. */
  points: number | null
}

export interface ReplayQuery {
  /** Unix milliseconds; null for the end. */
  at: number | null
  division: string | null
  page: number
}

function readTime(text: string | null): number | null {
  if (!text) return null
  const at = /^\d{1,15}$/.test(text) ? Number(text) : Date.parse(text)
  return Number.isFinite(at) ? at : null
}

/** What is malformed counts as absent. */
export function readReplayQuery(params: URLSearchParams): ReplayQuery {
  const page = params.get('page') ?? ''
  return {
    at: readTime(params.get('at')),
    division: params.get('division') || null,
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1
  }
}

/** Defaults are left out. `at` in Unix milliseconds. */
export function replayHref(gameId: number, { at, division, page }: ReplayQuery): string {
  const fields = new URLSearchParams()
  if (at !== null) fields.set('at', new Date(at).toISOString().replace('.000', ''))
  if (division !== null) fields.set('division', division)
  if (page > 1) fields.set('page', String(page))
  return `/games/${gameId}/Replay${fields.size > 0 ? `?${fields}` : ''}`
}
