import { z } from 'zod'

/** Longest team name and bio in characters (decisions.md, Team name). */
export const TEAM_NAME_MAX = 50
export const TEAM_BIO_MAX = 72

/** Control, format (zero-width, direction), private and unassigned characters, and letters that look like nothing. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]/u

const teamName = z
  .string({ error: 'field.type_mismatch' })
  .max(10 * TEAM_NAME_MAX, 'field.team_name_too_long')
  .transform((name) => name.normalize('NFKC').trim())
  .pipe(
    z
      .string()
      .max(TEAM_NAME_MAX, 'field.team_name_too_long')
      .refine((name) => !INVISIBLE.test(name), 'field.team_name_characters')
  )

/** Body of create and update. Creating needs a name; updating keeps it when null or empty. A null bio clears. */
export const teamInput = z
  .object({
    name: teamName.nullish(),
    bio: z
      .string({ error: 'field.type_mismatch' })
      .max(TEAM_BIO_MAX, 'field.team_bio_too_long')
      .regex(/^[^\0]*$/, 'field.characters')
      .nullish()
  })
  .meta({ id: 'TeamUpdateModel' })
export type TeamInput = z.infer<typeof teamInput>

/** The invite code as a bare JSON string: `{name}:{id}:{32 hex}` (behaviour.md 2.2). */
export const inviteCodeInput = z
  .string({ error: 'team.invite_code_malformed' })
  .max(500, 'team.invite_code_malformed')

export const teamMemberView = z
  .object({
    id: z.uuid().nullable(),
    userName: z.string().nullable(),
    bio: z.string().nullable(),
    avatar: z.string().nullable(),
    captain: z.boolean()
  })
  .meta({ id: 'TeamUserInfoModel' })
export type TeamMemberView = z.infer<typeof teamMemberView>

/** A team as anybody may see it. `locked` is the effective lock (decisions.md, Team lock). */
export const teamView = z
  .object({
    id: z.int(),
    name: z.string().nullable(),
    bio: z.string().nullable(),
    avatar: z.string().nullable(),
    locked: z.boolean(),
    /** The captain first, then by time of joining. */
    members: z.array(teamMemberView).nullable()
  })
  .meta({ id: 'TeamInfoModel' })
export type TeamView = z.infer<typeof teamView>
