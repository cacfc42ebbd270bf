import type { Figures, GameEventView, SubmissionView } from '~/server/monitoring/contract'
import type { Query } from './query'

export interface Challenge {
  id: number
  title: string
  category: string
}

/** A page of a list from the server. */
interface ListOf<K extends string, Row> {
  list: K
  rows: Row[]
  /** Rows that pass the filter. */
  total: number
  page: number
  pages: number
}

export type SubmissionList = ListOf<'submissions', SubmissionView> & { figures: Figures }
export type EventList = ListOf<'events', GameEventView>

export interface MonitorProps {
  gameId: number
  now: number
  /** New rows may still come. */
  moving: boolean
  /** The server's read position; see the gateway's contract. */
  cursor: string
  query: Query
  challenges: Challenge[]
  team: string | null
  content: SubmissionList | EventList
}
