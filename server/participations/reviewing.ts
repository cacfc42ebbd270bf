import { listUnreviewable, requireInGame, requireInSome } from '~/server/access'
import { type Ctx, callerLogFields, mayIn } from '~/server/access/contract'
import type { Change, MakeChange } from '~/server/change'
import { rewriteBloodNotices } from '~/server/corrections'
import { type Database, row, rows, type Sql } from '~/server/db'
import type { GameAccess, GameFacts } from '~/server/games/contract'
import { endedBy, endInstances } from '~/server/instances'
import { AppError, isAppError, notFound } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import type { BulkOutcome } from '~/server/platform/wire'
import type {
  ParticipationEdit,
  ParticipationInfo,
  ParticipationStatus,
  ReviewFilter,
  ReviewSummary,
  StoredStatus
} from './contract'
import { correctByDivisionTimes } from './division-times'
import { announceTeams } from './enrolling'
import { canBecome, divisionOf } from './policy'
import {
  readReviewPage,
  readReviewSummary,
  readTeamNamesByParticipation,
  streamParticipations
} from './queries'
import { participationScoreEvents, type Row, SHAPE, type Transition } from './transitions'

export interface Reviewing {
  /**
   * Administrators only. An edit without a difference changes nothing.
   * @throws AppError `participation.not_found` 404, `game.own_team` 403, `participation.transition_not_allowed`,
   * `game.organization_invalid`
   */
  change(ctx: Ctx, id: number, edit: ParticipationEdit): Promise<void>
  setStatus(ctx: Ctx, id: number, status: ParticipationStatus): Promise<void>
  /** Refused: `participation.not_found`, `game.own_team` or `participation.transition_not_allowed`. Administrators only. */
  setStatuses(
    ctx: Ctx,
    gameId: number,
    ids: readonly number[],
    status: StoredStatus,
    reason?: string
  ): Promise<BulkOutcome>
  /** Refused: `participation.not_found` or `game.own_team`. Administrators only. @throws AppError `game.organization_invalid` */
  setDivisions(
    ctx: Ctx,
    gameId: number,
    ids: readonly number[],
    division: string | null
  ): Promise<BulkOutcome>
  /** Accepts those still pending but the caller's own, in one transaction. Administrators only. @returns their number */
  acceptWaiting(ctx: Ctx, gameId: number, ids: number[]): Promise<number>
  /** Pieces of a JSON array by team id. Administrators only. @throws AppError `game.not_found` 404 */
  review(
    ctx: Ctx,
    gameId: number,
    part?: { count: number | null; skip: number }
  ): Promise<AsyncIterable<string>>
  /** Pending ones first, then by sign-up. Administrators only. @throws AppError `game.not_found` 404 */
  reviewPage(
    ctx: Ctx,
    gameId: number,
    filter: ReviewFilter,
    part: { count: number; skip: number }
  ): Promise<{ data: ParticipationInfo[]; total: number }>
  /** `waiting`: pending ones of the filter; counts and divisions are the whole game's. Administrators only. */
  reviewSummary(ctx: Ctx, gameId: number, filter: ReviewFilter): Promise<ReviewSummary>
  /** Names of teams by participation; unknown ids are left out. Administrators only. */
  reviewNames(ctx: Ctx, gameId: number, ids: readonly number[]): Promise<ReadonlyMap<number, string>>
}

interface Needs {
  db: Database
  change: MakeChange
  games: GameAccess
  log: Log
}

const SELECT = 'SELECT id, game_id AS "gameId", status, division FROM participations'
const OF_PEOPLE = 'NOT EXISTS (SELECT FROM games WHERE games.id = game_id AND rehearsal IS NOT NULL)'

async function find(sql: Sql, id: number): Promise<Row> {
  const found = await row(sql, SHAPE, `${SELECT} WHERE id = $1 AND ${OF_PEOPLE}`, [id])
  if (!found) throw notFound('participation.not_found')
  return found
}

