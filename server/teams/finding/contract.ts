import { z } from 'zod'
import { STORABLE, textField } from '~/server/platform/text-fields'
import { wireInt, wireTimeText } from '~/server/platform/wire'
import { shownView } from '../contract'
import { LISTINGS_PAGE, MAX_LINE_LENGTH, MAX_LISTINGS, REQUEST_STATES } from './constants'

const line = textField(10 * MAX_LINE_LENGTH)
  .transform((text) => text.replace(/\s+/g, ' ').trim())
  .pipe(z.string().max(MAX_LINE_LENGTH, 'field.text_too_long'))

/** One line of text; may be empty. */
export const listingInput = z.object({ text: line }).meta({ id: 'TeamListingModel' })
export type ListingInput = z.infer<typeof listingInput>

/** A sentence for the captain. */
export const requestInput = z
  .object({ text: line.refine((text) => text !== '', 'field.required') })
  .meta({ id: 'TeamRequestModel' })
export type RequestInput = z.infer<typeof requestInput>

export const answerInput = z
  .object({ accept: z.boolean({ error: 'field.type_mismatch' }) })
  .meta({ id: 'TeamRequestAnswerModel' })

/** `before`: `next` of the part before; absent = the newest. */
export const listingQuery = z.object({
  search: z
    .string()
    .max(100, 'field.text_too_long')
    .regex(STORABLE, 'field.characters')
    .transform((text) => text.normalize('NFKC').trim())
    .default(''),
  before: wireInt(1).optional(),
  count: wireInt(1, MAX_LISTINGS).default(LISTINGS_PAGE)
})
export type ListingQuery = z.infer<typeof listingQuery>

const partOf = <T extends z.ZodType>(row: T) =>
  z.object({
    data: z.array(row),
    /** The value of `before` for the next part; null at the end. */
    next: z.int().nullable()
  })

const listedTeam = z
  .object({
    id: z.int(),
    name: z.string(),
    bio: z.string().nullable(),
    avatar: z.string().nullable(),
    ...shownView,
    members: z.int(),
    /** The captain's text; may be empty. */
    text: z.string(),
    listed: wireTimeText,
    /** The caller's relation to the team; null: none. */
    own: z.enum(['Member', 'Waiting', 'Declined']).nullable()
  })
  .meta({ id: 'ListedTeam' })
export type ListedTeam = z.infer<typeof listedTeam>
export const listedTeams = partOf(listedTeam).meta({ id: 'ListedTeams' })
export type ListedTeams = z.infer<typeof listedTeams>

const listedPlayer = z
  .object({
    /** Null: no page that everybody sees (docs/rules/players.md). */
    id: z.uuid().nullable(),
    name: z.string(),
    avatar: z.string().nullable(),
    text: z.string(),
    listed: wireTimeText
  })
  .meta({ id: 'ListedPlayer' })
export type ListedPlayer = z.infer<typeof listedPlayer>
export const listedPlayers = partOf(listedPlayer).meta({ id: 'ListedPlayers' })
export type ListedPlayers = z.infer<typeof listedPlayers>

/** Waits for the captain. */
export const teamRequest = z
  .object({
    userId: z.uuid(),
    userName: z.string(),
    avatar: z.string().nullable(),
    /** Everybody may see the page of the player. */
    page: z.boolean(),
    text: z.string(),
    at: wireTimeText
  })
  .meta({ id: 'TeamRequest' })
export type TeamRequest = z.infer<typeof teamRequest>

/** A request of the caller. */
export const ownRequest = z
  .object({
    team: z.object({ id: z.int(), name: z.string() }),
    text: z.string(),
    at: wireTimeText,
    state: z.enum(REQUEST_STATES)
  })
  .meta({ id: 'OwnTeamRequest' })
export type OwnRequest = z.infer<typeof ownRequest>
