import type { CustomCategory } from '~/server/categories/constants'
import type { Figures, GameEventView, SubmissionView } from '~/server/monitoring/contract'
import type { Query } from './query'

export interface Challenge {
  id: number
  title: string
  category: string
  customCategory: CustomCategory | null
}

interface ListOf<K extends string, Row> {
  list: K
  rows: Row[]
  total: number
  page: number
  pages: number
}

export type SubmissionList = ListOf<'submissions', SubmissionView> & { figures: Figures }
export type EventList = ListOf<'events', GameEventView>

export interface MonitorProps {
  gameId: number
  now: number
  moving: boolean
  /** The server's read position; see the gateway's contract. */
  cursor: string
  query: Query
  challenges: Challenge[]
  team: string | null
  content: SubmissionList | EventList
}
