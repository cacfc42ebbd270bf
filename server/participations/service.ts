import { actorOf } from '~/server/accounts'
import type { Ctx } from '~/server/accounts/contract'
import { audit } from '~/server/audit'
import type { Games } from '~/server/games'
import { append, lock } from '~/server/ledger'
import type { NewScoreEvent, WakeReason } from '~/server/ledger/contract'
import type { Caches } from '~/server/platform/cache'
import type { Database } from '~/server/platform/db'
import { AppError, notFound } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import type { Vault } from '~/server/platform/vault'
import type { JoinInput, ParticipationInfo, ParticipationStatus, StoredStatus } from './contract'
import { createGuard, type GuardPlay } from './guard'
import { createJoining, type Joined } from './joining'
import { canBecome } from './policy'
import { participationsOf } from './queries'

export interface Participations {
  /** Lets a caller through who may play now; see guard.ts for the errors and their order. */
  guardPlay: GuardPlay
  /** Registers the caller, and the caller's team with the first of its members (behaviour.md 3.3). */
  join(ctx: Ctx, gameId: number, input: JoinInput): Promise<void>
  /** Takes the caller's registration back while it is Pending or Rejected (behaviour.md 3.4). */
  leave(ctx: Ctx, gameId: number): Promise<void>
  /**
   * Administrators only. The status it already has changes nothing.
   * @throws AppError `participation.not_found` 404, `participation.transition_not_allowed`
   */
  setStatus(ctx: Ctx, id: number, status: ParticipationStatus): Promise<void>
  /** Every registration of a game, by team id. Administrators only. */
  review(ctx: Ctx, gameId: number): Promise<ParticipationInfo[]>
}

interface Needs {
  db: Database
  caches: Caches
  games: Games
  vault: Vault
  log: Log
  /** Tells scoring, after the commit, that a game's ledger grew. */
  wake(gameId: number, reason: WakeReason): void
}

interface Row {
  gameId: number
  teamId: number
  status: StoredStatus
  division: string | null
}

/** What a new status means to the board; null when the team has never been on it. */
function scoreEvent(from: StoredStatus, to: ParticipationStatus, at: number, id: number, row: Row) {
  const event = (made: NewScoreEvent) => made
  if (to === 'Suspended') return event({ kind: 'suspend', at, participationId: id })
  if (to !== 'Accepted') return null
  if (from === 'Suspended') return event({ kind: 'restore', at, participationId: id })
  return event({ kind: 'admit', at, participationId: id, payload: { division: row.division } })
}

export function createParticipations({ db, caches, games, vault, log, wake }: Needs): Participations {
  const joining = createJoining({ db, games, vault, log })

  const find = async (sql: Pick<Database['pool'], 'query'>, id: number): Promise<Row> => {
    const { rows } = await sql.query<Row>(
      'SELECT game_id AS "gameId", team_id AS "teamId", status, division FROM participations WHERE id = $1',
      [id]
    )
    if (!rows[0]) throw notFound('participation.not_found')
    return rows[0]
  }

  const settled = (gameId: number, { participationId, leftId, users, scored }: Joined) => {
    const places = [participationId, leftId].map((id) => `participation:${id}`)
    caches.forget(`joined:${gameId}`, ...places, ...users.map((user) => `user:${user}`))
    if (scored) wake(gameId, 'judge')
  }

  return {
    guardPlay: createGuard(games),

    async join(ctx, gameId, input) {
      settled(gameId, await joining.join(ctx, gameId, input))
    },

    async leave(ctx, gameId) {
      settled(gameId, await joining.leave(ctx, gameId))
    },

    async setStatus(ctx, id, status) {
      actorOf(ctx, 'Admin')
      const { gameId } = await find(db.pool, id)
      const from = await db.transaction(async (sql) => {
        // Under the ledger's lock the judge sees either status with its entry, never one without the other.
        await lock(sql, gameId)
        const row = await find(sql, id)
        if (row.status === status) return null
        if (!canBecome(row.status, status)) throw new AppError('participation.transition_not_allowed')
        await sql.query('UPDATE participations SET status = $2 WHERE id = $1', [id, status])
        const event = scoreEvent(row.status, status, ctx.now.getTime(), id, row)
        await append(sql, gameId, event ? [event] : [])
        const difference = { before: { status: row.status }, after: { status } }
        await audit(sql, ctx, {
          action: 'participation_status_changed',
          target: `participation:${id}`,
          ...difference
        })
        return row.status
      })
      if (from === null) return
      caches.forget(`participation:${id}`)
      wake(gameId, 'judge')
      log.info({ game: gameId, participation: id, from, to: status }, 'participation_status_changed')
    },

    async review(ctx, gameId) {
      actorOf(ctx, 'Admin')
      await games.info(gameId).catch((error: unknown) => {
        if (error instanceof AppError) throw new AppError(error.code, error.status, { bodyStatus: 400 })
        throw error
      })
      return participationsOf(db.pool, ctx.now, gameId)
    }
  }
}
