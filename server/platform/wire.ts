import { z } from 'zod'

/** An enum of the contract: exact spelling out; in, case is ignored and the number is taken too (contract, enums). */
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

/** How something ended (contract, TaskStatus), in the order of the contract's numbers. */
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

/** Holds something that people see: more than blanks and characters without a shape. */
export const VISIBLE = /[^\s\p{Cc}\p{Cf}]/u

/** A number that may also come as a JSON string (contract, numbers). */
const numeric = (given: unknown) =>
  typeof given === 'string' && /^-?\d+(\.\d+)?$/.test(given.trim()) ? Number(given) : given

/** An int32, optionally within a range. */
export function wireInt(min = -2_147_483_648, max = 2_147_483_647) {
  return z.preprocess(
    numeric,
    z.int({ error: 'field.type_mismatch' }).min(min, 'field.out_of_range').max(max, 'field.out_of_range')
  )
}

/** A double within a range. */
export function wireNumber(min: number, max: number) {
  return z.preprocess(
    numeric,
    z.number({ error: 'field.type_mismatch' }).min(min, 'field.out_of_range').max(max, 'field.out_of_range')
  )
}

/** The members that were given: absent ones change nothing (decisions.md, Partial updates). */
export function defined<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const given = Object.entries(members).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as { [K in keyof T]?: Exclude<T[K], undefined> }
}

/** A member after a change: absent keeps it, null clears it (decisions.md, Partial updates). */
export const changedTo = <T>(given: T | null | undefined, kept: T, empty: T): T =>
  given === undefined ? kept : (given ?? empty)

/** ISO 8601 with an offset, read into milliseconds since 1970; years 1970 to 9999. */
export const wireInstant = z
  .union([z.iso.datetime({ offset: true, error: 'field.type_mismatch' }), z.date()], {
    error: 'field.type_mismatch'
  })
  .transform((text) => new Date(text))
  .refine((time) => time.getTime() >= 0 && time.getTime() < 253_402_300_800_000, 'field.out_of_range')
  .meta({ type: 'string', format: 'date-time' })

/** A time in an answer, as wireTime() writes it. */
export const wireTimeText = z.string().meta({ format: 'date-time' })

/** Path segment with an int32 id; anything else is no such route. */
export const idParam = z
  .string()
  .regex(/^\d{1,10}$/)
  .transform(Number)
  .refine((id) => id <= 2_147_483_647)

/** Most rows of a plain list (decisions.md, lists). */
export const LIST_MAX = 1000

/** `count` and `skip` of plain lists; never more than `max` rows. */
export function paging(count: number, max = LIST_MAX) {
  return z.object({
    count: wireInt(0)
      .default(count)
      .transform((asked) => Math.min(asked, max)),
    skip: wireInt(0).default(0)
  })
}

/** An answer of one page (contract README, Paging). */
export function pageOf<T extends z.ZodType>(row: T) {
  return z.object({ data: z.array(row), length: z.int(), total: z.int() })
}
