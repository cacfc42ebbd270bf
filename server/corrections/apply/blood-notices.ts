import { applyEvent, Freeze } from '~/scoring/rules'
import type { Change } from '~/server/change'
import { bool, nullable, row, time } from '~/server/db'
import type { ScoreEvent } from '~/server/ledger/contract'
import { foldPublicBoard } from '~/server/public-board'
import { bloodsBetween, pictureOf, readChallengeTitles, readTeamNames } from '../plan/compare-boards'
import { writeBloodNotices } from './apply-plan'

/**
 * Puts notices of bloods right after teams or solves came to the board or left it (docs/rules/scoring.md#blood-order). Needs the
 * ledger's lock; `appended`: the entries that say so, which are the last of the ledger. A frozen board's notices follow that board.
 */
export async function rewriteBloodNotices(
  tx: Change,
  gameId: number,
  appended: readonly ScoreEvent[]
): Promise<void> {
  const teams = appended.flatMap((event) => ('participationId' in event ? [event.participationId] : []))
  const [first] = appended
  if (!first || teams.length === 0) return
  const game = await row(
    tx,
    { solved: bool, freeze: nullable(time) },
    `SELECT EXISTS (SELECT FROM solves WHERE participation_id = ANY ($2::int[])) AS solved,
            CASE WHEN revealed_at IS NULL THEN freeze_at END AS freeze
     FROM games WHERE id = $1`,
    [gameId, teams]
  )
  // Reading the ledger takes long, and most teams that are admitted have solved nothing.
  if (!game?.solved && appended.every(({ kind }) => kind !== 'void')) return
  const frozen = game?.freeze?.getTime() ?? null
  const state = await foldPublicBoard(tx, gameId, frozen, first.seq)
  const before = pictureOf(state)
  const freeze = new Freeze(frozen)
  for (const event of appended) if (!freeze.holds(event)) applyEvent(state, event)
  const [names, titles] = [await readTeamNames(tx, gameId), await readChallengeTitles(tx, gameId)]
  const bloods = bloodsBetween(before, pictureOf(state), titles, (id) => names.get(id) ?? `#${id}`)
  await writeBloodNotices(tx, gameId, bloods)
}
