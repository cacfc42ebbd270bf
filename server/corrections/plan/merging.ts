import type { Change } from '~/server/change'
import { type Database, json, nullable, number, oneOf, rows, type Sql, uuid } from '~/server/db'
import type { Origin } from '~/server/ledger/contract'
import { AppError } from '~/server/platform/errors'
import { prepareCorrection, previewOf, recordCorrection } from '../apply/record-correction'
import type { CorrectionPreview } from '../contract'
import { readCorrectedGame } from '../queries'
import { type CorrectedGame, diffSolves } from './differences'
import { isEmpty, NO_PLAN, type Plan, planShape, RULINGS, type SolveChange, type SolveRef } from './plan'

interface Entry {
  participationId: number
  /** Milliseconds. */
  at: number
  origin: Origin
}

/** A solve of another installation, with ids of this one. `userId`: null unless registered here for the team. */
export interface ImportedSolve extends Entry {
  challengeId: number
  userId: string | null
}

export interface ImportedAward extends Entry {
  points: number
  reason: string
  /** The hint that was paid for; null for other awards. */
  hint: { challenge: number; id: number } | null
}

/** The teams of a game according to another installation's ledger (docs/suitcase.md#what-is-imported). */
export interface Imported {
  /** Fingerprint of the key that signed it. */
  key: string
  /** Solves by time, then place in the ledger; one per team and challenge. */
  solves: readonly ImportedSolve[]
  awards: readonly ImportedAward[]
  /** Hashes of all solves that stand there, also of teams that are not imported. */
  standing: ReadonlySet<string>
}

/** Submissions of solves by the hash of their origin, and hashes of awards, that merges imported which were not undone. */
async function earlier(sql: Sql, gameId: number, key: string) {
  const found = await rows(
    sql,
    { plan: json(planShape) },
    `SELECT plan FROM corrections WHERE game_id = $1 AND kind = 'merge' AND undone_at IS NULL ORDER BY number`,
    [gameId]
  )
  const solves = new Map<string, number>()
  const awards = new Set<string>()
  for (const { plan } of found) {
    for (const { after } of plan.solves)
      if (after?.origin?.key === key && after.submissionId !== null)
        solves.set(after.origin.hash, after.submissionId)
    for (const { origin } of plan.awards) if (origin?.key === key) awards.add(origin.hash)
  }
  return { solves, awards }
}

const RULED = { submissionId: number, challengeId: number, before: nullable(oneOf(RULINGS)) }

/** Takes back solves that do not stand any more where they came from. */
async function withoutGone(sql: Sql, game: CorrectedGame, gone: number[]): Promise<Plan> {
  if (gone.length === 0) return NO_PLAN
  const found = await rows(
    sql,
    RULED,
    `SELECT id AS "submissionId", challenge_id AS "challengeId", ruling AS before FROM submissions
     WHERE game_id = $1 AND id = ANY ($2) AND ruling = 'granted' ORDER BY id`,
    [game.id, gone]
  )
  const counted = found.map(({ submissionId }) => ({ submissionId, counts: false }))
  const challenges = [...new Set(found.map(({ challengeId }) => challengeId))]
  return {
    ...NO_PLAN,
    rulings: found.map(({ submissionId, before }) => ({ submissionId, before, after: 'voided' as const })),
    solves: challenges.length > 0 ? await diffSolves(sql, game, challenges, counted) : []
  }
}

const SOLVE = {
  participationId: number,
  challengeId: number,
  submissionId: number,
  at: number,
  userId: nullable(uuid)
}

const pairOf = (one: { participationId: number; challengeId: number }) =>
  `${one.participationId} ${one.challengeId}`

