import type { NoticeView } from '~/server/notices/contract'
import type { Sql } from '~/server/platform/db'
import { wireTime } from '~/server/platform/time'
import type { Judged } from './verdicts'

const BLOODS = ['FirstBlood', 'SecondBlood', 'ThirdBlood'] as const

interface Blood {
  type: (typeof BLOODS)[number]
  values: [team: string, challenge: string]
  at: number
}

/**
 * The bloods among judged rows, in ledger order: solves that are on the board, of an open challenge, while the
 * game runs (behaviour.md 5.3).
 */
export function bloodsAmong(rows: readonly Judged[]): Blood[] {
  const solves = new Map<number, number>()
  const bloods: Blood[] = []
  for (const row of rows) {
    if (!row.solved || !row.counted) continue
    const place = solves.get(row.challengeId) ?? row.before
    solves.set(row.challengeId, place + 1)
    const type = BLOODS[place]
    if (type && row.challengeOpen && row.running)
      bloods.push({ type, values: [row.teamName, row.challengeTitle], at: row.at })
  }
  return bloods
}

/** Stores blood notices in their order; published when the solve was sent. */
export async function announce(sql: Sql, gameId: number, bloods: readonly Blood[]): Promise<NoticeView[]> {
  if (bloods.length === 0) return []
  const { rows } = await sql.query<{ id: number }>({
    name: 'judge_notices',
    text: `
      INSERT INTO notices (game_id, type, "values", published_at)
      SELECT $1, type, ARRAY[team, challenge], to_timestamp(at / 1000.0)
      FROM unnest($2::text[], $3::text[], $4::text[], $5::int8[])
        WITH ORDINALITY AS blood (type, team, challenge, at, place)
      ORDER BY place RETURNING id`,
    values: [
      gameId,
      bloods.map(({ type }) => type),
      bloods.map(({ values }) => values[0]),
      bloods.map(({ values }) => values[1]),
      bloods.map(({ at }) => at)
    ]
  })
  return bloods.map(({ type, values, at }, index) => ({
    id: (rows[index] as { id: number }).id,
    type,
    values,
    time: wireTime(at)
  }))
}
