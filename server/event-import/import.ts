import type { Ctx } from '~/server/access/contract'
import { hashPassword, nameKey } from '~/server/accounts'
import { audit } from '~/server/audit'
import { type Database, number, row, rows, type Sql, takeLock, text } from '~/server/db'
import { newKeys, teamToken } from '~/server/games'
import { randomHex, uuid7 } from '~/server/platform/ids'
import type { SecretBox } from '~/server/platform/secret-box'
import { insertRows, reserveIds } from './bulk'
import { type KnownTeam, MAX_CAPTAIN_LENGTH, type SeedEvent } from './contract'
import { findKnownTeams } from './known-teams'
import { truncateText, uniqueNames } from './names'
import { importSolves } from './solves'

export interface ImportOptions {
  /** See `originOf`; each is imported once. */
  origin: string
  /** Allows joining without review, and practice after the end. */
  open?: boolean
}

export interface Imported {
  gameId: number
  /** False when it existed; nothing was changed. */
  created: boolean
  knownTeams: number
}

/**
 * Imports an event with its original times, all or nothing. Existing teams keep their members; others get a captain's
 * account without login. Call `notifyScoring` and invalidate the tag `games` afterwards.
 */
export async function importEvent(
  { db, secretBox }: { db: Database; secretBox: SecretBox },
  ctx: Ctx,
  event: SeedEvent,
  { origin, open = false }: ImportOptions
): Promise<Imported> {
  const passwordHash = await hashPassword(randomHex(32))
  return db.transaction(async (sql) => {
    await takeLock(sql, 'eventImport', origin)
    const earlier = await row(sql, { id: number }, 'SELECT id FROM games WHERE origin = $1', [origin])
    if (earlier) return { gameId: earlier.id, created: false, knownTeams: 0 }
    const keys = newKeys(secretBox)
    const gameId = await importGame(sql, event, origin, open, keys)
    const challenges = await importChallenges(sql, gameId, event)
    const known = await findKnownTeams(sql, event)
    const users = await importCaptains(sql, ctx, gameId, event, { passwordHash, active: open, known })
    const token = (teamId: number) => teamToken(secretBox, keys, teamId)
    const participations = await importTeams(sql, gameId, event, { users, known, token })
    await importSolves(sql, event, { gameId, users, known, participations, challenges })
    const { length: solves } = event.solves
    await audit(sql, ctx, {
      action: 'event_imported',
      target: `game:${gameId}`,
      after: { title: event.title, origin, teams: users.length, challenges: challenges.length, solves }
    })
    return { gameId, created: true, knownTeams: known.filter(Boolean).length }
  })
}

/** An address that receives no mail. */
export const captainEmail = (gameId: number, index: number): string =>
  `team-${index + 1}@game-${gameId}.import.invalid`

async function importGame(
  sql: Sql,
  event: SeedEvent,
  origin: string,
  open: boolean,
  keys: { publicKey: string; privateSeed: string }
): Promise<number> {
  const game = await row(
    sql,
    { id: number },
    `INSERT INTO games (title, summary, content, start_at, end_at, writeup_deadline, divisions, accept_without_review,
       practice_mode, public_key, private_seed, origin)
     VALUES ($1, $2, $3, $4, $5, $5, $6, $7, $7, $8, $9, $10) RETURNING id`,
    [
      event.title,
      event.summary,
      event.content,
      new Date(event.start),
      new Date(event.end),
      event.divisions,
      open,
      keys.publicKey,
      keys.privateSeed,
      origin
    ]
  )
  return game!.id
}

async function importChallenges(sql: Sql, gameId: number, { challenges }: SeedEvent): Promise<number[]> {
  const ids = await reserveIds(sql, 'challenges', challenges.length)
  const rows = challenges.map((challenge, index) => ({ ...challenge, id: ids[index]! }))
  await insertRows(
    sql,
    'challenges',
    {
      id: ['int', ({ id }) => id],
      game_id: ['int', () => gameId],
      title: ['text', ({ title }) => title],
      content: ['text', ({ content }) => content],
      category: ['text', ({ category }) => category],
      enabled: ['bool', () => true],
      original_score: ['int', ({ score }) => score],
      min_score_rate: ['float8', ({ minScoreRate }) => minScoreRate],
      difficulty: ['float8', ({ difficulty }) => difficulty]
    },
    rows
  )
  for (const { id, hints, scoring, values } of rows) {
    if (hints.length > 0) await sql.query('UPDATE challenges SET hints = $2 WHERE id = $1', [id, hints])
    if (scoring)
      await sql.query('UPDATE challenges SET scoring = $2, point_values = $3 WHERE id = $1', [
        id,
        scoring,
        values
      ])
  }
  await insertRows(
    sql,
    'flags',
    {
      id: ['int', ({ flagId }) => flagId],
      challenge_id: ['int', ({ id }) => id],
      flag: ['text', ({ flag }) => flag]
    },
    (await reserveIds(sql, 'flags', rows.length)).map((flagId, index) => ({ ...rows[index]!, flagId }))
  )
  return ids
}

