import { z } from 'zod'

/** The second field of a new password. */
export const passwordRepeat = z.string().max(256).default('')

/**
 * For `refine`: the password in `field` must stand in `passwordRepeat` once more
 * (docs/rules/interface.md#repeated-password).
 */
export function repeats<F extends string>(field: F) {
  const same = (input: Record<F | 'passwordRepeat', string>) => input[field] === input.passwordRepeat
  return [same, { error: 'field.password_repeat', path: ['passwordRepeat'] as string[] }] as const
}
