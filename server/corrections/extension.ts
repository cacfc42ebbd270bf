import type { Change } from '~/server/change'
import { rows, type Sql, text } from '~/server/db'
import { endOfDivision } from '~/server/games/contract'
import { AppError } from '~/server/platform/errors'
import { wireTime } from '~/server/platform/time'
import { type CorrectedGame, differences } from './differences'
import { NO_PLAN, type Plan } from './plan'

type Ends = Plan['ends']

/** The game with other ends of divisions. */
function withEnds(game: CorrectedGame, ends: Ends): CorrectedGame {
  const divisionEnds = { ...game.divisionEnds }
  for (const { division, after } of ends)
    if (after === null) delete divisionEnds[division]
    else divisionEnds[division] = after
  return { ...game, divisionEnds }
}

const planEnds = async (sql: Sql, game: CorrectedGame, ends: Ends): Promise<Plan> =>
  ends.length === 0
    ? NO_PLAN
    : { ...NO_PLAN, ends, solves: await differences(sql, withEnds(game, ends), null, []) }

const ownEnd = ({ divisionEnds }: CorrectedGame, division: string): string | null =>
  divisionEnds[division] ?? null

/**
 * A later end for one division (docs/rules/corrections.md#a-later-end-for-one-division). Right answers that were sent after its
 * end until now and before the new one count. Writes nothing.
 * @throws AppError `correction.division_unknown`, `correction.end_not_later` 400
 */
export function planExtension(
  sql: Sql,
  game: CorrectedGame,
  { division, end }: { division: string; end: Date }
): Promise<Plan> {
  if (!game.divisions.includes(division))
    throw new AppError('correction.division_unknown', 400, { extra: { field: 'division' } })
  if (end <= game.regularEnd) throw new AppError('correction.end_not_later', 400, { extra: { field: 'end' } })
  const [before, after] = [ownEnd(game, division), end.toISOString()]
  return planEnds(sql, game, before === after ? [] : [{ division, before, after }])
}

const LATER = `
  SELECT DISTINCT e ->> 'division' AS division FROM corrections c CROSS JOIN jsonb_array_elements(c.plan -> 'ends') e
  WHERE c.game_id = $1 AND c.number > $2 AND c.kind = 'extension' AND c.undone_at IS NULL`

/**
 * Gives divisions the ends that they had before the correction `number`, unless a later one has changed them since. A
 * pause that has moved an end since has moved the end before, too.
 */
export async function planEndsBack(
  sql: Sql,
  game: CorrectedGame,
  { number, ends }: { number: number; ends: Ends }
): Promise<Plan> {
  const changed = await rows(sql, { division: text }, LATER, [game.id, number])
  const later = new Set(changed.map(({ division }) => division))
  const back = ends.flatMap(({ division, before, after }) => {
    const own = ownEnd(game, division)
    if (own === null || after === null || later.has(division)) return []
    const moved = Date.parse(own) - Date.parse(after)
    const earlier = before && new Date(Date.parse(before) + moved).toISOString()
    return [{ division, before: own, after: earlier }]
  })
  return planEnds(sql, game, back)
}

/** What everybody reads of it. */
export const extensionOf = (game: CorrectedGame, { division, end }: { division: string; end: Date }) => ({
  ...{ division, end: wireTime(end) },
  before: wireTime(endOfDivision(game, division))
})

/** Needs the ledger's lock. */
export async function writeEnds(tx: Change, gameId: number, ends: Ends): Promise<void> {
  for (const { division, after } of ends)
    await tx.query(
      `UPDATE games SET version = version + 1,
         division_ends = CASE WHEN $3::text IS NULL THEN division_ends - $2::text
                              ELSE division_ends || jsonb_build_object($2::text, $3::text) END
       WHERE id = $1`,
      [gameId, division, after]
    )
  if (ends.length === 0) return
  tx.invalidate('games')
  tx.notifyScoring(gameId, 'refresh')
}
