import type { GameRole } from '~/server/access/constants'
import type { CaseNews } from '~/server/cases/constants'
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
  'factors_reset',
  'identity_linked',
  'message',
  'case_team',
  'case_staff',
  'staff_invited'
] as const
export type MailKind = (typeof MAIL_KINDS)[number]

/** A due mail; its text and links are made when it is sent. */
export interface MailOrder {
  kind: MailKind
  /** Null when only the address is known. */
  userId: string | null
  address: string
  locale: Locale
  /** The ticket that a `message` tells of; absent for all others. */
  ticketId?: number | null
  /** The news that a `case_team` or `case_staff` tells; absent for all others. */
  caseNewsId?: number | null
  /** The invitation that a `staff_invited` brings; absent for all others. */
  staffInvitationId?: number | null
}

export interface MailMessage {
  kind: MailKind
  to: string
  userName: string
  /** Null without a button. */
  link: string | null
  locale: Locale
  /** The event of a `case_team` or `case_staff`. */
  caseNews?: { kind: CaseNews; game: string }
  /** The organisers' text of a `message`: plain text, in their language. */
  letter?: { game: string; title: string; text: string }
  /**
   * The facts of a `staff_invited`. The mail does not greet by name, because that would reveal whether the address has an
   * account.
   */
  staffInvitation?: { game: string; role: GameRole; by: string; until: Date }
}

export const MAIL_CHANNEL = 'halyard:mail'
