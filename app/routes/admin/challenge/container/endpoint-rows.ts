import { MOST_ENDPOINTS } from '~/server/challenges/containers/endpoint-contract'
import type { ContainerOptions } from '~/server/challenges/contract'

/** Rows beside the first endpoint. */
export const MORE_ROWS = MOST_ENDPOINTS - 1

const PARTS = ['Title', 'Service', 'Port', 'Protocol'] as const
type Part = (typeof PARTS)[number]

/** The name of a field in the row at a place, from 0. */
export const moreName = (at: number, part: Part) => `more${at}${part}`

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

/** Rows up to the last one in which something but the protocol stands. */
export function filledRows(form: Record<string, unknown>): number {
  const filled = Array.from({ length: MORE_ROWS }, (_, at) =>
    PARTS.some((part) => part !== 'Protocol' && trimmed(form[moreName(at, part)]) !== '')
  )
  return filled.lastIndexOf(true) + 1
}

/** What the rows of a form say: the endpoints, and the row in which each stands. Empty rows are none. */
export function moreOf(form: Record<string, unknown>) {
  return Array.from({ length: MORE_ROWS }, (_, row) => {
    const [title, service, port, protocol] = PARTS.map((part) => trimmed(form[moreName(row, part)]))
    return { row, title, service, port, protocol: protocol || 'tcp' }
  }).filter(({ title, service, port }) => title !== '' || service !== '' || port !== '')
}

/** The fields of stored endpoints. */
export const moreFields = (more: ContainerOptions['more']): Record<string, string> =>
  Object.fromEntries(
    more.flatMap(({ title, service, port, protocol }, at) => [
      [moreName(at, 'Title'), title],
      [moreName(at, 'Service'), service],
      [moreName(at, 'Port'), String(port)],
      [moreName(at, 'Protocol'), protocol]
    ])
  )

/** The field of a form that an issue of `more.<place>.<member>` belongs to. */
export function moreField(form: Record<string, unknown>, place: number, member: string): string {
  const row = moreOf(form)[place]?.row ?? place
  const part = PARTS.find((one) => one.toLowerCase() === member) ?? 'Title'
  return moreName(row, part)
}
