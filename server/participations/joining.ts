import { actorOf } from '~/server/accounts'
import { type Ctx, callerOf } from '~/server/accounts/contract'
import { type Games, teamToken } from '~/server/games'
import { type GameFacts, phaseOf } from '~/server/games/contract'
import { append, lock } from '~/server/ledger'
import type { Database, Sql } from '~/server/platform/db'
import { AppError, gameEnded, isUniqueViolation, notFound, whatIsGone } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import type { Vault } from '~/server/platform/vault'
import { dropEmptied, keepTeam } from '~/server/teams'
import type { JoinInput, StoredStatus } from './contract'
import { canLeave, divisionOf } from './policy'

/** What a change of registrations touched. */
export interface Joined {
  participationId: number
  /** The participation that the caller left for this one, if any. */
  leftId: number | null
  /** Everybody whose place in the game may have changed. */
  users: string[]
  /** The ledger got an entry. */
  scored: boolean
}

interface Candidate {
  /** Null when there is no such team. */
  teamId: number | null
  member: boolean
  participationId: number | null
  status: StoredStatus | null
}

async function candidate(sql: Sql, gameId: number, teamId: number, userId: string): Promise<Candidate> {
  const { rows } = await sql.query<Candidate>(
    `SELECT t.id AS "teamId", p.id AS "participationId", p.status,
       EXISTS (SELECT 1 FROM team_members m WHERE m.team_id = t.id AND m.user_id = $3) AS member
     FROM teams t LEFT JOIN participations p ON p.team_id = t.id AND p.game_id = $1 WHERE t.id = $2`,
    [gameId, teamId, userId]
  )
  return rows[0] ?? { teamId: null, member: false, participationId: null, status: null }
}

interface Registration {
  participationId: number
  teamId: number
  status: StoredStatus
}

/** The user's registration in the game; null without one. */
async function registration(sql: Sql, gameId: number, userId: string): Promise<Registration | null> {
  const { rows } = await sql.query<Registration>(
    `SELECT p.id AS "participationId", p.team_id AS "teamId", p.status
     FROM registrations r JOIN participations p ON p.id = r.participation_id
     WHERE r.game_id = $1 AND r.user_id = $2`,
    [gameId, userId]
  )
  return rows[0] ?? null
}

async function dropRegistration(sql: Sql, gameId: number, userId: string): Promise<void> {
  await sql.query('DELETE FROM registrations WHERE game_id = $1 AND user_id = $2', [gameId, userId])
}

/** Takes back a registration. A team for which nobody is registered any more does not take part. */
async function withdraw(sql: Sql, gameId: number, userId: string, participationId: number): Promise<void> {
  await dropRegistration(sql, gameId, userId)
  await dropEmptied(sql, [participationId])
}

async function usersOf(sql: Sql, teamIds: number[]): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    'SELECT DISTINCT user_id AS id FROM team_members WHERE team_id = ANY($1::int[])',
    [teamIds]
  )
  return rows.map(({ id }) => id)
}

/** Accepts a pending team without review; a suspended one stays where it is. False when there was nothing to do. */
async function accept(sql: Sql, ctx: Ctx, gameId: number, participationId: number): Promise<boolean> {
  const { rows } = await sql.query<{ division: string | null }>(
    `UPDATE participations SET status = 'Accepted' WHERE id = $1 AND status = 'Pending' RETURNING division`,
    [participationId]
  )
  if (!rows[0]) return false
  const at = ctx.now.getTime()
  await append(sql, gameId, [{ kind: 'admit', at, participationId, payload: { division: rows[0].division } }])
  return true
}

interface Needs {
  db: Database
  games: Games
  vault: Vault
  log: Log
}

