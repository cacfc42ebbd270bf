import { z } from 'zod'

/** UTC in its shortest form: the browser shortens values, which would count as a change. */
export function inputTime(moment: Date | string | number): string {
  const text = new Date(moment).toISOString().slice(0, -1)
  return text.replace(/\.?0+$/, '').replace(/:00$/, '')
}

export const timeField = z
  .string({ error: 'field.time_required' })
  .trim()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?$/, 'field.time_required')
  .transform((text) => new Date(`${text}Z`))
  .refine((time) => !Number.isNaN(time.getTime()), 'field.time_required')
