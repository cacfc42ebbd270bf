import { CONNECTION_LIMITS } from '~/server/challenges/connections/constants'
import type { Connection } from '~/server/challenges/connections/contract'

const PARTS = ['label', 'kind', 'host', 'port', 'user', 'path', 'text'] as const
type Part = (typeof PARTS)[number]
const ROWS = Array.from({ length: CONNECTION_LIMITS.connections }, (_, row) => row)
const SPARE = 2

export const connectionName = (row: number, part: Part) => `connection${row}${part}`

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

const isFilled = (form: Record<string, unknown>, row: number) =>
  PARTS.some((part) => part !== 'kind' && trimmed(form[connectionName(row, part)]) !== '')

/** Rows that the form shows: up to the last one with more than a kind, and a few to fill in. */
export function shownRows(form: Record<string, unknown>): number {
  const last = ROWS.findLast((row) => isFilled(form, row)) ?? -1
  return Math.min(ROWS.length, last + 1 + SPARE)
}

/** Connections of the rows, and the row of each. Rows with nothing but a kind are dropped. */
export function connectionsIn(form: Record<string, unknown>) {
  const rows = ROWS.filter((row) => isFilled(form, row))
  const connections = rows.map((row) => {
    const [label, kind, host, port, user, path, text] = PARTS.map((part) =>
      trimmed(form[connectionName(row, part)])
    )
    return { label, kind, host, port: port || null, user, path, text }
  })
  return { rows, connections }
}

/** Field of an issue at `connections.<place>.<member>`. */
export function connectionField(rows: readonly number[], place: unknown, member: unknown): string {
  const row = rows[Number(place ?? 0)] ?? 0
  return connectionName(row, PARTS.find((part) => part === member) ?? 'host')
}

export const connectionFields = (connections: readonly Connection[]): Record<string, string> =>
  Object.fromEntries(
    connections.flatMap((one, row) =>
      PARTS.map((part) => [connectionName(row, part), String(one[part] ?? '')] as const)
    )
  )
