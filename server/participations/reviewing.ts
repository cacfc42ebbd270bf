import { actorOf } from '~/server/accounts'
import { type Ctx, callerOf } from '~/server/accounts/contract'
import { audit } from '~/server/audit'
import type { Games } from '~/server/games'
import type { GameFacts } from '~/server/games/contract'
import { endInstances } from '~/server/instances'
import { append, lock } from '~/server/ledger'
import type { NewScoreEvent } from '~/server/ledger/contract'
import type { Database, Sql } from '~/server/platform/db'
import { AppError, notFound } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import type {
  ParticipationEdit,
  ParticipationInfo,
  ParticipationStatus,
  ReviewFilter,
  ReviewSummary,
  StoredStatus
} from './contract'
import { canBecome, divisionOf } from './policy'
import { participationsOf, reviewPageOf, reviewSummaryOf } from './queries'

export interface Reviewing {
  /**
   * Administrators only. What it already is changes nothing.
   * @throws AppError `participation.not_found` 404, `participation.transition_not_allowed`, `game.organization_invalid`
   */
  change(ctx: Ctx, id: number, edit: ParticipationEdit): Promise<void>
  /** `change` of the status alone. */
  setStatus(ctx: Ctx, id: number, status: ParticipationStatus): Promise<void>
  /**
   * Accepts those of the registrations that still wait, all at once. Administrators only.
   * @returns how many that were
   */
  acceptWaiting(ctx: Ctx, gameId: number, ids: number[]): Promise<number>
  /**
   * Every registration of a game, or a part of them, by team id: pieces of a JSON array of `ParticipationInfo`.
   * Administrators only. @throws AppError `game.not_found` 404
   */
  review(
    ctx: Ctx,
    gameId: number,
    part?: { count: number | null; skip: number }
  ): Promise<AsyncIterable<string>>
  /** Part of those that fit: what waits first, then as they came. Administrators only. @throws AppError `game.not_found` 404 */
  reviewPage(
    ctx: Ctx,
    gameId: number,
    filter: ReviewFilter,
    part: { count: number; skip: number }
  ): Promise<{ data: ParticipationInfo[]; total: number }>
  /** Administrators only. @throws AppError `game.not_found` 404 */
  reviewSummary(ctx: Ctx, gameId: number, filter: ReviewFilter): Promise<ReviewSummary>
}

interface Needs {
  db: Database
  games: Games
  log: Log
  /** After the commit: the registrations are not what they were. */
  changed(gameId: number, ids: number[]): void
}

interface Row {
  id: number
  gameId: number
  status: StoredStatus
  division: string | null
}

const ROW = 'SELECT id, game_id AS "gameId", status, division FROM participations'

async function find(sql: Pick<Sql, 'query'>, id: number): Promise<Row> {
  const { rows } = await sql.query<Row>(`${ROW} WHERE id = $1`, [id])
  if (!rows[0]) throw notFound('participation.not_found')
  return rows[0]
}

/** What the change means to the board; a team that has never been on it gets its division when it is admitted. */
function scoreEvents(from: Row, to: Row, at: number): NewScoreEvent[] {
  const participationId = to.id
  if (from.status === 'Pending' && to.status === 'Accepted')
    return [{ kind: 'admit', at, participationId, payload: { division: to.division } }]
  const events: NewScoreEvent[] = []
  const known = from.status === 'Accepted' || from.status === 'Suspended'
  if (known && from.division !== to.division)
    events.push({ kind: 'division', at, participationId, payload: { division: to.division } })
  if (!known || from.status === to.status) return events
  if (to.status === 'Suspended') events.push({ kind: 'suspend', at, participationId })
  if (to.status === 'Accepted') events.push({ kind: 'restore', at, participationId })
  if (to.status === 'Rejected') events.push({ kind: 'withdraw', at, participationId })
  return events
}

interface Change {
  from: Row
  to: Row
}

