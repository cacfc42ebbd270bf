export interface EventSample {
  title: string
  start: number
  end: number
  challenges: {
    title: string
    category: string
    tags: string[]
    score?: number
    minScoreRate?: number
    difficulty?: number
  }[]
  teams: { name: string; country?: string | null; division?: string }[]
  solves: { team: string; challenge: string; at: number }[]
}

/** Mulberry32: the same numbers for the same seed. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const NAMES = [
  'Night Owls',
  'night owls',
  'PatagoniaHack ',
  '夜のフクロウ',
  'Été',
  '<script>alert(1)</script>',
  '👩‍💻 crew',
  '=cmd'
]
/** Looks like a name before it, so it has a number (docs/rules/teams.md#team-names). */
const NUMBERED = new Map([['night owls', 'night owls (2)']])
const CATEGORIES = ['Web', 'pwn', 'CRYPTO', 'Reverse', 'Misc', 'Survey', 'Osint', 'blockchain']

/**
 * An event of 5 to 80 teams with everything that real files have: equal times, solves listed twice, solves before the
 * start and after the end, unlisted teams, teams without a solve, fractions of seconds, curves of all kinds.
 */
export function sampleEvent(seed: number): EventSample {
  const next = numbers(seed)
  const upTo = (most: number) => Math.floor(next() * most)
  const pick = <T>(list: readonly T[]): T => list[upTo(list.length)] as T
  const start = 1_600_000_000 + upTo(10_000_000)
  const length = 3600 * (1 + upTo(48))
  const challenges = Array.from({ length: 1 + upTo(30) }, (_, index) => ({
    title: `${pick(['warmup', 'Ünïcode', 'rsa & friends', '"quoted"'])} ${index}`,
    category: pick(CATEGORIES),
    tags: [],
    ...(next() < 0.5 && { score: upTo(1500) }),
    ...(next() < 0.3 && { minScoreRate: upTo(101) / 100 }),
    ...(next() < 0.3 && { difficulty: 0.1 + upTo(400) / 10 })
  }))
  const names = [...NAMES, ...Array.from({ length: upTo(72) }, (_, index) => `Team ${seed}/${index}`)]
  const unlisted = names.slice(-2)
  const divided = next() < 0.5
  const teams = names.slice(0, -2).map((name) => ({
    name,
    country: pick(['CN', 'KR', null]),
    ...(divided && next() < 0.8 && { division: pick(['Open', 'School']) })
  }))
  const solves = Array.from({ length: upTo(names.length * challenges.length) }, () => {
    const far = next() < 0.05 ? length * 1.1 : length
    const seconds = next() < 0.3 ? 60 * upTo(far / 60) : Math.floor(next() * far * 1000) / 1000
    const early = next() < 0.03 ? 500 : 0
    return { team: pick(names), challenge: pick(challenges).title, at: start + seconds - early }
  })
  for (const team of unlisted)
    solves.push({ team, challenge: challenges[0]!.title, at: start + upTo(length) })
  return { title: `Sample ${seed}`, start, end: start + length, challenges, teams, solves }
}

const halfEven = (value: number, perMille: number): number => {
  const product = BigInt(value) * BigInt(1000 + perMille)
  const whole = product / 1000n
  const rest = product % 1000n
  const up = rest > 500n || (rest === 500n && whole % 2n === 1n)
  return Number(up ? whole + 1n : whole)
}

/** The expected board of an event, computed from the file by walking it for every team and challenge. */
export function expectedBoard({ start, end, challenges, teams, solves }: EventSample) {
  const names = [...new Set([...teams.map(({ name }) => name), ...solves.map(({ team }) => team)])]
  const first = (team: string, challenge: string) => {
    const own = solves.filter(
      (solve) => solve.team === team && solve.challenge === challenge && solve.at >= start && solve.at < end
    )
    return own.length === 0 ? null : Math.min(...own.map(({ at }) => at))
  }
  const place = (team: string, challenge: string, at: number) =>
    solves.findIndex((solve) => solve.team === team && solve.challenge === challenge && solve.at === at)
  const points = new Map<string, number>(names.map((name) => [name, 0]))
  const solved = new Map<string, number>(names.map((name) => [name, 0]))
  const last = new Map<string, number | null>(names.map((name) => [name, null]))
  const values: Record<string, { value: number; solved: number }> = {}
  for (const { title, score = 1000, minScoreRate = 0.25, difficulty = 5 } of challenges) {
    const solvers = names
      .flatMap((team) => {
        const at = first(team, title)
        return at === null ? [] : [{ team, at, place: place(team, title, at) }]
      })
      .sort((a, b) => a.at - b.at || a.place - b.place)
    const n = solvers.length
    const decay = minScoreRate + (1 - minScoreRate) * Math.exp((1 - n) / difficulty)
    const value = n <= 1 ? score : Math.floor(score * decay)
    values[title] = { value, solved: n }
    solvers.forEach(({ team, at }, index) => {
      points.set(team, points.get(team)! + halfEven(value, [50, 30, 10][index] ?? 0))
      solved.set(team, solved.get(team)! + 1)
      last.set(team, Math.max(last.get(team) ?? 0, Math.round(at * 1000)))
    })
  }
  const never = Number.POSITIVE_INFINITY
  const order = [...names].sort(
    (a, b) =>
      points.get(b)! - points.get(a)! ||
      ((last.get(a) ?? never) === (last.get(b) ?? never)
        ? names.indexOf(a) - names.indexOf(b)
        : (last.get(a) ?? never) - (last.get(b) ?? never))
  )
  const divisionOf = (name: string) => teams.find((team) => team.name === name)?.division ?? null
  return {
    challenges: values,
    teams: order.map((name, index) => ({
      name: NUMBERED.get(name) ?? name,
      rank: index + 1,
      score: points.get(name)!,
      solved: solved.get(name)!,
      lastSolve: last.get(name) ?? null,
      divisionRank:
        divisionOf(name) === null
          ? null
          : order.slice(0, index + 1).filter((other) => divisionOf(other) === divisionOf(name)).length
    }))
  }
}