/** Which of these keys are names of accounts. */
async function takenNames(sql: Sql, keys: string[]): Promise<ReadonlySet<string>> {
  const found = await rows(
    sql,
    { key: text },
    'SELECT user_name_key AS key FROM users WHERE user_name_key = ANY ($1)',
    [keys]
  )
  return new Set(found.map(({ key }) => key))
}

/**
 * New accounts have the captain's name of the event while it is free, else `<name> @<game>` with that of captain or team.
 * Registrations allow no `@`, addresses no space, so those never collide.
 */
async function importCaptains(
  sql: Sql,
  ctx: Ctx,
  gameId: number,
  { teams }: SeedEvent,
  { passwordHash, active, known }: { passwordHash: string; active: boolean; known: (KnownTeam | null)[] }
): Promise<string[]> {
  const unique = uniqueNames(MAX_CAPTAIN_LENGTH, nameKey)
  const taken = await takenNames(sql, teams.flatMap(({ captain }) => captain ?? []).map(nameKey))
  const nameOf = ({ name, captain }: SeedEvent['teams'][number]) => {
    const own = unique(truncateText(captain ?? name, MAX_CAPTAIN_LENGTH))
    return own === captain && !taken.has(nameKey(own)) ? own : `${own} @${gameId}`
  }
  const all = teams.map((team, index) => ({
    id: known[index]?.leader ?? uuid7(ctx.now),
    name: nameOf(team),
    email: captainEmail(gameId, index)
  }))
  const made = all.filter((_, index) => !known[index])
  await insertRows(
    sql,
    'users',
    {
      id: ['uuid', ({ id }) => id],
      user_name: ['text', ({ name }) => name],
      user_name_key: ['text', ({ name }) => nameKey(name)],
      email: ['text', ({ email }) => email],
      email_key: ['text', ({ email }) => nameKey(email)],
      password_hash: ['text', () => passwordHash],
      // Only active accounts can submit.
      active: ['boolean', () => active],
      registered_at: ['timestamptz', () => ctx.now]
    },
    made
  )
  return all.map(({ id }) => id)
}

interface Players {
  users: string[]
  known: (KnownTeam | null)[]
  token: (teamId: number) => string
}

/** New teams with one member, and all participations as Accepted, with ids in the event's order. */
async function importTeams(
  sql: Sql,
  gameId: number,
  event: SeedEvent,
  { users, known, token }: Players
): Promise<number[]> {
  const { length } = event.teams
  const teamIds = await reserveIds(sql, 'teams', length)
  const participationIds = await reserveIds(sql, 'participations', length)
  const joined = new Date(event.start)
  const rows = event.teams.map((team, index) => ({
    ...team,
    teamId: known[index]?.id ?? teamIds[index]!,
    participationId: participationIds[index]!,
    userId: users[index]!
  }))
  const made = rows.filter((_, index) => !known[index])
  type Row = (typeof rows)[number]
  const team_id: [string, (row: Row) => unknown] = ['int', ({ teamId }) => teamId]
  const user_id: [string, (row: Row) => unknown] = ['uuid', ({ userId }) => userId]
  await insertRows(
    sql,
    'teams',
    {
      id: team_id,
      name: ['text', ({ name }) => name],
      affiliation: ['text', ({ affiliation = null }) => affiliation],
      website: ['text', ({ website = null }) => website],
      country: ['text', ({ country = null }) => country],
      captain_id: user_id,
      invite_token: ['text', () => randomHex(16)]
    },
    made
  )
  await insertRows(sql, 'team_members', { team_id, user_id }, made)
  await insertRows(
    sql,
    'participations',
    {
      id: ['int', ({ participationId }) => participationId],
      game_id: ['int', () => gameId],
      team_id,
      status: ['text', () => 'Accepted'],
      division: ['text', ({ division }) => division],
      token: ['text', ({ teamId }) => token(teamId)],
      created_at: ['timestamptz', () => joined]
    },
    rows
  )
  await insertRows(
    sql,
    'registrations',
    {
      game_id: ['int', () => gameId],
      user_id,
      participation_id: ['int', ({ participationId }) => participationId],
      created_at: ['timestamptz', () => joined]
    },
    rows.flatMap((row, index) =>
      known[index] ? [...known[index].members.values()].map((userId) => ({ ...row, userId })) : row
    )
  )
  return participationIds
}
