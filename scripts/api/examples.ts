/** A recorded exchange of a call, for the documentation. */
export interface Example {
  body?: unknown
  answer?: unknown
}

/** Entries of a list that an example keeps. */
const MAX_ITEMS = 2
const SECRET = /token|secret|password|key$|signature|invitecode/i

/** Replaces a secret with a text of the same shape. */
const masked = (text: string) => text.replace(/[a-z]/g, 'a').replace(/[A-Z]/g, 'A').replace(/\d/g, '0')

/** Shortens a value for an example: cuts lists, masks secrets. */
export function shortened(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return SECRET.test(name) ? masked(value) : value
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((entry) => shortened(entry, name))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shortened(member, key)]))
}
