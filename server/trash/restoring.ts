import { listBarred } from '~/server/access'
import type { Change } from '~/server/change'
import { catchUpAfterRestore, rewriteBloodNotices } from '~/server/corrections'
import {
  bool,
  type Database,
  nullable,
  number,
  oneOf,
  type RowOf,
  row,
  rows,
  text,
  time,
  uuid
} from '~/server/db'
import { endPlayedRoles } from '~/server/game-staff'
import type { NewScoreEvent } from '~/server/ledger/contract'
import { AppError, notFound } from '~/server/platform/errors'
import { auditedTitle, type Restored, TRASH_KINDS, type TrashKind } from './contract'
import { refuseLookAlikes, refuseTaken } from './obstacles'
import { putBack, trashedRowsSql } from './putting-back'

const ENTRY = {
  id: number,
  kind: oneOf(TRASH_KINDS),
  targetId: number,
  title: text,
  gameId: nullable(number),
  deletedAt: time
}
type Entry = RowOf<typeof ENTRY>

/** Locks an entry. @throws AppError `trash.not_found` 404 */
export async function lockEntry(tx: Change, id: number): Promise<Entry> {
  const entry = await row(
    tx,
    ENTRY,
    `SELECT id, kind, target_id AS "targetId", title, game_id AS "gameId", deleted_at AS "deletedAt"
     FROM trash WHERE id = $1 FOR UPDATE`,
    [id]
  )
  if (!entry) throw notFound('trash.not_found')
  return entry
}

async function gamesOf(tx: Change, { id, kind, gameId }: Entry): Promise<number[]> {
  if (kind === 'game') return []
  if (kind !== 'team') return [gameId!]
  const found = await rows(
    tx,
    { id: number },
    `SELECT g.id FROM ${trashedRowsSql('participations')} JOIN games g ON g.id = x.game_id ORDER BY g.id`,
    [id]
  )
  return found.map((game) => game.id)
}

const PLACE = {
  id: number,
  gameId: number,
  status: oneOf(['Pending', 'Accepted', 'Rejected', 'Suspended']),
  division: nullable(text)
}

const REGISTERED = `
  SELECT user_id::text AS id FROM registrations WHERE game_id = $1 OR participation_id = ANY($2::int[])
  UNION SELECT user_id::text FROM game_staff WHERE game_id = $1
  UNION SELECT user_id::text FROM team_members WHERE team_id = $3`

async function invalidateUsers(tx: Change, game: number | null, places: number[], team: number | null) {
  const users = await rows(tx, { id: text }, REGISTERED, [game, places, team])
  tx.invalidate(...users.map(({ id }) => `user:${id}`))
}

/** As their deletion would have done (docs/rules/teams.md#deletion). */
async function withdrawMissing(tx: Change, gameId: number): Promise<void> {
  const missing = await rows(
    tx,
    { id: number },
    `SELECT DISTINCT s.participation_id AS id FROM score_events s
     WHERE s.game_id = $1 AND s.kind = 'admit'
       AND NOT EXISTS (SELECT FROM participations p WHERE p.id = s.participation_id)
       AND 'withdraw' IS DISTINCT FROM (SELECT l.kind FROM score_events l
         WHERE l.game_id = $1 AND l.participation_id = s.participation_id AND l.kind IN ('admit', 'withdraw')
         ORDER BY l.seq DESC LIMIT 1)
     ORDER BY 1`,
    [gameId]
  )
  const at = tx.ctx.now.getTime()
  await tx.append(
    gameId,
    missing.map(({ id: participationId }) => ({ kind: 'withdraw', at, participationId }))
  )
}

/** Who got a role in a game while the team was away does not come back as a player of it (docs/rules/game-staff.md#playing). */
async function dropStaff(tx: Change, { id, gameId, status }: RowOf<typeof PLACE>): Promise<void> {
  if (status === 'Rejected') return
  const found = await rows(
    tx,
    { user: uuid },
    'SELECT user_id AS "user" FROM registrations WHERE participation_id = $1',
    [id]
  )
  const users = found.map(({ user }) => user)
  const barred = (await listBarred(tx, gameId, users)).map(({ id: user }) => user)
  if (barred.length === 0) return
  await tx.query('DELETE FROM registrations WHERE participation_id = $1 AND user_id = ANY ($2::uuid[])', [
    id,
    barred
  ])
  tx.invalidate(...barred.map((user) => `user:${user}`))
}

/**
 * A release whose time has passed would come at once, with its announcement. It counts as failed in place of that, so that
 * somebody looks at what came back and decides.
 */
async function dropPastReleases(tx: Change, where: 'id' | 'game_id', id: number): Promise<void> {
  await tx.query(
    `UPDATE challenges SET release_at = NULL, release_announce = NULL, release_failed_at = now(), release_fault = $2
     WHERE ${where} = $1 AND NOT enabled AND release_at <= now()`,
    [id, 'challenge.release_past']
  )
}