/** Stores changes with ledger and audit, which has the reason. The caller holds the ledger's lock. */
async function store(tx: Change, gameId: number, changes: Transition[], reason = ''): Promise<void> {
  const { now } = tx.ctx
  await tx.query(
    `UPDATE participations p SET status = n.status, division = n.division
     FROM unnest($1::int[], $2::text[], $3::text[]) AS n (id, status, division) WHERE p.id = n.id`,
    [changes.map(({ to }) => to.id), changes.map(({ to }) => to.status), changes.map(({ to }) => to.division)]
  )
  tx.invalidate(...changes.map(({ to }) => `participation:${to.id}`))
  tx.notifyScoring(gameId)
  const events = changes.flatMap(({ from, to }) => participationScoreEvents(from, to, now.getTime()))
  await rewriteBloodNotices(tx, gameId, await tx.append(gameId, events))
  const suspended = changes.filter(({ from, to }) => to.status === 'Suspended' && from.status !== to.status)
  await announceTeams(
    tx,
    gameId,
    'team_suspended',
    suspended.map(({ to }) => to.id)
  )
  const barred = changes
    .filter(({ to }) => to.status === 'Suspended' || to.status === 'Rejected')
    .map(({ to }) => to.id)
  if (barred.length > 0)
    await endInstances(tx, { gameId, participationIds: barred }, 'suspended', endedBy(tx.ctx))
  for (const { from, to } of changes)
    for (const what of ['status', 'division'] as const)
      if (from[what] !== to[what])
        await tx.audit({
          action: `participation_${what}_changed`,
          target: `participation:${to.id}`,
          before: { [what]: from[what] },
          after: { [what]: to[what], ...(what === 'status' && reason !== '' && { reason }) }
        })
}

/** Came to another division, or back to the board in one that they may have chosen meanwhile. */
const divided = (changes: readonly Transition[]): number[] =>
  changes
    .filter(
      ({ from, to }) =>
        from.division !== to.division || (from.status === 'Pending' && to.status === 'Accepted')
    )
    .map(({ to }) => to.id)

type Becomes = (from: Row) => Row | string

const withStatus =
  (status: StoredStatus): Becomes =>
  (from) => {
    if (from.status === status) return from
    return canBecome(from.status, status) ? { ...from, status } : 'participation.transition_not_allowed'
  }

async function planOf(tx: Change, gameId: number, ids: readonly number[], becomes: Becomes) {
  const found = await rows(tx, SHAPE, `${SELECT} WHERE game_id = $1 AND id = ANY($2::int[]) ORDER BY id`, [
    gameId,
    ids
  ])
  const own = await listUnreviewable(tx, tx.ctx, ids)
  const known = new Map(found.map((one) => [one.id, one]))
  const changes: Transition[] = []
  const refused: BulkOutcome['refused'] = []
  for (const id of ids) {
    const from = known.get(id)
    const to = from ? (own.has(id) ? 'game.own_team' : becomes(from)) : 'participation.not_found'
    if (typeof to === 'string') refused.push({ id, code: to })
    else if (from && to !== from) changes.push({ from, to })
  }
  const done = ids.length - refused.length
  const same = done - changes.length
  return { changes, refused, done, ...(same > 0 && { same }) }
}

/** Of errors of one team; others are 400. */
const STATUS_OF: Record<string, number> = { 'participation.not_found': 404, 'game.own_team': 403 }

/**
 * Sets all or none; the caller holds the ledger's lock. Returns the changed ones.
 * @throws AppError `participation.not_found` 404, `game.own_team` 403, `participation.transition_not_allowed`
 */
export async function setStatusesIn(
  tx: Change,
  gameId: number,
  ids: readonly number[],
  status: StoredStatus
): Promise<number[]> {
  const { changes, refused } = await planOf(tx, gameId, ids, withStatus(status))
  const [first] = refused
  if (first) throw new AppError(first.code, STATUS_OF[first.code] ?? 400)
  if (changes.length > 0) await store(tx, gameId, changes)
  return changes.map(({ to }) => to.id)
}

/** Refuses a division in a game without any; a player's is ignored instead. */
function divisionFor(game: GameFacts, { division }: Row, requested: string | null): string | null {
  if (requested === division) return division
  if (requested !== null && game.divisions.length === 0) throw new AppError('game.organization_invalid')
  return divisionOf(game, requested)
}

async function changeMany(
  { db, change, log }: Needs,
  ctx: Ctx,
  {
    game,
    ids,
    becomes,
    reason
  }: { game: GameFacts; ids: readonly number[]; becomes: Becomes; reason?: string }
): Promise<BulkOutcome> {
  const gameId = game.id
  const { changes, ...outcome } = await change(ctx, { ledger: gameId }, async (tx) => {
    const planned = await planOf(tx, gameId, [...new Set(ids)], becomes)
    if (planned.changes.length > 0) await store(tx, gameId, planned.changes, reason)
    await correctByDivisionTimes(db, tx, gameId, divided(planned.changes))
    return planned
  })
  for (const { from, to } of changes)
    log.info(
      { game: gameId, participation: to.id, ...differenceOf(from, to), ...callerLogFields(ctx) },
      'participation_changed'
    )
  return outcome
}

