import type { Bonus, Curve, Period, ScoreEvent } from '~/server/ledger/contract'

interface OracleTeam {
  id: number
  score: number
  solved: number
  last: number | null
  rank: number
  divisionRank: number | null
  solves: { challenge: number; points: number; kind: string; at: number }[]
}

type Events = readonly ScoreEvent[]

const last = <T>(list: T[]): T | undefined => list[list.length - 1]

/** The board by docs/rules/scoring.md, worked out the slow way; shares no code with the rules. */
export function oracle(events: Events) {
  const teams = idsOf(events, 'participationId').filter((id) => standing(events, id) === 'in')
  const challenges = idsOf(events, 'challengeId').filter((id) => isOpen(events, id))
  const bonus = lastPayload<Bonus>(events, 'bonus', () => true) ?? { first: 50, second: 30, third: 10 }
  const solvers = new Map(challenges.map((id) => [id, solversOf(events, id, teams)]))
  const values = new Map(
    challenges.map((id) => [id, worth(events, id, lowering(events, id, solvers.get(id) ?? []))])
  )
  const board = teams.map((id): OracleTeam => {
    const solves = challenges.flatMap((challenge) => {
      const place = (solvers.get(challenge) ?? []).findIndex((entry) => entry.team === id)
      const entry = solvers.get(challenge)?.[place]
      if (!entry) return []
      const extra = [bonus.first, bonus.second, bonus.third][place] ?? 0
      const kind = ['FirstBlood', 'SecondBlood', 'ThirdBlood'][place] ?? 'Normal'
      return [{ challenge, points: points(values.get(challenge) as number, extra), kind, at: entry.at }]
    })
    const awards = events.flatMap((e) =>
      e.kind === 'award' && e.participationId === id ? [e.payload.points] : []
    )
    return {
      id,
      score: [...solves.map((entry) => entry.points), ...awards].reduce((sum, part) => sum + part, 0),
      solved: solves.length,
      last: solves.length ? Math.max(...solves.map((entry) => entry.at)) : null,
      rank: 0,
      divisionRank: null,
      solves
    }
  })
  const beats = (a: OracleTeam, b: OracleTeam): boolean => {
    if (a.score !== b.score) return a.score > b.score
    if (a.last !== b.last) return a.last !== null && (b.last === null || a.last < b.last)
    return a.id < b.id
  }
  for (const one of board) {
    const division = divisionOf(events, one.id)
    const ahead = board.filter((other) => other !== one && beats(other, one))
    one.rank = 1 + ahead.length
    if (division !== null)
      one.divisionRank = 1 + ahead.filter((other) => divisionOf(events, other.id) === division).length
  }
  return {
    teams: board.sort((a, b) => a.rank - b.rank),
    values,
    bloods: new Map(
      challenges.map((id) => [id, (solvers.get(id) ?? []).slice(0, 3).map(({ team }) => team)])
    ),
    solved: new Map(challenges.map((id) => [id, solvers.get(id)?.length ?? 0]))
  }
}

function idsOf(events: Events, column: 'participationId' | 'challengeId'): number[] {
  const ids = events.map((event) => (event as unknown as Record<string, number | undefined>)[column])
  return [...new Set(ids.filter((id) => id !== undefined))]
}

function standing(events: Events, id: number): 'in' | 'out' {
  let now = 'never'
  for (const event of events) {
    if (!('participationId' in event) || event.participationId !== id) continue
    if (event.kind === 'admit') now = 'in'
    if (event.kind === 'suspend') now = 'suspended'
    if (event.kind === 'withdraw') now = 'withdrawn'
    if (event.kind === 'restore' && now === 'suspended') now = 'in'
  }
  return now === 'in' ? 'in' : 'out'
}

const isOpen = (events: Events, id: number): boolean =>
  last(events.filter((e) => (e.kind === 'open' || e.kind === 'close') && e.challengeId === id))?.kind ===
  'open'

function lastPayload<T>(events: Events, kind: string, which: (event: ScoreEvent) => boolean): T | null {
  const found = last(events.filter((event) => event.kind === kind && which(event)))
  return found ? (found as unknown as { payload: T }).payload : null
}

const divisionOf = (events: Events, id: number): string | null =>
  last(
    events.flatMap((e) =>
      (e.kind === 'admit' || e.kind === 'division') && e.participationId === id ? [e.payload.division] : []
    )
  ) ?? null

function standingSolve(events: Events, team: number, challenge: number) {
  let solve: { team: number; at: number; submission: number } | null = null
  for (const event of events) {
    if (event.kind !== 'solve' && event.kind !== 'void') continue
    if (event.participationId !== team || event.challengeId !== challenge) continue
    if (event.kind === 'solve') solve ??= { team, at: event.at, submission: event.submissionId }
    else if (event.submissionId === null || event.submissionId === solve?.submission) solve = null
  }
  return solve
}

const solversOf = (events: Events, challenge: number, teams: number[]) =>
  teams
    .map((team) => standingSolve(events, team, challenge))
    .filter((solve) => solve !== null)
    .sort((a, b) => a.at - b.at || a.submission - b.submission)

/** Solves outside of the times that stop the decay. */
function lowering(events: Events, challenge: number, solves: { at: number }[]): number {
  const mine = (event: ScoreEvent) => event.kind === 'decay' && event.challengeId === challenge
  const { stopped } = lastPayload<{ stopped: Period[] }>(events, 'decay', mine) ?? { stopped: [] }
  return solves.filter(({ at }) => stopped.every(([from, to]) => at < from || at >= to)).length
}

function worth(events: Events, challenge: number, solvers: number): number {
  const mine = (event: ScoreEvent) => event.kind === 'curve' && event.challengeId === challenge
  const curve = lastPayload<Curve>(events, 'curve', mine) ?? { score: 1000, minRate: 0.25, difficulty: 5 }
  if (curve.values) return curve.values[solvers] ?? curve.values.at(-1)!
  if (solvers <= 1) return curve.score
  const share = curve.minRate + (1 - curve.minRate) * Math.exp((1 - solvers) / curve.difficulty)
  return Math.floor(curve.score * share)
}

function points(value: number, extra: number): number {
  const twice = (2n * BigInt(value) * BigInt(1000 + extra)) / 1000n
  const exact = 2n * BigInt(value) * BigInt(1000 + extra) === twice * 1000n
  const half = twice / 2n
  if (twice % 2n === 0n) return Number(half)
  if (!exact) return Number(half + 1n)
  return Number(half % 2n === 0n ? half : half + 1n)
}