type Follow = (tx: Change, entry: Entry, db: Database) => Promise<void>

const FOLLOW: Record<TrashKind, Follow> = {
  async game(tx, { id: entry, targetId }) {
    await refuseLookAlikes(tx, entry)
    await withdrawMissing(tx, targetId)
    await dropPastReleases(tx, 'game_id', targetId)
    const found = await rows(tx, PLACE, PLACES('p.game_id = $1'), [targetId])
    await endPlayedRoles(tx, { gameId: targetId })
    await invalidateUsers(tx, targetId, [], null)
    tx.invalidate('games', `game:${targetId}`, `joined:${targetId}`, `notices:${targetId}`)
    tx.invalidate(...found.map(({ id }) => `participation:${id}`))
    tx.notifyScoring(targetId, 'rebuild')
  },

  async challenge(tx, { targetId, gameId, deletedAt: since }, db) {
    await dropPastReleases(tx, 'id', targetId)
    // Its category may stand for another one since then.
    await tx.query(
      `UPDATE challenges c SET category = o.stands_for FROM categories o WHERE c.id = $1 AND o.id = c.category_id`,
      [targetId]
    )
    const challenge = await row(tx, { enabled: bool }, 'SELECT enabled FROM challenges WHERE id = $1', [
      targetId
    ])
    if (challenge?.enabled)
      await tx.append(gameId!, [{ kind: 'open', at: tx.ctx.now.getTime(), challengeId: targetId }])
    const returned = { participationId: null, challengeId: targetId, since }
    await catchUpAfterRestore(db, tx, gameId!, returned, 'A challenge came back from the trash.')
    tx.invalidate(`challenge:${targetId}`)
    tx.notifyScoring(gameId!, 'rebuild')
  },

  async team(tx, { id: entry, targetId, deletedAt: since }, db) {
    await refuseLookAlikes(tx, entry)
    const found = await rows(tx, PLACE, PLACES('p.team_id = $1'), [targetId])
    for (const place of found) {
      await dropStaff(tx, place)
      const back = await tx.append(place.gameId, admission(place, tx.ctx.now.getTime()))
      await rewriteBloodNotices(tx, place.gameId, back)
      const returned = { participationId: place.id, challengeId: null, since }
      await catchUpAfterRestore(db, tx, place.gameId, returned, 'A team came back from the trash.')
      tx.invalidate(`game:${place.gameId}`, `joined:${place.gameId}`, `participation:${place.id}`)
      tx.notifyScoring(place.gameId, 'rebuild')
    }
    const places = found.map(({ id }) => id)
    await invalidateUsers(tx, null, places, targetId)
    tx.invalidate(`team:${targetId}`)
  },

  async flag(tx, { gameId }) {
    tx.notifyScoring(gameId!)
  }
}

const PLACES = (where: string) =>
  `SELECT p.id, p.game_id AS "gameId", p.status, p.division FROM participations p WHERE ${where} ORDER BY p.game_id`

/** Only an admission ends a deleted team's withdrawal. */
function admission({ id, status, division }: RowOf<typeof PLACE>, at: number): NewScoreEvent[] {
  if (status !== 'Accepted' && status !== 'Suspended') return []
  const admit = { kind: 'admit' as const, at, participationId: id, payload: { division } }
  return status === 'Accepted' ? [admit] : [admit, { kind: 'suspend', at, participationId: id }]
}

/** With the same ids, or changes nothing. @throws AppError `trash.not_found` 404, `trash.…` 409 */
export async function restoreIn(db: Database, tx: Change, id: number): Promise<Restored> {
  const entry = await lockEntry(tx, id)
  const { kind, targetId, title, gameId } = entry
  const games = await gamesOf(tx, entry)
  await tx.lock({ ledger: games })
  if (kind !== 'flag') await tx.lock({ intake: games })
  await refuseTaken(tx, id, kind)
  await putBack(tx, id, kind)
  await FOLLOW[kind](tx, entry, db)
  await tx.query('DELETE FROM trash WHERE id = $1', [id])
  const target = kind === 'flag' ? `challenge:${await challengeOf(tx, targetId)}` : `${kind}:${targetId}`
  await tx.audit({ action: `${kind}_restored`, target, after: auditedTitle(entry) })
  return { kind, targetId, title, gameId: kind === 'game' ? targetId : gameId }
}

async function challengeOf(tx: Change, flagId: number): Promise<number> {
  const found = await row(tx, { id: number }, 'SELECT challenge_id AS id FROM flags WHERE id = $1', [flagId])
  if (!found) throw new AppError('trash.parent_gone', 409)
  return found.id
}
