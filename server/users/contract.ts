import { z } from 'zod'
import { ROLES } from '~/server/access/contract'
import { profileUpdateInput, registerInput } from '~/server/accounts/contract'
import { pageOf, wireEnum, wireTimeText } from '~/server/platform/wire'
import { teamInput } from '~/server/teams/contract'

/** Rows of one bulk creation; each costs a password's hash. */
export const BULK_MAX = 500

const { userName, email, password } = registerInput.shape
const { bio, phone, realName, stdNumber } = profileUpdateInput.shape

/**
 * What an administrator changes of an account. Absent = unchanged; null clears what may be empty and leaves the rest
 * (docs/rules/wire.md#partial-updates).
 */
export const userChange = z
  .object({
    userName: userName.nullish(),
    email: email.nullish(),
    bio,
    phone,
    realName,
    stdNumber,
    /** The account is active: it may log in (docs/rules/accounts.md#active-accounts). */
    emailConfirmed: z.boolean({ error: 'field.type_mismatch' }).nullish(),
    role: wireEnum(ROLES).nullish(),
    /**
     * The version that was edited; another one since then is a conflict. Absent = write anyway. Not called `version`, as
     * clients send back what they read, however old. Not in the contract.
     */
    expectedVersion: z.string({ error: 'field.type_mismatch' }).max(64, 'field.text_too_long').nullish()
  })
  .meta({ id: 'AdminUserInfoModel' })
export type UserChange = z.infer<typeof userChange>

/** An account to create. Without a password one is made up. Rows with the same `teamName` become one team. */
export const newUser = z
  .object({
    userName,
    email,
    password: password.nullish(),
    realName,
    stdNumber,
    phone,
    teamName: teamInput.shape.name
  })
  .meta({ id: 'UserCreateModel' })
export type NewUser = z.infer<typeof newUser>

/** Rows of the call, where a password is required. */
export const newUsers = z
  .array(newUser.extend({ password }))
  .min(1, 'user.bulk_empty')
  .max(BULK_MAX, 'user.bulk_limit')

const flag = wireEnum(['false', 'true'])
  .default('false')
  .transform((given) => given === 'true')
  .meta({ type: 'boolean', default: false })

export const bulkOptions = z.object({
  /** Only tells what would happen. */
  dryRun: flag,
  /** Accounts that exist are changed to what the row says, password included; never those of staff. */
  overwrite: flag
})
export type BulkOptions = z.infer<typeof bulkOptions>

/** What becomes of one row. */
const bulkRow = z.object({
  /** Its place, from 1. */
  line: z.int(),
  userName: z.string(),
  email: z.string(),
  teamName: z.string().nullable(),
  outcome: z.enum(['create', 'overwrite', 'refused']),
  /** Code of the reason (keys of errors.json); null unless refused. */
  error: z.string().nullable(),
  /** A password that was made up, told here and never again; null for dry runs and given ones. */
  password: z.string().nullable()
})
export type BulkRow = z.infer<typeof bulkRow>

/** Everything is done or, when a row is refused, nothing. */
export const bulkReport = z.object({
  done: z.boolean(),
  created: z.int(),
  overwritten: z.int(),
  refused: z.int(),
  /** Teams that are made of the rows. */
  teams: z.int(),
  rows: z.array(bulkRow)
})
export type BulkReport = z.infer<typeof bulkReport>

/** One line of what was handed in: an account, or why it is none. */
export interface BulkLine {
  line: number
  /** As far as they could be read. */
  userName: string
  email: string
  input: NewUser | null
  error: string | null
}

/** A user as administrators see one. `lastVisitedUtc` is 1970 for somebody who never came. */
const userInfo = z
  .object({
    id: z.uuid().nullable(),
    userName: z.string().nullable(),
    realName: z.string().nullable(),
    stdNumber: z.string().nullable(),
    phone: z.string().nullable(),
    bio: z.string().nullable(),
    registerTimeUtc: wireTimeText,
    lastVisitedUtc: wireTimeText,
    ip: z.string(),
    email: z.string().nullable(),
    avatar: z.string().nullable(),
    role: z.enum(ROLES).nullable(),
    emailConfirmed: z.boolean().nullable(),
    /** Another one after every change that an administrator could make. Not in the contract. */
    version: z.string()
  })
  .meta({ id: 'UserInfoModel' })
export type UserInfo = z.infer<typeof userInfo>

export const userPage = pageOf(userInfo)
export type UserPage = z.infer<typeof userPage>

/** Path segment with a user's id, in lower case as the database writes it; anything else is no such route. */
export const userIdParam = z.uuid().toLowerCase()

export const userSearch = z.object({
  hint: z
    .string({ error: 'field.required' })
    .max(254, 'field.text_too_long')
    .regex(/\S/, 'field.required')
    .regex(/^[^\0]*$/, 'field.characters')
})

/** By which lists of users are ordered; `id` is the order of registration. */
export const USER_ORDERS = ['id', 'name', 'email', 'visit'] as const
export type UserOrder = (typeof USER_ORDERS)[number]

/** What hangs on an account, so that an administrator knows what deleting it means. */
export interface Belongings {
  /** The team it captains, which bars deletion. */
  captainOf: string | null
  /** Go with it: memberships, and registrations, some of them for games that run. */
  teams: number
  registrations: number
  running: number
  /** Teams whose registration goes too, as nobody else signed up and no game has let them in. */
  withdrawn: number
  /** Teams that stay in games that have not ended, with nobody registered until another member signs up. */
  emptied: number
  /** Stay, without a name. */
  submissions: number
  posts: number
}
