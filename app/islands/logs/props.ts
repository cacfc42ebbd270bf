import type { LogView } from '~/server/logs/contract'

/** What the list shows, as its address says it. */
export interface LogQuery {
  /** Null = all. */
  level: string | null
  /** Blank = everything. */
  search: string
}

export interface LogsProps {
  /** Unix milliseconds of the request. */
  now: number
  /** Id of the last event when the server made the page. */
  head: number
  query: LogQuery
  /** Newest first. */
  rows: LogView[]
  /** How many the filter leaves. */
  total: number
  page: number
  pages: number
}
