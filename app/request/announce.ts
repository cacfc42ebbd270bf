import { z } from 'zod'

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
