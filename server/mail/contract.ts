import type { Locale } from '~/server/platform/locales'

export const MAIL_KINDS = [
  'verify',
  'claim',
  'reset',
  'registered',
  'confirm',
  'address_changed',
  'guessed',
  'invited',
  'factor_added',
  'factor_removed',
  'factors_reset'
] as const
export type MailKind = (typeof MAIL_KINDS)[number]

/** A due mail; its text and links are made when it is sent. */
export interface MailOrder {
  kind: MailKind
  /** Null when only the address is known. */
  userId: string | null
  address: string
  locale: Locale
}

export interface MailMessage {
  kind: MailKind
  to: string
  userName: string
  /** Null without a button. */
  link: string | null
  locale: Locale
}

export const MAIL_CHANNEL = 'halyard:mail'
