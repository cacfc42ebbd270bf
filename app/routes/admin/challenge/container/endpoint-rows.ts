import { MAX_ENDPOINTS } from '~/server/challenges/containers/endpoint-contract'
import type { ContainerOptions } from '~/server/challenges/contract'

export const MORE_ROWS = MAX_ENDPOINTS - 1

const PARTS = ['Title', 'Service', 'Port', 'Protocol'] as const
type Part = (typeof PARTS)[number]

export const moreName = (at: number, part: Part) => `more${at}${part}`

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

/** Rows up to the last one with more than a protocol. */
export function filledRows(form: Record<string, unknown>): number {
  const filled = Array.from({ length: MORE_ROWS }, (_, at) =>
    PARTS.some((part) => part !== 'Protocol' && trimmed(form[moreName(at, part)]) !== '')
  )
  return filled.lastIndexOf(true) + 1
}

/** Endpoints of the rows, and the row of each. Empty rows are dropped. */
export function moreOf(form: Record<string, unknown>) {
  return Array.from({ length: MORE_ROWS }, (_, row) => {
    const [title, service, port, protocol] = PARTS.map((part) => trimmed(form[moreName(row, part)]))
    return { row, title, service, port, protocol: protocol || 'tcp' }
  }).filter(({ title, service, port }) => title !== '' || service !== '' || port !== '')
}

export const moreFields = (more: ContainerOptions['more']): Record<string, string> =>
  Object.fromEntries(
    more.flatMap(({ title, service, port, protocol }, at) => [
      [moreName(at, 'Title'), title],
      [moreName(at, 'Service'), service],
      [moreName(at, 'Port'), String(port)],
      [moreName(at, 'Protocol'), protocol]
    ])
  )

/** Field of an issue at `more.<place>.<member>`. */
export function moreField(form: Record<string, unknown>, place: number, member: string): string {
  const row = moreOf(form)[place]?.row ?? place
  const part = PARTS.find((one) => one.toLowerCase() === member) ?? 'Title'
  return moreName(row, part)
}
