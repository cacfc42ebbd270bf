import { type Cards, fold, fromWire, type Scoreboard, scoreboardView } from '~/scoring/rules'
import type { Database } from '~/server/db'
import type { SeedEvent } from '~/server/event-import'
import type { ScoreEvent } from '~/server/ledger'
import { readEntries } from '~/server/ledger'
import type { LiveGame } from './game'
import type { Played } from './play'
import type { Player } from './teams'

export interface Verification {
  /** A text such as `a full rebuild from 2,350 ledger entries`. */
  against: string
  /** A few of the places that differ; empty when the boards are equal. */
  differences: string[]
}

const PAGE = 10_000
const SHOWN = 5

/** Compares the live board with a fold of the game's whole ledger. */
export async function againstLedger(
  { pool }: Database,
  gameId: number,
  live: Scoreboard
): Promise<Verification> {
  const events: ScoreEvent[] = []
  for (;;) {
    const page = await readEntries(pool, gameId, events.length, PAGE)
    events.push(...page)
    if (page.length < PAGE) break
  }
  const { rows } = await pool.query<{ id: string; name: string }>(
    `SELECT id, user_name AS name FROM users
     WHERE id IN (SELECT user_id FROM score_events WHERE game_id = $1 AND kind = 'solve')`,
    [gameId]
  )
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  const rebuilt = scoreboardView(
    fold(events),
    cardsOf(live, (id) => names.get(id) ?? null),
    0
  )
  return {
    against: `a full rebuild from ${events.length.toLocaleString('en-US')} ledger entries`,
    differences: differences(live, rebuilt)
  }
}

/**
 * Compares the live board with one computed from the sent flags and their verdicts. Only the live board knows the times;
 * the order of solves must be that of the submissions.
 */
export function againstSent(
  event: SeedEvent,
  { game, players }: { game: LiveGame; players: Player[] },
  played: Played[],
  live: Scoreboard
): Verification {
  const shown = new Map(
    live.items.flatMap((item) => item.solvedChallenges.map((solve) => [solve.submissionId, solve]))
  )
  const participationOf = new Map(live.items.map(({ id, participationId }) => [id, participationId]))
  const right = played
    .flatMap(({ id, step, verdict }) => (id !== null && verdict === 'Accepted' ? [{ id, step }] : []))
    .sort((a, b) => a.id - b.id)
  const events: ScoreEvent[] = opening(event, game, players, participationOf)
  const pairs = new Set<string>()
  const faults: string[] = []
  let last = 0
  for (const { id, step } of right) {
    const pair = `${step.team}:${step.challenge}`
    if (pairs.has(pair)) continue
    pairs.add(pair)
    const at = fromWire(shown.get(id)?.time ?? '1970-01-01T00:00:00.000+00:00')
    if (at < last) faults.push(`submission ${id} is missing, or earlier than the one before it`)
    last = Math.max(last, at)
    events.push({
      seq: events.length + 1,
      kind: 'solve',
      at,
      participationId: participationOf.get(players[step.team]!.teamId) ?? -1 - step.team,
      challengeId: game.challenges[step.challenge]!,
      submissionId: id,
      userId: players[step.team]!.userName
    })
  }
  const computed = scoreboardView(
    fold(events),
    cardsOf(live, (name) => name),
    0
  )
  return {
    against: `a computation from ${pairs.size.toLocaleString('en-US')} solves that were sent`,
    differences: [...faults.slice(0, SHOWN), ...differences(live, { ...computed, seq: live.seq })]
  }
}

function opening(
  event: SeedEvent,
  game: LiveGame,
  players: Player[],
  participationOf: Map<number, number>
): ScoreEvent[] {
  const divisionOf = (index: number) => event.teams[index]?.division ?? null
  return [
    ...event.challenges.flatMap(
      ({ score, minScoreRate: minRate, difficulty, values }, index): ScoreEvent[] => {
        const challengeId = game.challenges[index]!
        const payload = { score, minRate, difficulty, ...(values && { values }) }
        return [
          { seq: 0, kind: 'curve', at: 0, challengeId, payload },
          { seq: 0, kind: 'open', at: 0, challengeId }
        ]
      }
    ),
    ...players.map(({ teamId }, index): ScoreEvent => {
      const participationId = participationOf.get(teamId) ?? -1 - index
      return { seq: 0, kind: 'admit', at: 0, participationId, payload: { division: divisionOf(index) } }
    })
  ]
}

/** Names of teams and challenges, for computing another board of the game. */
function cardsOf(live: Scoreboard, userName: (solver: string) => string | null): Cards {
  const challenges = Object.values(live.challenges).flat()
  return {
    teams: new Map(
      live.items.map(({ participationId, id, name, bio, avatar, country }) => [
        participationId,
        { id, name, bio, avatar, country }
      ])
    ),
    challenges: new Map(challenges.map(({ id, title, category }) => [id, { title, category }])),
    userName: (solver) => solver && userName(solver)
  }
}

/** Paths at which two boards differ, without the times at which they were made. */
export function differences(one: Scoreboard, other: Scoreboard): string[] {
  const found: string[] = []
  compare({ ...one, updateTimeUtc: '' }, { ...other, updateTimeUtc: '' }, 'board', found)
  return found
}

function compare(one: unknown, other: unknown, path: string, found: string[]): void {
  if (found.length >= SHOWN || Object.is(one, other)) return
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) {
    found.push(`${path}: ${JSON.stringify(one)} live, ${JSON.stringify(other)} expected`)
    return
  }
  const [a, b] = [one as Record<string, unknown>, other as Record<string, unknown>]
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)]))
    compare(a[key], b[key], Array.isArray(one) ? `${path}[${key}]` : `${path}.${key}`, found)
}
