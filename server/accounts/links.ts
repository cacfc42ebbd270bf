import { AppError } from '~/server/platform/errors'
import type { LinkInput } from './contract'
import { nameKey } from './name-key'

const PAGES = {
  verify: 'verify',
  reset: 'reset',
  claim: 'reset',
  confirm: 'confirm',
  invited: 'reset'
} as const

const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64')

/** Null for invalid base64. Turns blanks back into `+`. */
function decoded(text: string): string | null {
  const clean = text.trim().replaceAll(' ', '+')
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(clean)) return null
  const plain = Buffer.from(clean, 'base64').toString('utf8')
  return plain.includes('�') ? null : plain
}

/** `/account/{verify|reset|confirm}?token=&email=` below the platform (docs/rules/accounts.md#links-in-mails). */
export function emailLink(origin: string, kind: keyof typeof PAGES, token: string, email: string): string {
  const url = new URL(`/account/${PAGES[kind]}`, origin)
  url.search = new URLSearchParams({ token: base64(token), email: base64(email) }).toString()
  return url.href
}

/** A malformed token becomes one that never matches. @throws AppError `account.invalid_email` 400 */
export function readLink({ token, email }: LinkInput): { token: string; email: string } {
  const address = decoded(email)
  if (address === null) throw new AppError('account.invalid_email')
  return { token: decoded(token) ?? '', email: address }
}

/** @throws AppError `account.invalid_email` 400 unless both are equal */
export function requireSameEmail(proved: string, given: string): void {
  if (nameKey(proved) !== nameKey(given)) throw new AppError('account.invalid_email')
}
