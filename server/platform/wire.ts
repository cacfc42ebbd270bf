import { z } from 'zod'

/** An enum of the contract: exact out; in, any case and the number too (docs/rules/wire.md#names-and-values). */
export function wireEnum<const T extends readonly [string, ...string[]]>(
  values: T,
  numbers: Readonly<Record<string, number>> = {}
) {
  const byText = new Map<string, string>()
  values.forEach((value, index) => {
    byText.set(value.toLowerCase(), value)
    byText.set(String(numbers[value] ?? index), value)
  })
  return z.preprocess(
    // An object's own toString() need not be a function.
    (given) => (typeof given === 'object' ? given : (byText.get(String(given).toLowerCase()) ?? given)),
    z.enum(values, { error: 'field.type_mismatch' })
  )
}

/** Statuses in the order of the contract's numbers (docs/rules/wire.md#enums). */
export const TASK_STATUSES = [
  'Success',
  'Failed',
  'Duplicate',
  'Denied',
  'NotFound',
  'Exit',
  'Pending'
] as const
export type TaskStatus = (typeof TASK_STATUSES)[number]

/** Converts numbers in JSON strings, which are accepted too (docs/rules/wire.md#names-and-values). */
export const toNumber = (given: unknown) =>
  typeof given === 'string' && /^-?\d+(\.\d+)?$/.test(given.trim()) ? Number(given) : given

/** An int32 by default; in JSON also as a text. */
export function wireInt(min = -2_147_483_648, max = 2_147_483_647) {
  return z.preprocess(
    toNumber,
    z.int({ error: 'field.type_mismatch' }).min(min, 'field.out_of_range').max(max, 'field.out_of_range')
  )
}

export function wireNumber(min: number, max: number) {
  return z.preprocess(
    toNumber,
    z.number({ error: 'field.type_mismatch' }).min(min, 'field.out_of_range').max(max, 'field.out_of_range')
  )
}

/** Drops absent members, which change nothing (docs/rules/wire.md#partial-updates). */
export function withoutUndefined<T extends object>(
  members: T
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const given = Object.entries(members).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as { [K in keyof T]?: Exclude<T[K], undefined> }
}

/** Absent keeps, null clears (docs/rules/wire.md#partial-updates). */
export const changedTo = <T>(given: T | null | undefined, kept: T, empty: T): T =>
  given === undefined ? kept : (given ?? empty)

/** ISO 8601 with an offset to milliseconds since 1970; years 1970 to 9999. */
export const wireInstant = z
  .union([z.iso.datetime({ offset: true, error: 'field.type_mismatch' }), z.date()], {
    error: ({ input }) => (input === undefined ? 'field.time_required' : 'field.type_mismatch')
  })
  .transform((text) => new Date(text))
  .refine((time) => time.getTime() >= 0 && time.getTime() < 253_402_300_800_000, 'field.out_of_range')
  .meta({ type: 'string', format: 'date-time' })

export const wireTimeText = z.string().meta({ format: 'date-time' })

/** An int32 in a path; anything else is no such route. */
export const idParam = z
  .string()
  .regex(/^\d{1,10}$/)
  .transform(Number)
  .refine((id) => id <= 2_147_483_647)
  .meta({ type: 'integer', minimum: 0, maximum: 2_147_483_647 })

export const BULK_ROWS = 100

/**
 * A list or object with more than `most` members is refused with `code` before `schema` looks at them: a megabyte holds a hundred
 * thousand, and each costs time.
 */
export const atMost = <T extends z.ZodType>(most: number, code: string, schema: T) =>
  z.preprocess((given, context) => {
    const isLong = typeof given === 'object' && given !== null && Object.keys(given).length > most
    if (!isLong) return given
    context.addIssue({ code: 'custom', message: code, input: given })
    return z.NEVER
  }, schema)

/** Rows of a whole page's list, in an address of 8 KB. */
export const MAX_BULK_IDS = 400

/** A form without ticked rows sends no list. */
export const bulkIds = z.array(idParam).max(MAX_BULK_IDS, 'field.row_limit').default([])

export interface BulkOutcome {
  /** Changed rows, and those that needed no change. */
  done: number
  /** How many of them needed none; absent for 0. */
  same?: number
  refused: { id: number; code: string }[]
}

/** Rows of a plain list (docs/rules/limits.md#lists). */
export const MAX_LIST_SIZE = 1000

/** `count` and `skip` of plain lists; never more than `max` rows. */
export function pagingQuery(count: number, max = MAX_LIST_SIZE) {
  return z.object({
    count: wireInt(0)
      .default(count)
      .transform((requested) => Math.min(requested, max))
      .meta({ default: count }),
    skip: wireInt(0).default(0)
  })
}

/** See docs/rules/wire.md#paging. */
export function pageSchema<T extends z.ZodType>(row: T) {
  return z.object({ data: z.array(row), length: z.int(), total: z.int() })
}
