import type { Course } from '~/scoring/rules'
import type { Bonus } from '~/server/ledger/contract'
import type { Column, Division, Place, Row } from '../scoreboard/props'

/** What the server renders the page from and the browser goes on with. Times are Unix milliseconds. */
export interface ReplayProps {
  gameId: number
  start: number
  end: number
  query: ReplayQuery
  /** The reader's participation; null for those who do not play. */
  own: number | null
  course: Course
  /** Names of all challenges, for the boards that the browser folds. */
  challenges: [id: number, title: string, category: string][]
  /** Divisions of the game, in its order. */
  divisions: string[]
  moment: MomentPage
}

/** A page of the board of a moment. */
export interface MomentPage {
  at: number
  /** Entries of the ledger that it includes, of how many. */
  entries: number
  total: number
  bonus: Bonus
  columns: Column[]
  rows: Row[]
  ownRow: Row | null
  divisions: Division[]
  /** Teams on the board, and of the chosen division. */
  teams: number
  found: number
  offset: number
  page: number
  pages: number
  /** Places of these rows in the end, where they have any. */
  final: FinalPlace[]
  latest: BoardChange[]
}

export type FinalPlace = [participation: number, rank: number, divisionRank: number | null]

export const CHANGE_KINDS = ['solve', 'void', 'award', 'open'] as const

/** Something that changed the board. */
export interface BoardChange {
  seq: number
  at: number
  kind: (typeof CHANGE_KINDS)[number]
  team: string | null
  challenge: string | null
  category: string
  place: Place
  /** Of a solve as it counts at the moment, or of an award; null for what has none. */
  points: number | null
}

/** What the address says about the page. */
export interface ReplayQuery {
  /** Unix milliseconds; null for the end. */
  at: number | null
  division: string | null
  /** From 1. */
  page: number
}

/** A time in the address: as `2026-11-21T03:20:00Z`, or Unix milliseconds; null when it is none. */
export function readTime(text: string | null): number | null {
  if (!text) return null
  const at = /^\d{1,15}$/.test(text) ? Number(text) : Date.parse(text)
  return Number.isFinite(at) ? at : null
}

/** Reads the query part of the address; anything odd counts as absent. */
export function readReplayQuery(params: URLSearchParams): ReplayQuery {
  const page = params.get('page') ?? ''
  return {
    at: readTime(params.get('at')),
    division: params.get('division') || null,
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1
  }
}

/** Address of the replay of a game with this query. */
export function replayHref(gameId: number, { at, division, page }: ReplayQuery): string {
  const fields = new URLSearchParams()
  if (at !== null) fields.set('at', new Date(at).toISOString().replace('.000', ''))
  if (division !== null) fields.set('division', division)
  if (page > 1) fields.set('page', String(page))
  return `/games/${gameId}/Replay${fields.size > 0 ? `?${fields}` : ''}`
}
