import { z } from 'zod'
import { json, number, row, rows, type Sql } from '~/server/db'
import type { Period } from '~/server/ledger/contract'
import { type DecayChange, decayChanges, type Plan } from './plan'

/** Periods of standing incidents by challenge. `except`: number of a correction. */
async function standing(sql: Sql, gameId: number, except: number | null): Promise<Map<number, Period[]>> {
  const found = await rows(
    sql,
    { decay: json(decayChanges) },
    `SELECT plan->'decay' AS decay FROM corrections
     WHERE game_id = $1 AND kind = 'incident' AND undone_at IS NULL AND ($2::int IS NULL OR number <> $2)
     ORDER BY number`,
    [gameId, except]
  )
  const times = new Map<number, Period[]>()
  for (const { challengeId, period } of found.flatMap(({ decay }) => decay))
    times.set(challengeId, [...(times.get(challengeId) ?? []), period])
  return times
}

/** Merges periods that touch or overlap, in order. */
function united(periods: readonly Period[]): Period[] {
  const result: Period[] = []
  for (const [from, to] of [...periods].sort((a, b) => a[0] - b[0])) {
    const last = result.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else result.push([from, to])
  }
  return result
}

/** Ledger changes that stop the decay for a period. */
export async function stopDecay(
  sql: Sql,
  gameId: number,
  challengeIds: readonly number[],
  period: Period
): Promise<DecayChange[]> {
  const times = await standing(sql, gameId, null)
  return challengeIds.map((challengeId) => {
    const others = times.get(challengeId) ?? []
    return { challengeId, period, before: united(others), after: united([...others, period]) }
  })
}

/** Revokes the stops of a correction, but not those of other incidents. */
export async function resumeDecay(
  sql: Sql,
  gameId: number,
  correction: number,
  done: Plan['decay']
): Promise<DecayChange[]> {
  if (done.length === 0) return []
  const ids = done.map(({ challengeId }) => challengeId)
  const there = await rows(sql, { id: number }, 'SELECT id FROM challenges WHERE id = ANY ($1) ORDER BY id', [
    ids
  ])
  const others = await standing(sql, gameId, correction)
  return done
    .filter(({ challengeId }) => there.some(({ id }) => id === challengeId))
    .map(({ challengeId, period }) => {
      const rest = others.get(challengeId) ?? []
      return { challengeId, period, before: united([...rest, period]), after: united(rest) }
    })
}

/** The stops of a challenge that the ledger does not have yet, as those of incidents undone while it was away. */
export async function presentDecay(sql: Sql, gameId: number, challengeId: number): Promise<DecayChange[]> {
  const last = await row(
    sql,
    { stopped: json(z.array(z.tuple([z.int(), z.int()]))) },
    `SELECT payload -> 'stopped' AS stopped FROM score_events
     WHERE game_id = $1 AND kind = 'decay' AND challenge_id = $2 ORDER BY seq DESC LIMIT 1`,
    [gameId, challengeId]
  )
  const before = last?.stopped ?? []
  const after = united((await standing(sql, gameId, null)).get(challengeId) ?? [])
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  return [{ challengeId, period: [0, 0], before, after }]
}
