import { z } from 'zod'
import { LOCALES } from '~/server/platform/locales'
import { type BulkLine, newUser } from '~/server/users/contract'

export const IMPORT_LIMITS = { rows: 20_000, file: 8 * 1024 * 1024 } as const

export const IMPORT_STATES = ['Checked', 'Running', 'Done', 'Cancelled'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

export const ROW_STATES = ['Waiting', 'Created', 'Overwritten', 'Failed'] as const
export type RowState = (typeof ROW_STATES)[number]

const LANGUAGES = new Map(LOCALES.flatMap((code) => [[code.toLowerCase(), code]]))

/** Any case; a bare language when it is unambiguous. */
function languageOf(given: string) {
  const plain = given.toLowerCase().replace('_', '-')
  const known = LANGUAGES.get(plain)
  if (known) return known
  const fits = LOCALES.filter((code) => code.toLowerCase().startsWith(`${plain}-`))
  return fits.length === 1 ? fits[0] : given
}

const words = z.string().trim().max(200, 'field.text_too_long')

export const importedUser = newUser.extend({
  division: words.nullish(),
  game: words.nullish(),
  language: z
    .string()
    .transform(languageOf)
    .pipe(z.enum(LOCALES, { error: 'field.language_unknown' }))
    .nullish(),
  /** Original name in an export, if changed. Not a column. */
  formerName: words.nullish(),
  /** The hash of another platform. Not a column. */
  passwordHash: z.string().max(200).nullish()
})
export type ImportedUser = z.infer<typeof importedUser>

export interface ImportLine extends BulkLine {
  input: ImportedUser | null
  field: string | null
}

export interface CheckOptions {
  name: string
  overwrite: boolean
  /** Skips faulty rows; otherwise one refuses all. */
  skip?: boolean
}

export interface RowFault {
  line: number
  userName: string
  field: string | null
  error: string
}

export interface ImportCheck {
  /** The import to start; null when nothing can be imported. */
  id: string | null
  rows: number
  faults: RowFault[]
}

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
  /** Generated passwords not fetched yet. */
  secrets: number
  /** Rows with another platform's password. */
  kept: number
}

export interface ImportRow {
  line: number
  userName: string
  formerName: string | null
  email: string
  teamName: string | null
  division: string | null
  game: string | null
  state: RowState
  error: string | null
}

/** A row with its generated password, returned once. */
export interface ImportResult extends ImportRow {
  password: string | null
}

export interface StartOptions {
  /** Mails links to choose a password instead of generating passwords. */
  byMail: boolean
  accept: boolean
}

export const IMPORT_CHANNEL = 'halyard:user-imports'

export const importIdParam = z.uuid().toLowerCase()
