import type { AuditView } from '~/server/logs/contract'

/** Values before and after; null where not recorded. */
export interface Difference {
  name: string
  before: string | null
  after: string | null
}

const MAX_TEXT_LENGTH = 500

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text
}

export function differenceOf({ before, after }: Pick<AuditView, 'before' | 'after'>): Difference[] {
  const names = [...new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})])]
  return names.map((name) => ({
    name,
    before: before && Object.hasOwn(before, name) ? textOf(before[name]) : null,
    after: after && Object.hasOwn(after, name) ? textOf(after[name]) : null
  }))
}
