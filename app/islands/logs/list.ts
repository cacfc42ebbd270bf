import type { LogView } from '~/server/logs/contract'
import type { LogQuery } from './props'

export const MAX_ROWS = 500

/** Defaults are left out. */
export function hrefOf({ level, search }: LogQuery, page = 1): string {
  const params = new URLSearchParams()
  if (level) params.set('level', level)
  if (search) params.set('search', search)
  if (page > 1) params.set('page', String(page))
  return `?${params}`
}

/** Name of an event; its code when there is no text. */
export function wordsOf(t: (key: string) => string, event: string): string {
  const path = `event.${event}`
  const text = t(`logs:${path}`)
  // Without a text, the server returns the path and the browser the whole key.
  return text === path || text === `logs:${path}` ? event : text
}

/** Details of an event for people; ids for programs are left out. */
export const aboutOf = ({ details }: LogView): [name: string, value: string][] =>
  Object.entries(details)
    .filter(([name, value]) => name !== 'requestId' && value !== null && value !== undefined)
    .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])

/** True if a new event passes the filter, by the server's rules. */
export function fits({ level, search }: LogQuery, row: LogView, words: string): boolean {
  if (level !== null && row.level !== level) return false
  const wanted = search.trim().toLowerCase()
  const texts = [words, row.event, row.name, row.ip, row.process, JSON.stringify(row.details)]
  return wanted === '' || texts.some((text) => text.toLowerCase().includes(wanted))
}

/** Adds new events, newest first, each once. */
export function merged(known: readonly LogView[], fresh: readonly LogView[]): LogView[] {
  const ids = new Set(known.map(({ id }) => id))
  const all = [...fresh.filter(({ id }) => !ids.has(id)), ...known]
  return all.sort((a, b) => Date.parse(b.time) - Date.parse(a.time) || b.id - a.id).slice(0, MAX_ROWS)
}