/** Registering for a game and taking it back (behaviour.md 3.3 and 3.4). */
export function createJoining({ db, games, vault, log }: Needs) {
  const turns = new Map<number, Promise<unknown>>()

  /** One registration at a time in a game: limits and divisions are checked against what is there. */
  const inTurn = <T>(gameId: number, teamId: number | null, work: (sql: Sql) => Promise<T>): Promise<T> => {
    const run = () =>
      db.transaction(async (sql) => {
        if (teamId !== null) await keepTeam(sql, teamId)
        // The ledger's lock keeps reviews out, too: nobody accepts the team that its last member is leaving.
        await lock(sql, gameId)
        return work(sql)
      })
    // Waiting here and not at the lock leaves the other connections to those who play.
    const turn = (turns.get(gameId) ?? Promise.resolve()).then(run, run).catch((error: unknown) => {
      throw whatIsGone(error)
    })
    const over: Promise<unknown> = turn
      .catch(() => {})
      .then(() => turns.get(gameId) === over && turns.delete(gameId))
    turns.set(gameId, over)
    return turn
  }

  /** The team's participation row, made when this is its first registration. */
  const enrol = async (sql: Sql, gameId: number, teamId: number, division: string | null) => {
    const { rows } = await sql.query<{ publicKey: string; privateSeed: string }>(
      'SELECT public_key AS "publicKey", private_seed AS "privateSeed" FROM games WHERE id = $1',
      [gameId]
    )
    if (!rows[0]) throw notFound('game.not_found')
    const made = await sql.query<{ id: number }>(
      `INSERT INTO participations (game_id, team_id, division, token) VALUES ($1, $2, $3, $4) RETURNING id`,
      [gameId, teamId, division, teamToken(vault, rows[0], teamId)]
    )
    return made.rows[0]!.id
  }

  const register = async (sql: Sql, ctx: Ctx, game: GameFacts, input: JoinInput): Promise<Joined> => {
    const userId = actorOf(ctx).id
    const found = await candidate(sql, game.id, input.teamId, userId)
    // The division is the choice of the first who signs up, or signs up again after a rejection.
    const opens = !found.member || found.status === null || found.status === 'Rejected'
    const division = opens || input.organization ? divisionOf(game, input.organization) : null
    if (found.teamId === null) throw notFound('team.not_found')
    if (!found.member) throw new AppError('game.not_team_member')
    const current = await registration(sql, game.id, userId)
    if (current && current.status !== 'Rejected') throw new AppError('game.already_joined')
    if (current?.participationId === found.participationId) await dropRegistration(sql, game.id, userId)
    else if (current) await withdraw(sql, game.id, userId, current.participationId)
    const participationId = found.participationId ?? (await enrol(sql, game.id, found.teamId, division))
    await admitMember(sql, game, participationId, userId)
    if (found.status === 'Rejected')
      await sql.query(`UPDATE participations SET status = 'Pending', division = $2 WHERE id = $1`, [
        participationId,
        division
      ])
    const scored = game.acceptWithoutReview && (await accept(sql, ctx, game.id, participationId))
    return {
      participationId,
      leftId: current?.participationId ?? null,
      users: await usersOf(sql, [found.teamId, current?.teamId ?? found.teamId]),
      scored
    }
  }

  return {
    /** @throws AppError in the order of behaviour.md 3.3 */
    async join(ctx: Ctx, gameId: number, input: JoinInput): Promise<Joined> {
      actorOf(ctx)
      const game = await games.see(ctx, gameId)
      if (phaseOf(game, ctx.now) === 'ended' && !game.practiceMode) throw gameEnded()
      if (game.inviteCode !== null && game.inviteCode !== input.inviteCode)
        throw new AppError('game.invite_code_invalid')
      const joined = await inTurn(gameId, input.teamId, (sql) => register(sql, ctx, game, input))
      const { participationId } = joined
      log.info({ game: gameId, participation: participationId, ...callerOf(ctx) }, 'game_joined')
      return joined
    },

    /** @throws AppError `game.not_joined`, `game.leave_after_review` */
    async leave(ctx: Ctx, gameId: number): Promise<Joined> {
      const actor = actorOf(ctx)
      await games.see(ctx, gameId)
      const left = await inTurn(gameId, null, async (sql) => {
        const current = await registration(sql, gameId, actor.id)
        if (!current) throw new AppError('game.not_joined')
        if (!canLeave(current.status)) throw new AppError('game.leave_after_review')
        const { participationId, teamId } = current
        await withdraw(sql, gameId, actor.id, participationId)
        const users = [actor.id, ...(await usersOf(sql, [teamId]))]
        return { participationId, leftId: null, users, scored: false }
      })
      log.info({ game: gameId, participation: left.participationId, ...callerOf(ctx) }, 'game_left')
      return left
    }
  }
}

/** Adds the registration unless the team is full. */
async function admitMember(
  sql: Sql,
  game: GameFacts,
  participationId: number,
  userId: string
): Promise<void> {
  if (game.memberLimit > 0) {
    const { rows } = await sql.query<{ members: number }>(
      'SELECT count(*)::int AS members FROM registrations WHERE participation_id = $1',
      [participationId]
    )
    if (rows[0]!.members >= game.memberLimit) throw new AppError('game.team_member_limit_exceeded')
  }
  try {
    await sql.query('INSERT INTO registrations (game_id, user_id, participation_id) VALUES ($1, $2, $3)', [
      game.id,
      userId,
      participationId
    ])
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('game.already_joined')
    throw error
  }
}
