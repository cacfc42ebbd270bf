import { playsInGameSql } from '~/server/access'
import { GAME_ROLES, type GameRole } from '~/server/access/constants'
import type { Change } from '~/server/change'
import { bool, number, oneOf, row, rows, uuid } from '~/server/db'
import { AppError } from '~/server/platform/errors'
import { STAFF_LIMITS } from './constants'

interface Given {
  gameId: number
  userId: string
  role: GameRole
  /** Null for a program. */
  addedBy: string | null
}

async function store(tx: Change, gameId: number, given: readonly Omit<Given, 'gameId'>[]): Promise<void> {
  await tx.query(
    `INSERT INTO game_staff (game_id, user_id, role, added_by, added_at)
     SELECT $1, g.*, $5 FROM unnest($2::uuid[], $3::text[], $4::uuid[]) AS g`,
    [
      gameId,
      given.map(({ userId }) => userId),
      given.map(({ role }) => role),
      given.map(({ addedBy }) => addedBy),
      tx.ctx.now
    ]
  )
  tx.invalidate(...given.map(({ userId }) => `user:${userId}`))
}

const STATE = { already: bool, plays: bool, people: number, games: number }

/**
 * Gives an account a role. Holds the ledger's lock and the account's, so that concurrent calls pass no limit. Counts after
 * locking, because a statement that waited for a lock sees the rows of before. The caller audits.
 * @throws AppError `staff.already`, `staff.plays`, `staff.limit`, `staff.person_limit` 400, with the field `who` when `named`
 */
export async function grantRole(
  tx: Change,
  given: Given,
  { named = false }: { named?: boolean } = {}
): Promise<void> {
  const { gameId, userId } = given
  const state = await row(
    tx,
    STATE,
    `SELECT EXISTS (SELECT FROM game_staff WHERE game_id = $1 AND user_id = $2) AS already,
       EXISTS (SELECT FROM users u WHERE u.id = $2 AND ${playsInGameSql('$1')}) AS plays,
       (SELECT count(*)::int FROM game_staff WHERE game_id = $1) AS people,
       (SELECT count(*)::int FROM game_staff WHERE user_id = $2) AS games`,
    [gameId, userId]
  )
  const refuse = (code: string, most = 1) =>
    new AppError(code, 400, { params: { most }, ...(named && { extra: { field: 'who' } }) })
  if (state!.already) throw refuse('staff.already')
  if (state!.plays) throw refuse('staff.plays')
  if (state!.people >= STAFF_LIMITS.people) throw refuse('staff.limit', STAFF_LIMITS.people)
  if (state!.games >= STAFF_LIMITS.games) throw refuse('staff.person_limit', STAFF_LIMITS.games)
  await store(tx, gameId, [given])
}

/** The result for one user of the template. */
export type Outcome = 'added' | 'already' | 'inactive' | 'plays' | 'limit' | 'personLimit'

const CANDIDATE = {
  userId: uuid,
  role: oneOf(GAME_ROLES),
  may: bool,
  already: bool,
  plays: bool,
  games: number
}

/**
 * Gives everybody with a role in game `from` the same in `gameId`, the strongest roles first, as far as the limits of grantRole
 * allow. Within a change that holds the ledger's lock of `gameId`.
 */
export async function copyRoles(
  tx: Change,
  { gameId, from, addedBy }: { gameId: number; from: number; addedBy: string | null }
): Promise<{ userId: string; role: GameRole; outcome: Outcome }[]> {
  // Ordered by id, against deadlocks.
  await tx.query(
    `SELECT FROM users WHERE id IN (SELECT user_id FROM game_staff WHERE game_id = $1) ORDER BY id FOR NO KEY UPDATE`,
    [from]
  )
  const found = await rows(
    tx,
    CANDIDATE,
    `SELECT u.id AS "userId", s.role,
       u.active AND u.role <> 'Banned' AND u.rehearsal IS NULL AS may,
       EXISTS (SELECT FROM game_staff h WHERE h.game_id = $2 AND h.user_id = u.id) AS already,
       ${playsInGameSql('$2')} AS plays,
       (SELECT count(*)::int FROM game_staff o WHERE o.user_id = u.id) AS games
     FROM game_staff s JOIN users u ON u.id = s.user_id WHERE s.game_id = $1
     ORDER BY array_position($3::text[], s.role), u.user_name_key LIMIT $4`,
    [from, gameId, GAME_ROLES, STAFF_LIMITS.people]
  )
  const held = await row(
    tx,
    { people: number },
    'SELECT count(*)::int AS people FROM game_staff WHERE game_id = $1',
    [gameId]
  )
  let free = STAFF_LIMITS.people - held!.people
  const decided = found.map(({ userId, role, may, already, plays, games }) => {
    let outcome: Outcome = 'added'
    if (already) outcome = 'already'
    else if (!may) outcome = 'inactive'
    else if (plays) outcome = 'plays'
    else if (games >= STAFF_LIMITS.games) outcome = 'personLimit'
    else if (free <= 0) outcome = 'limit'
    else free -= 1
    return { userId, role, outcome }
  })
  const added = decided.filter(({ outcome }) => outcome === 'added')
  if (added.length > 0)
    await store(
      tx,
      gameId,
      added.map(({ userId, role }) => ({ userId, role, addedBy }))
    )
  return decided
}
