import { z } from 'zod'

/** A checkbox or switch: a browser sends nothing for one that is off. */
export const box = z
  .string()
  .optional()
  .transform((value) => value !== undefined)

export const lines = (text: string) =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean)

/** Form text for the contract's "not a number" message. */
export const inForm = (message: string) =>
  message === 'field.type_mismatch' ? 'field.number_required' : message

/** Value of the box of `Announce`; undefined where the form has none. */
export function announceIn(form: Record<string, unknown>, of?: string): boolean | undefined {
  const name = of ? `announce-${of}` : 'announce'
  return form[`${name}-asked`] === undefined ? undefined : form[name] !== undefined
}

/** Form entries of such a box. */
export const announceEntries = {
  announce: z.string().optional(),
  'announce-asked': z.string().optional()
}
