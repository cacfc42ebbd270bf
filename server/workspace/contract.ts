import { z } from 'zod'
import { customCategory } from '~/server/categories/contract'
import { wireInt, wireTimeText } from '~/server/platform/wire'
import { MAX_NOTE_LENGTH } from './constants'

export const claimInput = z
  .object({ on: z.boolean({ error: 'field.type_mismatch' }) })
  .meta({ id: 'TeamClaimModel' })

/** The last version that may be sent, because the next one is stored as an int32. */
const LAST_VERSION = 2_147_483_646

/** `version`: of the note that was read; 0 for none (docs/rules/teams.md#workspace). */
export const noteInput = z
  .object({
    text: z
      .string({ error: 'field.type_mismatch' })
      .transform((text) => text.replace(/\r\n?/g, '\n').trimEnd())
      .pipe(
        z
          .string()
          .max(MAX_NOTE_LENGTH, 'field.text_too_long')
          .refine((text) => !text.includes('\0'), 'field.characters')
      ),
    version: wireInt(0, LAST_VERSION)
  })
  .meta({ id: 'TeamNoteModel' })
export type NoteInput = z.infer<typeof noteInput>

export const claimant = z.object({ id: z.uuid(), name: z.string() })

const teamNote = z
  .object({
    text: z.string(),
    version: z.int(),
    /** The last author; null if the account was erased. */
    by: z.string().nullable(),
    time: wireTimeText
  })
  .meta({ id: 'TeamNote' })
export type TeamNote = z.infer<typeof teamNote>

const workspaceRow = z
  .object({
    id: z.int(),
    title: z.string(),
    category: z.string(),
    /** The category of the game, which `category` stands for; null without one. */
    customCategory: customCategory.nullable(),
    solved: z.boolean(),
    /** The members who work on it, in the order of their claims. */
    on: z.array(claimant),
    /** Null before anything was written; its text is '' once that was removed. */
    note: teamNote.nullable()
  })
  .meta({ id: 'TeamWorkspaceRow' })
export type WorkspaceRow = z.infer<typeof workspaceRow>

export const workspaceList = z.array(workspaceRow)

/** A member who works on a challenge. */
export interface Claimant {
  name: string
  avatar: string | null
}

/** Claims by id of the challenge. */
export const teamClaims = z
  .record(z.string(), z.array(z.object({ name: z.string(), avatar: z.string().nullable() })))
  .meta({ id: 'TeamClaims' })
export type TeamClaims = Readonly<Record<number, readonly Claimant[]>>

/** Says that claims of a participation changed; receivers read them. */
export const CLAIMS_CHANNEL = 'halyard:claims'
export const claimsMessage = z.object({ game: z.int(), participation: z.int() })

/** A member of a team, and the unsolved challenge that it works on or runs an instance of. */
export interface TeamTask {
  name: string
  avatar: string | null
  /** The member is the caller. */
  self: boolean
  challengeId: number
  title: string
  /** When the team's instance of the challenge ends, in Unix milliseconds; null without one that is ready. */
  instanceUntil: number | null
}
