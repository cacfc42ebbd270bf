import type { LogView } from '~/server/logs/contract'

/** What the list shows, as its address says it. */
export interface LogQuery {
  /** Null = all. */
  level: string | null
  /** Null: all. */
  search: string
}

export interface LogsProps {
  now: number
  /** Last event id when the page was made. */
  head: number
  query: LogQuery
  /** Newest first. */
  rows: LogView[]
  /** How many the filter leaves. */
  total: number
  page: number
  pages: number
}