/** Adds solves. If a team has a solve on both sides, the earlier one counts; at equal times ours does. */
async function withSolves(
  sql: Sql,
  gameId: number,
  plan: Plan,
  come: ImportedSolve[]
): Promise<SolveChange[]> {
  const here = await rows(
    sql,
    SOLVE,
    `SELECT participation_id AS "participationId", challenge_id AS "challengeId", submission_id AS "submissionId",
            (extract(epoch FROM solved_at) * 1000)::int8 AS at, user_id AS "userId"
     FROM solves WHERE game_id = $1`,
    [gameId]
  )
  const stands = new Map<string, SolveRef>(
    here.map(({ submissionId, at, userId, ...one }) => [pairOf(one), { submissionId, at, userId }])
  )
  const changes = new Map(plan.solves.map((one) => [pairOf(one), one]))
  for (const { participationId, challengeId, at, userId, origin } of come) {
    const pair = pairOf({ participationId, challengeId })
    const change = changes.get(pair)
    const before = stands.get(pair) ?? null
    const now = change ? change.after : before
    if (now && now.at <= at) continue
    const after = { submissionId: null, at, userId, origin }
    changes.delete(pair)
    changes.set(pair, { participationId, challengeId, before: change?.before ?? before, after })
  }
  return [...changes.values()]
}

const HINT = { participationId: number, challengeId: number, hint: number }

/** A hint that a team has bought on both sides is paid once. */
async function withAwards(
  sql: Sql,
  gameId: number,
  come: ImportedAward[]
): Promise<Pick<Plan, 'awards' | 'purchases'>> {
  const bought = await rows(
    sql,
    HINT,
    `SELECT b.participation_id AS "participationId", b.challenge_id AS "challengeId", b.hint
     FROM hint_purchases b JOIN challenges c ON c.id = b.challenge_id WHERE c.game_id = $1`,
    [gameId]
  )
  const keyOf = (one: { participationId: number; challengeId: number; hint: number }) =>
    `${pairOf(one)} ${one.hint}`
  const known = new Set(bought.map(keyOf))
  const plan: Pick<Plan, 'awards' | 'purchases'> = { awards: [], purchases: [] }
  for (const { hint, ...award } of come) {
    if (!hint) {
      plan.awards.push(award)
      continue
    }
    const { participationId, at, points } = award
    const purchase = { participationId, challengeId: hint.challenge, hint: hint.id, cost: -points, at }
    if (known.has(keyOf(purchase))) continue
    known.add(keyOf(purchase))
    plan.awards.push({ ...award, hint })
    plan.purchases.push(purchase)
  }
  return plan
}

/**
 * Plans what a game lacks of another installation's ledger. Solves that earlier merges imported are left out, so importing the
 * same ledger twice is an empty plan. Writes nothing; exact under the ledger's lock.
 * @throws AppError `suitcase.waiting` 409 while answers wait for their verdict
 */
export async function planMerge(sql: Sql, gameId: number, imported: Imported): Promise<Plan> {
  const waiting = `SELECT 1 AS n FROM submissions WHERE game_id = $1 AND status = 'FlagSubmitted' LIMIT 1`
  if ((await rows(sql, { n: number }, waiting, [gameId])).length > 0)
    throw new AppError('suitcase.waiting', 409)
  const game = await readCorrectedGame(sql, gameId)
  const done = await earlier(sql, gameId, imported.key)
  const gone = [...done.solves].flatMap(([hash, id]) => (imported.standing.has(hash) ? [] : [id]))
  const plan = await withoutGone(sql, game, gone)
  const solves = imported.solves.filter(({ origin }) => !done.solves.has(origin.hash))
  const awards = imported.awards.filter(({ origin }) => !done.awards.has(origin.hash))
  return {
    ...plan,
    solves: await withSolves(sql, gameId, plan, solves),
    ...(await withAwards(sql, gameId, awards))
  }
}

/** The effect of a merge on the board; changes nothing. */
export const previewMerge = async (sql: Sql, gameId: number, plan: Plan): Promise<CorrectionPreview> => {
  const { now } = await readCorrectedGame(sql, gameId)
  return previewOf(await prepareCorrection(sql, gameId, plan, now), now)
}

/** Applies a merge as one correction; needs the ledger's lock. @returns its number. @throws AppError `correction.nothing` */
export async function mergeIn(
  db: Database,
  tx: Change,
  gameId: number,
  plan: Plan,
  reason: string
): Promise<number> {
  if (isEmpty(plan)) throw new AppError('correction.nothing')
  const scope = { challenges: [], teams: [], points: null, incident: null, extension: null }
  const { now } = await readCorrectedGame(tx, gameId)
  const ready = await prepareCorrection(tx, gameId, plan, now)
  return recordCorrection(db, tx, gameId, ready, { kind: 'merge', scope, reason })
}
