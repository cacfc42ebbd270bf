import type { Change } from '~/server/change'
import { number, rows } from '~/server/db'
import { pushCorrectionNews } from '~/server/push'
import type { Comparison } from './plan/compare-boards'

interface News {
  /** Id of the correction, not its number. */
  correction: number
  undone: boolean
  concerned: Comparison['concerned']
  frozen: boolean
}

/**
 * Tells teams whose points or bloods a correction or its undoing changes (docs/rules/corrections.md#news). While the board is
 * frozen the news is held; if the correction is undone meanwhile, it is never told.
 */
export async function recordCorrectionNews(
  tx: Change,
  { correction, undone, concerned, frozen }: News
): Promise<void> {
  if (undone) {
    const held = 'DELETE FROM correction_news WHERE correction_id = $1 AND held RETURNING id'
    if ((await rows(tx, { id: number }, held, [correction])).length > 0) return
  }
  const told = await rows(
    tx,
    { id: number },
    `INSERT INTO correction_news (correction_id, participation_id, undone, points, held)
     SELECT $1, team, $2, points, $3 FROM unnest($4::int[], $5::int[]) AS t (team, points) RETURNING id`,
    [
      ...[correction, undone, frozen],
      concerned.map(({ participationId }) => participationId),
      concerned.map(({ points }) => points)
    ]
  )
  if (!frozen) await push(tx, told)
}

/** Tells what a freeze held back, at its end. */
export async function releaseHeldNews(tx: Change, gameId: number): Promise<void> {
  const told = await rows(
    tx,
    { id: number },
    `UPDATE correction_news n SET held = false FROM corrections c
     WHERE c.id = n.correction_id AND c.game_id = $1 AND n.held RETURNING n.id`,
    [gameId]
  )
  await push(tx, told)
}

async function push(tx: Change, told: readonly { id: number }[]): Promise<void> {
  if (told.length === 0) return
  await pushCorrectionNews(
    tx,
    told.map(({ id }) => id)
  )
}
