import { z } from 'zod'
import { ROLES } from '~/server/access/contract'
import { profileUpdateInput, registerInput, shownFields } from '~/server/accounts/contract'
import { STORABLE } from '~/server/platform/text-fields'
import { pageSchema, wireEnum, wireTimeText } from '~/server/platform/wire'
import { teamInput } from '~/server/teams/contract'

/** Rows of one bulk creation; each costs a password hash. */
export const MAX_BULK_USERS = 500

const { userName, email, password } = registerInput.shape
const { bio, phone, realName, stdNumber } = profileUpdateInput.shape

/** Absent = unchanged; null clears optional fields (docs/rules/wire.md#partial-updates). */
export const userChange = z
  .object({
    userName: userName.nullish(),
    email: email.nullish(),
    bio,
    phone,
    realName,
    stdNumber,
    emailConfirmed: z.boolean({ error: 'field.type_mismatch' }).nullish(),
    role: wireEnum(ROLES).nullish(),
    /** The `version` of other calls under another name, because clients send back old objects. Not in the contract. */
    expectedVersion: z.string({ error: 'field.type_mismatch' }).max(64, 'field.text_too_long').nullish()
  })
  .meta({ id: 'AdminUserInfoModel' })
export type UserChange = z.infer<typeof userChange>

/** An account to create. Without a password one is generated. Rows with the same `teamName` become one team. */
export const newUser = z
  .object({
    userName,
    email,
    password: password.nullish(),
    realName,
    stdNumber,
    phone,
    ...shownFields,
    teamName: teamInput.shape.name,
    /** Fields of the team, used from its first row. */
    team: z.object(shownFields).nullish()
  })
  .meta({ id: 'UserCreateModel' })
export type NewUser = z.infer<typeof newUser>

export const newUsers = z
  .array(newUser.extend({ password }))
  .min(1, 'user.bulk_empty')
  .max(MAX_BULK_USERS, 'user.bulk_limit')

const flag = wireEnum(['false', 'true'])
  .default('false')
  .transform((given) => given === 'true')
  .meta({ type: 'boolean', default: false })

export const bulkOptions = z.object({
  dryRun: flag,
  /** Changes existing accounts, password included; never staff. */
  overwrite: flag
})
export type BulkOptions = z.infer<typeof bulkOptions>

const bulkRow = z.object({
  line: z.int(),
  userName: z.string(),
  email: z.string(),
  teamName: z.string().nullable(),
  outcome: z.enum(['create', 'overwrite', 'refused']),
  /** Key of errors.json; null unless refused. */
  error: z.string().nullable(),
  /** Generated password, returned once; null for dry runs and given ones. */
  password: z.string().nullable()
})
export type BulkRow = z.infer<typeof bulkRow>

/** All rows, or none when one is refused. */
export const bulkReport = z.object({
  done: z.boolean(),
  created: z.int(),
  overwritten: z.int(),
  refused: z.int(),
  teams: z.int(),
  rows: z.array(bulkRow)
})
export type BulkReport = z.infer<typeof bulkReport>

export interface BulkLine {
  line: number
  userName: string
  email: string
  input: NewUser | null
  error: string | null
  /** With a password of somebody who may not own the address: no account is overwritten. */
  unproven?: boolean
}

/** `lastVisitedUtc` is 1970 for no visit. */
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
    /** Changes with every edit. Not in the contract. */
    version: z.string()
  })
  .meta({ id: 'UserInfoModel' })
export type UserInfo = z.infer<typeof userInfo>

export const userPage = pageSchema(userInfo)
export type UserPage = z.infer<typeof userPage>

/** Lower case, as the database writes it. */
export const userIdParam = z.uuid().toLowerCase()

export const userSearch = z.object({
  hint: z
    .string({ error: 'field.required' })
    .max(254, 'field.text_too_long')
    .regex(/\S/, 'field.required')
    .regex(STORABLE, 'field.characters')
})

/** `id`: order of registration. */
export const USER_ORDERS = ['id', 'name', 'email', 'visit'] as const
export type UserOrder = (typeof USER_ORDERS)[number]

export interface Belongings {
  /** The team it captains, which blocks deletion. */
  captainOf: string | null
  teams: number
  registrations: number
  running: number
  /** Number of teams that leave a game, because nobody else registered and it has not accepted them. */
  withdrawn: number
  /** Teams that stay in unfinished games without players. */
  emptied: number
  /** Stay without a name. */
  submissions: number
  posts: number
}
