import { z } from 'zod'

export const textField = (max: number, code = 'field.text_too_long') =>
  z
    .string({ error: 'field.type_mismatch' })
    .max(max, code)
    .regex(/^[^\0]*$/, 'field.characters')

export const booleanField = z.boolean({ error: 'field.type_mismatch' })
