import { z } from 'zod'
import { registerInput } from '~/server/accounts/contract'

/** The registration form: the contract's input, the password twice, and the page to return to. */
export const registerForm = registerInput
  .omit({ challenge: true })
  .extend({ passwordRepeat: z.string().max(256).default(''), from: z.string().optional() })
  .refine(({ password, passwordRepeat }) => password === passwordRepeat, {
    error: 'field.password_repeat',
    path: ['passwordRepeat']
  })

/** Addresses end in one of these; empty = any (behaviour.md 1.1). */
export const allowedDomains = (list: string) =>
  list
    .split(',')
    .map((domain) => domain.trim())
    .filter(Boolean)
