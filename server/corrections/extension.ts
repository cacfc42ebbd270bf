import type { Change } from '~/server/change'
import { nullable, rows, type Sql, text } from '~/server/db'
import { endOfDivision } from '~/server/games/contract'
import { AppError } from '~/server/platform/errors'
import { wireTime } from '~/server/platform/time'
import { type CorrectedGame, differences } from './differences'
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
    : { ...NO_PLAN, ends, solves: await differences(sql, withEnds(game, ends), null, []) }

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

const LATER = `
  SELECT DISTINCT e ->> 'division' AS division FROM corrections c CROSS JOIN jsonb_array_elements(c.plan -> 'ends') e
  WHERE c.game_id = $1 AND c.number > $2 AND c.kind = 'extension' AND c.undone_at IS NULL`

/**
 * Gives back the ends of before the correction `number`, unless a later one has changed them since. A pause that has moved
 * the end of a division since has moved the end before, too; the end of the game may have been edited since, and then stays.
 */
export async function planRestoredEnds(
  sql: Sql,
  game: CorrectedGame,
  { number, ends }: { number: number; ends: Ends }
): Promise<Plan> {
  const changed = await rows(sql, { division: nullable(text) }, LATER, [game.id, number])
  const later = new Set(changed.map(({ division }) => division))
  const back = ends.flatMap(({ division, before, after }) => {
    const own = ownEnd(game, division)
    if (own === null || after === null || later.has(division)) return []
    if (division === null && own !== after) return []
    const moved = Date.parse(own) - Date.parse(after)
    const earlier = before && new Date(Date.parse(before) + moved).toISOString()
    return [{ division, before: own, after: earlier }]
  })
  return planEnds(sql, game, back)
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
  tx.invalidate('games')
  tx.notifyScoring(gameId, 'refresh')
}
