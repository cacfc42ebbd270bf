import type { Figures, GameEventView, SubmissionView } from '~/server/monitoring/contract'
import type { Query } from './query'

export interface Challenge {
  id: number
  title: string
  category: string
}

/** A page of a list as the server made it. */
interface ListOf<K extends string, Row> {
  list: K
  /** Newest first. */
  rows: Row[]
  /** How many the filter leaves. */
  total: number
  page: number
  pages: number
}

export type SubmissionList = ListOf<'submissions', SubmissionView> & { figures: Figures }
export type EventList = ListOf<'events', GameEventView>

export interface MonitorProps {
  gameId: number
  /** Unix milliseconds of the request. */
  now: number
  /** New rows may still come. */
  moving: boolean
  /** How far the server had read when it made the page; see the gateway's contract. */
  cursor: string
  query: Query
  challenges: Challenge[]
  /** Name of the team in `query`; null when there is none. */
  team: string | null
  content: SubmissionList | EventList
}
