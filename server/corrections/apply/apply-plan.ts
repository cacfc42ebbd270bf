import { BLOOD_KINDS } from '~/scoring/rules'
import type { Change } from '~/server/change'
import { number, rows } from '~/server/db'
import type { CorrectionNote, ScoreEvent } from '~/server/ledger/contract'
import type { BloodChange } from '../plan/compare-boards'
import type { CorrectedGame } from '../plan/differences'
import { writeEnds } from '../plan/extension'
import { type Plan, planEvents } from '../plan/plan'

/** Stores the answers of granted solves, with ids in the order of the plan. @returns the plan with their ids */
async function storeGrants(tx: Change, { id: gameId, now }: CorrectedGame, plan: Plan): Promise<Plan> {
  const granted = plan.solves.flatMap((change) =>
    change.after?.submissionId === null ? [{ ...change, after: change.after }] : []
  )
  if (granted.length === 0) return plan
  const made = await rows(
    tx,
    { id: number },
    `SELECT nextval(pg_get_serial_sequence('submissions', 'id'))::int AS id FROM generate_series(1, $1)`,
    [granted.length]
  )
  const ids = made.map(({ id }) => id).sort((a, b) => a - b)
  await tx.query(
    `INSERT INTO submissions (id, game_id, challenge_id, participation_id, user_id, answer, status, submitted_at, judged_at,
                              ruling)
     SELECT id, $1, challenge, participation, account, '', 'Accepted', to_timestamp(at / 1000.0), $2, 'granted'
     FROM unnest($3::int[], $4::int[], $5::int[], $6::uuid[], $7::int8[]) AS g (id, challenge, participation, account, at)`,
    [
      gameId,
      now,
      ids,
      granted.map(({ challengeId }) => challengeId),
      granted.map(({ participationId }) => participationId),
      granted.map(({ after }) => after.userId),
      granted.map(({ after }) => after.at)
    ]
  )
  const left = [...ids]
  const solves = plan.solves.map((change) =>
    change.after?.submissionId === null
      ? { ...change, after: { ...change.after, submissionId: left.shift() as number } }
      : change
  )
  const rulings = ids.map((submissionId) => ({
    submissionId,
    before: 'voided' as const,
    after: 'granted' as const
  }))
  return { ...plan, solves, rulings: [...plan.rulings, ...rulings] }
}

async function writeVerdicts(tx: Change, gameId: number, verdicts: Plan['verdicts']): Promise<void> {
  if (verdicts.length === 0) return
  await tx.query(
    `UPDATE submissions s SET status = v.status
     FROM unnest($1::int[], $2::text[]) AS v (id, status) WHERE s.id = v.id`,
    [verdicts.map(({ submissionId }) => submissionId), verdicts.map(({ after }) => after)]
  )
  await tx.query('DELETE FROM cheats WHERE submission_id = ANY ($1)', [
    verdicts.flatMap(({ submissionId, before }) => (before === 'CheatDetected' ? [submissionId] : []))
  ])
  const cheats = verdicts.filter(({ after, sourceId }) => after === 'CheatDetected' && sourceId !== null)
  await tx.query(
    `INSERT INTO cheats (submission_id, game_id, participation_id, source_participation_id)
     SELECT s.id, $1, s.participation_id, c.source
     FROM unnest($2::int[], $3::int[]) AS c (id, source)
     JOIN submissions s ON s.id = c.id JOIN participations p ON p.id = c.source`,
    [gameId, cheats.map(({ submissionId }) => submissionId), cheats.map(({ sourceId }) => sourceId)]
  )
}

async function writeRulings(tx: Change, rulings: Plan['rulings']): Promise<void> {
  if (rulings.length === 0) return
  await tx.query(
    `UPDATE submissions s SET ruling = r.ruling
     FROM unnest($1::int[], $2::text[]) AS r (id, ruling) WHERE s.id = r.id`,
    [rulings.map(({ submissionId }) => submissionId), rulings.map(({ after }) => after)]
  )
}

async function writeSolves(tx: Change, gameId: number, solves: Plan['solves']): Promise<void> {
  if (solves.length === 0) return
  await tx.query(
    `DELETE FROM solves USING unnest($1::int[], $2::int[]) AS g (challenge, participation)
     WHERE challenge_id = challenge AND participation_id = participation`,
    [solves.map(({ challengeId }) => challengeId), solves.map(({ participationId }) => participationId)]
  )
  const come = solves.filter(({ after }) => after !== null)
  await tx.query(
    `INSERT INTO solves (challenge_id, participation_id, game_id, submission_id, user_id, solved_at)
     SELECT s.challenge_id, s.participation_id, $1, s.id, s.user_id, s.submitted_at
     FROM submissions s WHERE s.id = ANY ($2)`,
    [gameId, come.map(({ after }) => after!.submissionId)]
  )
}

