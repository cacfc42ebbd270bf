import type { Change } from '~/server/change'
import { nullable, number, type RowOf, rows, type Sql, text, time } from '~/server/db'
import { endOfDivision } from '~/server/games/contract'
import { AppError } from '~/server/platform/errors'
import { wireTime } from '~/server/platform/time'
import { dropLateFreeze } from '../apply/late-freeze'
import { type CorrectedGame, diffSolves } from './differences'
import { NO_PLAN, type Plan } from './plan'

type Ends = Plan['ends']

/** `division`: null for the whole game. */
type Extension = { division: string | null; end: Date }

/** The game with other ends. */
function withEnds(game: CorrectedGame, ends: Ends): CorrectedGame {
  const divisionEnds = { ...game.divisionEnds }
  let { regularEnd } = game
  for (const { division, after } of ends)
    if (division === null) regularEnd = after === null ? regularEnd : new Date(after)
    else if (after === null) delete divisionEnds[division]
    else divisionEnds[division] = after
  return { ...game, regularEnd, divisionEnds }
}

const planEnds = async (sql: Sql, game: CorrectedGame, ends: Ends): Promise<Plan> =>
  ends.length === 0
    ? NO_PLAN
    : { ...NO_PLAN, ends, solves: await diffSolves(sql, withEnds(game, ends), null, []) }

const ownEnd = ({ divisionEnds, regularEnd }: CorrectedGame, division: string | null): string | null =>
  division === null ? regularEnd.toISOString() : (divisionEnds[division] ?? null)

/**
 * A later end (docs/rules/corrections.md#a-later-end). Right answers that were sent after the end until now and before the
 * new one count. Writes nothing.
 * @throws AppError `correction.division_unknown`, `correction.end_not_later` 400
 */
export function planExtension(sql: Sql, game: CorrectedGame, { division, end }: Extension): Promise<Plan> {
  if (division !== null && !game.divisions.includes(division))
    throw new AppError('correction.division_unknown', 400, { extra: { field: 'division' } })
  if (end <= game.regularEnd) throw new AppError('correction.end_not_later', 400, { extra: { field: 'end' } })
  const [before, after] = [ownEnd(game, division), end.toISOString()]
  return planEnds(sql, game, before === after ? [] : [{ division, before, after }])
}

const EXTENDED = { number, at: time, undoneAt: nullable(time), before: nullable(text), after: text }
type Extended = RowOf<typeof EXTENDED>

/** Extensions of one division, or of the game, latest first; those undone, too. */
const EXTENSIONS = `
  SELECT c.number, c.at, c.undone_at AS "undoneAt", e ->> 'before' AS before, e ->> 'after' AS after
  FROM corrections c CROSS JOIN jsonb_array_elements(c.plan -> 'ends') e
  WHERE c.game_id = $1 AND c.kind = 'extension' AND e ->> 'division' IS NOT DISTINCT FROM $2 ORDER BY c.number DESC`

/**
 * The end before an extension, without those that were undone while it stood. `earlier`: those before it, latest first. What a
 * pause moved between two of them stays moved.
 */
function endWithout(undone: Extended, earlier: readonly Extended[]): string | null {
  let { before: end, at } = undone
  for (const one of earlier) {
    if (end === null) return null
    const stoodThen = one.undoneAt === null || one.undoneAt > at
    if (!stoodThen) continue
    if (one.undoneAt === null) return end
    const moved = Date.parse(end) - Date.parse(one.after)
    end = movedBy(one.before, moved)
    at = one.at
  }
  return end
}

const movedBy = (end: string | null, ms: number): string | null =>
  end && new Date(Date.parse(end) + ms).toISOString()

/**
 * Gives back the ends that the extensions give which still stand without the correction `number`. A pause that has moved an end
 * since has moved the one before, too.
 */
export async function planRestoredEnds(
  sql: Sql,
  game: CorrectedGame,
  { number, ends }: { number: number; ends: Ends }
): Promise<Plan> {
  const back: Ends = []
  for (const { division } of ends) {
    const own = ownEnd(game, division)
    const all = await rows(sql, EXTENDED, EXTENSIONS, [game.id, division])
    const place = all.findIndex(({ undoneAt }) => undoneAt === null)
    const undone = all[place]
    // A later extension decides while it stands.
    if (own === null || undone?.number !== number) continue
    const moved = Date.parse(own) - Date.parse(undone.after)
    back.push({ division, before: own, after: movedBy(endWithout(undone, all.slice(place + 1)), moved) })
  }
  return planEnds(sql, game, back)
}

/**
 * Undoing extensions of the whole game leaves an end alone that was edited since. Needs the ledger's lock.
 */
export async function keepEditedEnd(tx: Change, gameId: number): Promise<void> {
  await tx.query(
    `UPDATE corrections SET plan = plan || '{"ends": []}'
     WHERE game_id = $1 AND kind = 'extension' AND plan -> 'ends' @> '[{"division": null}]'`,
    [gameId]
  )
}

/** The public part of an extension. */
export const extensionOf = (game: CorrectedGame, { division, end }: Extension) => ({
  ...{ division, end: wireTime(end) },
  before: wireTime(division === null ? game.regularEnd : endOfDivision(game, division))
})

/** Needs the ledger's lock. */
export async function writeEnds(tx: Change, gameId: number, ends: Ends): Promise<void> {
  for (const { division, after } of ends)
    await tx.query(
      `UPDATE games SET version = version + 1,
         end_at = CASE WHEN $2::text IS NULL THEN $3::text::timestamptz ELSE end_at END,
         division_ends = CASE WHEN $2::text IS NULL THEN division_ends
                              WHEN $3::text IS NULL THEN division_ends - $2::text
                              ELSE division_ends || jsonb_build_object($2::text, $3::text) END
       WHERE id = $1`,
      [gameId, division, after]
    )
  if (ends.length === 0) return
  await dropLateFreeze(tx, gameId)
  tx.invalidate('games')
  tx.notifyScoring(gameId, 'refresh')
}
