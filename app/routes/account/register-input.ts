import { z } from 'zod'
import { registerInput } from '~/server/accounts/contract'
import { passwordRepeat, repeatedField } from './repeated'

/** The contract's input, the password twice, and the page to return to. */
export const registerForm = registerInput
  .extend({ passwordRepeat, from: z.string().optional() })
  .refine(...repeatedField('password'))

export const allowedDomains = (list: string) =>
  list
    .split(',')
    .map((domain) => domain.trim())
    .filter(Boolean)
