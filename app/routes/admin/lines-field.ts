import { z } from 'zod'

/** A checkbox or switch: a browser sends nothing for one that is off. */
export const box = z
  .string()
  .optional()
  .transform((value) => value !== undefined)

export const splitLines = (text: string) =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean)

/** Form text for the contract's "not a number" message. */
export const inForm = (message: string) =>
  message === 'field.type_mismatch' ? 'field.number_required' : message

/** The issue of a contract's schema at a field of a form. `scale`: what one of its units is in the form. */
export function issueAt(field: PropertyKey, issue: z.core.$ZodIssue, scale = 1) {
  return {
    ...issue,
    path: [field],
    message: inForm(issue.message),
    ...('minimum' in issue && { minimum: Number(issue.minimum) * scale }),
    ...('maximum' in issue && { maximum: Number(issue.maximum) * scale })
  } as z.core.$ZodRawIssue
}