/** Marks hints as returned by the correction `number`; null: as paid for. */
async function writeReturned(tx: Change, hints: Plan['hints'], number: number | null): Promise<void> {
  if (hints.length === 0) return
  await tx.query(
    `UPDATE hint_purchases b SET returned_by = $4
     FROM unnest($1::int[], $2::int[], $3::int[]) AS h (challenge, participation, hint)
     WHERE b.challenge_id = h.challenge AND b.participation_id = h.participation AND b.hint = h.hint`,
    [
      hints.map(({ challengeId }) => challengeId),
      hints.map(({ participationId }) => participationId),
      hints.map(({ hint }) => hint),
      number
    ]
  )
}

/** Stores that teams own hints which they bought at another installation; `undone`: deletes it again. */
async function writePurchases(tx: Change, purchases: Plan['purchases'], undone: boolean): Promise<void> {
  if (purchases.length === 0) return
  const keys = [
    purchases.map(({ challengeId }) => challengeId),
    purchases.map(({ participationId }) => participationId),
    purchases.map(({ hint }) => hint)
  ]
  if (undone) {
    await tx.query(
      `DELETE FROM hint_purchases b USING unnest($1::int[], $2::int[], $3::int[]) AS h (challenge, participation, hint)
       WHERE b.challenge_id = h.challenge AND b.participation_id = h.participation AND b.hint = h.hint`,
      keys
    )
    return
  }
  await tx.query(
    `INSERT INTO hint_purchases (challenge_id, participation_id, hint, cost, at)
     SELECT challenge, participation, hint, cost, to_timestamp(at / 1000.0)
     FROM unnest($1::int[], $2::int[], $3::int[], $4::int[], $5::int8[]) AS h (challenge, participation, hint, cost, at)`,
    [...keys, purchases.map(({ cost }) => cost), purchases.map(({ at }) => at)]
  )
}

/** Replaces notices of changed places, with the times of the solves. */
export async function writeBloodNotices(
  tx: Change,
  gameId: number,
  bloods: readonly BloodChange[]
): Promise<void> {
  for (const { challengeId, place, title, before, after } of bloods) {
    const type = BLOOD_KINDS[place]
    // Restored and older notices have no challenge id, so the title identifies them.
    if (before)
      await tx.query(
        `DELETE FROM notices WHERE game_id = $1 AND type = $2
           AND (challenge_id = $3 OR challenge_id IS NULL AND "values"[2] = $4)`,
        [gameId, type, challengeId, title]
      )
    if (after)
      await tx.query(
        `INSERT INTO notices (game_id, type, challenge_id, "values", published_at) VALUES ($1, $2, $3, ARRAY[$4, $5], $6)`,
        [gameId, type, challengeId, after.name, title, new Date(after.at)]
      )
  }
  if (bloods.length > 0) tx.invalidate(`notices:${gameId}`)
}

type Note = Omit<CorrectionNote, 'entries'>

/**
 * Changes rows and ledger. Needs the ledger's lock, under which `game` was read. Changed bloods are announced unless the board is
 * frozen. `note`: the entry for the ledger; null for none, if it is not a correction (docs/rules/participation.md#extra-time).
 * @returns the plan with stored answers, and the entries
 */
export async function applyPlan(
  tx: Change,
  game: CorrectedGame,
  planned: Plan,
  bloods: readonly BloodChange[],
  note: Note | null
): Promise<{ plan: Plan; appended: ScoreEvent[] }> {
  const { id: gameId, frozen, now } = game
  const plan = await storeGrants(tx, game, planned)
  await writeVerdicts(tx, gameId, plan.verdicts)
  await writeRulings(tx, plan.rulings)
  await writeSolves(tx, gameId, plan.solves)
  await writeEnds(tx, gameId, plan.ends)
  await writeReturned(tx, plan.hints, !note || note.undone ? null : note.number)
  await writePurchases(tx, plan.purchases, note?.undone ?? false)
  await writeBloodNotices(tx, gameId, frozen ? [] : bloods)
  const at = now.getTime()
  const events = planEvents(plan, at, note?.reason ?? '')
  const head = note && { kind: 'correction' as const, at, payload: { ...note, entries: events.length } }
  const appended = await tx.append(gameId, head ? [head, ...events] : events)
  tx.invalidate(`corrections:${gameId}`, `game:${gameId}`)
  return { plan, appended }
}

/** The next number of the game, from 1; needs the ledger's lock. */
export async function nextCorrectionNumber(tx: Change, gameId: number): Promise<number> {
  const [last] = await rows(
    tx,
    { n: number },
    'SELECT coalesce(max(number), 0) + 1 AS n FROM corrections WHERE game_id = $1',
    [gameId]
  )
  return last!.n
}
