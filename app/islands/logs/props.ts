import type { LogView } from '~/server/logs/contract'

export interface LogQuery {
  level: string | null
  search: string
}

export interface LogsProps {
  now: number
  /** Last event id when the page was made. */
  head: number
  query: LogQuery
  rows: LogView[]
  total: number
  page: number
  pages: number
}
