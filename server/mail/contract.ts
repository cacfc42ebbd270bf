import type { Locale } from '~/server/platform/locales'

/** What a mail is about; its texts are `mail:<kind>.…`. */
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
  'factors_reset',
  'message'
] as const
export type MailKind = (typeof MAIL_KINDS)[number]

/** A row of the outbox: that a mail is due, not what it says. Links are made when it leaves. */
export interface MailOrder {
  kind: MailKind
  /** null when only the address is known. */
  userId: string | null
  address: string
  locale: Locale
  /** The ticket that a `message` tells of; absent for all others. */
  ticketId?: number | null
}

/** A mail to be written and sent. */
export interface MailMessage {
  kind: MailKind
  to: string
  userName: string
  /** Where its button leads; null without a button. */
  link: string | null
  locale: Locale
  /** What organisers wrote, of a `message`: plain text of theirs, in their language. */
  letter?: { game: string; title: string; text: string }
}

/** Redis channel that says that there is something in the outbox. */
export const MAIL_CHANNEL = 'halyard:mail'
