import { z } from 'zod'

export const booleanField = z.boolean({ error: 'field.type_mismatch' })