/** Stores changes in one game with their entries in ledger and audit. The caller holds the ledger's lock. */
async function store(sql: Sql, ctx: Ctx, gameId: number, changes: Change[]): Promise<void> {
  await sql.query(
    `UPDATE participations p SET status = n.status, division = n.division
     FROM unnest($1::int[], $2::text[], $3::text[]) AS n (id, status, division) WHERE p.id = n.id`,
    [changes.map(({ to }) => to.id), changes.map(({ to }) => to.status), changes.map(({ to }) => to.division)]
  )
  const at = ctx.now.getTime()
  const events = changes.flatMap(({ from, to }) => scoreEvents(from, to, at))
  await append(sql, gameId, events)
  const barred = changes
    .filter(({ to }) => to.status === 'Suspended' || to.status === 'Rejected')
    .map(({ to }) => to.id)
  if (barred.length > 0)
    await endInstances(sql, { gameId, participationIds: barred }, 'suspended', {
      at: ctx.now,
      actorId: ctx.actor?.id ?? null
    })
  for (const { from, to } of changes)
    for (const what of ['status', 'division'] as const)
      if (from[what] !== to[what])
        await audit(sql, ctx, {
          action: `participation_${what}_changed`,
          target: `participation:${to.id}`,
          before: { [what]: from[what] },
          after: { [what]: to[what] }
        })
}

/** Unlike a player, an administrator who names a division where there is none is told so. */
function divisionFor(game: GameFacts, { division }: Row, asked: string | null): string | null {
  if (asked === division) return division
  if (asked !== null && game.divisions.length === 0) throw new AppError('game.organization_invalid')
  return divisionOf(game, asked)
}

/** What administrators do with registrations (behaviour.md 3.5; decisions.md, Suspended and Division). */
export function createReviewing({ db, games, log, changed }: Needs): Reviewing {
  const change: Reviewing['change'] = async (ctx, id, { status, organization }) => {
    actorOf(ctx, 'Admin')
    const { gameId } = await find(db.pool, id)
    const game = await games.info(gameId)
    const done = await db.transaction(async (sql) => {
      // Under the ledger's lock the judge sees either status with its entry, never one without the other.
      await lock(sql, gameId)
      const from = await find(sql, id)
      if (status && status !== from.status && !canBecome(from.status, status))
        throw new AppError('participation.transition_not_allowed')
      const to: Row = {
        ...from,
        status: (status as StoredStatus | undefined) ?? from.status,
        division: organization === undefined ? from.division : divisionFor(game, from, organization)
      }
      if (to.status === from.status && to.division === from.division) return null
      await store(sql, ctx, gameId, [{ from, to }])
      return { from, to }
    })
    if (!done) return
    changed(gameId, [id])
    const { from, to } = done
    const difference = {
      from: from.status,
      to: to.status,
      ...(from.division !== to.division && { division: to.division })
    }
    log.info({ game: gameId, participation: id, ...difference, ...callerOf(ctx) }, 'participation_changed')
  }

  return {
    change,

    setStatus: (ctx, id, status) => change(ctx, id, { status }),

    async acceptWaiting(ctx, gameId, ids) {
      actorOf(ctx, 'Admin')
      await games.info(gameId)
      const accepted = await db.transaction(async (sql) => {
        await lock(sql, gameId)
        const { rows } = await sql.query<Row>(
          `${ROW} WHERE game_id = $1 AND id = ANY($2::int[]) AND status = 'Pending' ORDER BY id`,
          [gameId, ids]
        )
        const accepts = rows.map((from): Change => ({ from, to: { ...from, status: 'Accepted' } }))
        await store(sql, ctx, gameId, accepts)
        return rows.map(({ id }) => id)
      })
      if (accepted.length === 0) return 0
      changed(gameId, accepted)
      log.info({ game: gameId, participations: accepted, ...callerOf(ctx) }, 'participations_accepted')
      return accepted.length
    },

    async review(ctx, gameId, part = { count: null, skip: 0 }) {
      actorOf(ctx, 'Admin')
      await games.info(gameId).catch((error: unknown) => {
        if (error instanceof AppError) throw new AppError(error.code, error.status, { bodyStatus: 400 })
        throw error
      })
      return participationsOf(db.pool, ctx.now, gameId, part)
    },

    async reviewPage(ctx, gameId, filter, part) {
      actorOf(ctx, 'Admin')
      await games.info(gameId)
      return reviewPageOf(db.pool, ctx.now, gameId, filter, part)
    },

    async reviewSummary(ctx, gameId, filter) {
      actorOf(ctx, 'Admin')
      await games.info(gameId)
      return reviewSummaryOf(db.pool, gameId, filter)
    }
  }
}
