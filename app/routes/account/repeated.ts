import { z } from 'zod'

export const passwordRepeat = z.string().max(256).default('')

/** For `refine`: `passwordRepeat` must equal `field` (docs/rules/interface.md#repeated-password). */
export function repeatedField<F extends string>(field: F) {
  const same = (input: Record<F | 'passwordRepeat', string>) => input[field] === input.passwordRepeat
  return [same, { error: 'field.password_repeat', path: ['passwordRepeat'] as string[] }] as const
}
