const MAX_TEXT_LENGTH = 500

function shortened(value: unknown): unknown {
  return typeof value === 'string' && value.length > MAX_TEXT_LENGTH ? `(${value.length} characters)` : value
}

/**
 * The members of `after` that differ in `before`, each with both values. A text of more than 500 characters is told by
 * its length, which keeps entries of the audit log small.
 */
export function diffFields<T extends object>(before: T, after: T): { before: Partial<T>; after: Partial<T> } {
  const keys = (Object.keys(after) as (keyof T)[]).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key])
  )
  const pick = (from: T) =>
    Object.fromEntries(keys.map((key) => [key, shortened(from[key])])) as unknown as Partial<T>
  return { before: pick(before), after: pick(after) }
}