function createBulk(
  needs: Needs
): Pick<Reviewing, 'setStatuses' | 'setDivisions' | 'reviewNames' | 'acceptWaiting'> {
  const { db, change, games, log } = needs
  return {
    async reviewNames(ctx, gameId, ids) {
      requireInGame(ctx, gameId, 'review')
      return readTeamNamesByParticipation(db.pool, gameId, ids)
    },

    async setStatuses(ctx, gameId, ids, status, reason = '') {
      requireInGame(ctx, gameId, 'review')
      const game = await games.info(gameId)
      return changeMany(needs, ctx, { game, ids, becomes: withStatus(status), reason })
    },

    async setDivisions(ctx, gameId, ids, division) {
      requireInGame(ctx, gameId, 'review')
      const game = await games.info(gameId)
      const becomes: Becomes = (from) => {
        const to = divisionFor(game, from, division)
        return to === from.division ? from : { ...from, division: to }
      }
      return changeMany(needs, ctx, { game, ids, becomes })
    },

    async acceptWaiting(ctx, gameId, ids) {
      requireInGame(ctx, gameId, 'review')
      await games.info(gameId)
      const accepted = await change(ctx, { ledger: gameId }, async (tx) => {
        const waiting = await rows(
          tx,
          SHAPE,
          `${SELECT} WHERE game_id = $1 AND id = ANY($2::int[]) AND status = 'Pending' ORDER BY id`,
          [gameId, ids]
        )
        const own = await listUnreviewable(tx, ctx, ids)
        const others = waiting.filter(({ id }) => !own.has(id))
        const accepts = others.map((from): Transition => ({ from, to: { ...from, status: 'Accepted' } }))
        if (accepts.length > 0) await store(tx, gameId, accepts)
        await correctByDivisionTimes(db, tx, gameId, divided(accepts))
        return others.map(({ id }) => id)
      })
      if (accepted.length === 0) return 0
      log.info({ game: gameId, participations: accepted, ...callerLogFields(ctx) }, 'participations_accepted')
      return accepted.length
    }
  }
}

const differenceOf = (from: Row, to: Row) => ({
  from: from.status,
  to: to.status,
  ...(from.division !== to.division && { division: to.division })
})

/** See docs/rules/participation.md#review. */
export function createReviewing(needs: Needs): Reviewing {
  const { db, change, games, log } = needs
  const changeOne: Reviewing['change'] = async (ctx, id, { status, organization, reason }) => {
    requireInSome(ctx, 'review')
    const { gameId } = await find(db.pool, id)
    // What belongs to another game does not exist for staff of this one.
    if (!mayIn(ctx.actor, gameId, 'review')) throw notFound('participation.not_found')
    const game = await games.info(gameId)
    // Under the ledger's lock, the judge sees status and entry together.
    const done = await change(ctx, { ledger: gameId }, async (tx) => {
      const from = await find(tx, id)
      if ((await listUnreviewable(tx, ctx, [id])).size > 0) throw new AppError('game.own_team', 403)
      if (status && status !== from.status && !canBecome(from.status, status))
        throw new AppError('participation.transition_not_allowed')
      const to: Row = {
        ...from,
        status: (status as StoredStatus | undefined) ?? from.status,
        division: organization === undefined ? from.division : divisionFor(game, from, organization)
      }
      if (to.status === from.status && to.division === from.division) return null
      await store(tx, gameId, [{ from, to }], reason ?? '')
      await correctByDivisionTimes(db, tx, gameId, divided([{ from, to }]))
      return { from, to }
    })
    if (!done) return
    const { from, to } = done
    log.info(
      { game: gameId, participation: id, ...differenceOf(from, to), ...callerLogFields(ctx) },
      'participation_changed'
    )
  }

  return {
    change: changeOne,

    setStatus: (ctx, id, status) => changeOne(ctx, id, { status }),

    ...createBulk(needs),

    async review(ctx, gameId, part = { count: null, skip: 0 }) {
      requireInGame(ctx, gameId, 'review')
      await games.info(gameId).catch((error: unknown) => {
        if (isAppError(error)) throw new AppError(error.code, error.status, { bodyStatus: 400 })
        throw error
      })
      return streamParticipations(db.pool, ctx.now, gameId, part)
    },

    async reviewPage(ctx, gameId, filter, part) {
      requireInGame(ctx, gameId, 'review')
      await games.info(gameId)
      return readReviewPage(db.pool, ctx.now, gameId, filter, part)
    },

    async reviewSummary(ctx, gameId, filter) {
      requireInGame(ctx, gameId, 'review')
      await games.info(gameId)
      return readReviewSummary(db.pool, gameId, filter)
    }
  }
}
