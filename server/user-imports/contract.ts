import { z } from 'zod'
import { LOCALES } from '~/server/platform/locales'
import { type BulkLine, newUser } from '~/server/users/contract'

/** What one import takes at most: rows, and bytes of its file. */
export const IMPORT_LIMITS = { rows: 20_000, file: 8 * 1024 * 1024 } as const

export const IMPORT_STATES = ['Checked', 'Running', 'Done', 'Cancelled'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

export const ROW_STATES = ['Waiting', 'Created', 'Overwritten', 'Failed'] as const
export type RowState = (typeof ROW_STATES)[number]

const LANGUAGES = new Map(LOCALES.flatMap((code) => [[code.toLowerCase(), code]]))

/** `de-DE`, whatever its case; a language alone where only one of ours is in it. */
function languageOf(given: string) {
  const plain = given.toLowerCase().replace('_', '-')
  const known = LANGUAGES.get(plain)
  if (known) return known
  const fits = LOCALES.filter((code) => code.toLowerCase().startsWith(`${plain}-`))
  return fits.length === 1 ? fits[0] : given
}

const words = z.string().trim().max(200, 'field.text_too_long')

/** A row: an account, and where its team plays. */
export const importedUser = newUser.extend({
  division: words.nullish(),
  /** Id or title of a game. */
  game: words.nullish(),
  /** Of the mail. */
  language: z
    .string()
    .transform(languageOf)
    .pipe(z.enum(LOCALES, { error: 'field.language_unknown' }))
    .nullish(),
  /** The name that an export has, where it could not stay. Not a column. */
  formerName: words.nullish(),
  /** A password as another platform hashed it. Not a column. */
  passwordHash: z.string().max(200).nullish()
})
export type ImportedUser = z.infer<typeof importedUser>

/** A row of the file, or why it is none. */
export interface ImportLine extends BulkLine {
  input: ImportedUser | null
  /** The column that is wrong. */
  field: string | null
}

/** How rows are looked at. */
export interface CheckOptions {
  /** Of the file. */
  name: string
  /** Accounts that exist are changed to what their row says. */
  overwrite: boolean
  /** Rows that are wrong are left out and listed with their reason; else one of them refuses all. */
  skip?: boolean
}

/** What is wrong with a row. */
export interface RowFault {
  line: number
  userName: string
  field: string | null
  /** Key of errors.json. */
  error: string
}

/** What a look at the rows found. Nothing was changed. */
export interface ImportCheck {
  /** The import that waits to be started; null when a row is wrong, or all are where wrong ones are left out. */
  id: string | null
  rows: number
  faults: RowFault[]
}

/** How an import stands. */
export interface ImportView {
  id: string
  name: string
  state: ImportState
  author: string | null
  createdAt: Date
  endedAt: Date | null
  overwrite: boolean
  byMail: boolean
  counts: Record<RowState, number>
  total: number
  teams: number
  /** Passwords that nobody has fetched yet. */
  secrets: number
  /** Rows with a password of another platform, which stays. */
  kept: number
}

/** One row of an import. */
export interface ImportRow {
  line: number
  userName: string
  /** What an export called the user, where that could not stay. */
  formerName: string | null
  email: string
  teamName: string | null
  division: string | null
  game: string | null
  state: RowState
  error: string | null
}

/** A row with the password that was made up, told once. */
export interface ImportResult extends ImportRow {
  password: string | null
}

/** How an import is started. */
export interface StartOptions {
  /** Every user gets a mail with a link to choose a password; no passwords are made up. */
  byMail: boolean
  /** Teams are accepted, whatever their game says. */
  accept: boolean
}

/** Redis channel that says that an import was started. */
export const IMPORT_CHANNEL = 'halyard:user-imports'

export const importIdParam = z.uuid().toLowerCase()
