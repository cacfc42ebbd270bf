import { z } from 'zod'

/** One entry a line, without blanks. */
export const lines = (text: string) =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean)

/** What a form says for the contract's word for a number that is none. */
export const inForm = (message: string) =>
  message === 'field.type_mismatch' ? 'field.number_required' : message

/** What the box of `Announce` says; undefined where the form has none. */
export function announceIn(form: Record<string, unknown>, of?: string): boolean | undefined {
  const name = of ? `announce-${of}` : 'announce'
  return form[`${name}-asked`] === undefined ? undefined : form[name] !== undefined
}

/** The entries of such a box. */
export const announceEntries = {
  announce: z.string().optional(),
  'announce-asked': z.string().optional()
}
