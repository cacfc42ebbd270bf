import { DAY_MS } from '~/server/platform/time'

/** Milliseconds that a condition must hold before its matter opens (docs/rules/watch.md#matters). */
export const OPEN_AFTER = 120_000
/** Milliseconds that it must have ended before the matter closes. */
export const CLOSE_AFTER = 300_000
/** Milliseconds for which the matter that closed last is told. */
const TOLD_FOR = DAY_MS
const MAX_MATTERS = 5

/** Milliseconds until a verdict is late. */
export const JUDGE_LATE = 10_000
/** Milliseconds until an instance is late. */
export const QUEUE_LATE = 60_000
/** A ticket that waits longer than this for an answer is late. */
const TICKET_LATE = 600_000
/** Teams that lost an instance of a challenge within an hour from which on it is the challenge's matter. */
const FAILING_TEAMS = 3

export const MATTER_KINDS = [
  'judge',
  'redis',
  'failing',
  'check',
  'release',
  'engines',
  'queue',
  'backup',
  'cheats',
  'tickets'
] as const
type MatterKind = (typeof MATTER_KINDS)[number]
export type Level = 'warn' | 'bad'

export interface Facts {
  judge: { waiting: number; oldest: number | null }
  redis: boolean
  engines: { down: number; since: number | null }
  queue: { waiting: number; oldest: number | null }
  failing: { id: number; title: string; teams: number; since: number }[]
  /** Challenges whose solve checks fail. */
  checks: { id: number; title: string; since: number }[]
  /** Disabled challenges whose release failed. */
  releases: { id: number; title: string; since: number }[]
  backupFailed: boolean
  /** Last hour, participating teams only. */
  cheats: { count: number; since: number | null }
  /** Open tickets: their number, the time of the oldest, and how many have no owner. */
  tickets: { waiting: number; oldest: number | null; unassigned: number }
}

export interface Signal {
  /** Kind, and its subject where there may be several. */
  key: string
  kind: MatterKind
  level: Level
  /** Null when the data do not tell. */
  since: number | null
  count: number
  about: string | null
  id: number | null
  /** How many tickets have no owner. Null for other signals. */
  unassigned: number | null
}

export interface Track extends Signal {
  over: number
  /** End of the condition; null while it holds. */
  under: number | null
  open: boolean
  /** When it closed; absent while open. Only the last closed track is kept. */
  closed?: number
}
export type Tracks = Record<string, Track>

const LEVELS: Record<MatterKind, Level> = {
  judge: 'bad',
  redis: 'bad',
  failing: 'bad',
  check: 'bad',
  release: 'bad',
  engines: 'warn',
  queue: 'warn',
  backup: 'warn',
  cheats: 'warn',
  tickets: 'warn'
}

/** A solve check fails only after a second run, and a release that failed is not tried again. */
const OPENS_IMMEDIATELY: ReadonlySet<MatterKind> = new Set<MatterKind>(['check', 'release'])

const signal = (kind: MatterKind, since: number | null, count: number): Signal => ({
  ...{ key: kind, kind, level: LEVELS[kind], since, count },
  ...{ about: null, id: null, unassigned: null }
})

/**
 * One per condition that holds at `now` (docs/rules/watch.md#matters); whether it holds for long enough is decided
 * later.
 */
export function signalsFromFacts(facts: Facts, now: number): Signal[] {
  const { judge, queue, engines, cheats, tickets } = facts
  const signals: Signal[] = []
  if (judge.oldest !== null && now - judge.oldest > JUDGE_LATE)
    signals.push(signal('judge', judge.oldest, judge.waiting))
  if (!facts.redis) signals.push(signal('redis', null, 1))
  for (const { id, title, teams, since } of facts.failing)
    if (teams >= FAILING_TEAMS)
      signals.push({ ...signal('failing', since, teams), key: `failing:${id}`, about: title, id })
  for (const { id, title, since } of facts.checks)
    signals.push({ ...signal('check', since, 1), key: `check:${id}`, about: title, id })
  for (const { id, title, since } of facts.releases)
    signals.push({ ...signal('release', since, 1), key: `release:${id}`, about: title, id })
  if (engines.down > 0) signals.push(signal('engines', engines.since, engines.down))
  if (queue.oldest !== null && now - queue.oldest > QUEUE_LATE)
    signals.push(signal('queue', queue.oldest, queue.waiting))
  if (facts.backupFailed) signals.push(signal('backup', null, 1))
  if (cheats.count > 0) signals.push(signal('cheats', cheats.since, cheats.count))
  if (tickets.oldest !== null && now - tickets.oldest > TICKET_LATE)
    signals.push({ ...signal('tickets', tickets.oldest, tickets.waiting), unassigned: tickets.unassigned })
  return signals
}

/**
 * Opens conditions after two minutes, and closes them five minutes after their end; drops shorter ones. What OPENS_IMMEDIATELY
 * names opens at once.
 */
export function advanceTracks(tracks: Tracks, signals: readonly Signal[], now: number): Tracks {
  const next: Tracks = {}
  for (const one of signals) {
    const before = tracks[one.key]
    const known = before?.closed === undefined ? before : undefined
    const over = Math.min(known?.over ?? now, one.since ?? now)
    const sure = known?.open || OPENS_IMMEDIATELY.has(one.kind) || now - over >= OPEN_AFTER
    next[one.key] = { ...one, over, under: null, open: sure }
  }
  const closed: [string, Track][] = []
  for (const [key, known] of Object.entries(tracks)) {
    if (next[key]) continue
    if (known.closed !== undefined && now - known.closed < TOLD_FOR) closed.push([key, known])
    if (!known.open) continue
    const under = known.under ?? now
    if (now - under < CLOSE_AFTER) next[key] = { ...known, under }
    else closed.push([key, { ...known, under, open: false, closed: now }])
  }
  const last = closed.toSorted(([, a], [, b]) => b.closed! - a.closed!)[0]
  return last ? { ...next, [last[0]]: last[1] } : next
}

/** The track that closed last; null when there is none, or it is open again. */
export const lastClosedOf = (tracks: Tracks): Track | null =>
  Object.values(tracks).find(({ closed }) => closed !== undefined) ?? null

/** Worst first, then by kind and age; at most five. */
export function openMatters(tracks: Tracks): Track[] {
  const place = ({ kind }: Track) => MATTER_KINDS.indexOf(kind)
  return Object.values(tracks)
    .filter(({ open }) => open)
    .sort((a, b) => place(a) - place(b) || a.over - b.over || a.key.localeCompare(b.key))
    .slice(0, MAX_MATTERS)
}

export const VERDICTS = ['quiet', 'matters', 'stopped'] as const
export type Verdict = (typeof VERDICTS)[number]

/** `stopped` when the judge is late, because nothing scores then. */
export function verdictOf(matters: readonly Pick<Track, 'kind'>[]): Verdict {
  if (matters.some(({ kind }) => kind === 'judge')) return 'stopped'
  return matters.length > 0 ? 'matters' : 'quiet'
}

export const TILES = ['submissions', 'solves', 'right', 'judge', 'teams', 'sockets', 'instances'] as const
type TileName = (typeof TILES)[number]

/** Least distance from the usual range that is worth a look; ms for the judge, a share for right answers. */
const MARGINS: Record<TileName, number> = {
  submissions: 2,
  solves: 2,
  right: 0.1,
  judge: 250,
  teams: 2,
  sockets: 10,
  instances: 2
}

/** Fewer answers say nothing of how many are right (docs/rules/watch.md#figures). */
const FEWEST_ANSWERS = 20

/** Share of right answers, and whether there are enough of them to be held against the usual one. Null without answers. */
export function rightShare(minutes: readonly ({ right: number; wrong: number } | undefined)[]) {
  const sum = (field: 'right' | 'wrong') =>
    minutes.reduce((total, minute) => total + (minute?.[field] ?? 0), 0)
  const [right, answers] = [sum('right'), sum('right') + sum('wrong')]
  return { share: answers > 0 ? right / answers : null, isEnough: answers >= FEWEST_ANSWERS }
}

interface Usual {
  low: number
  high: number
}

/**
 * True if a figure is outside its usual range by the least distance and by half of the range. A judge is never too fast
 * (docs/rules/watch.md#figures).
 */
export function isUnusual(name: TileName, value: number | null, usual: Usual | null): boolean {
  if (value === null || usual === null) return false
  const margin = Math.max(MARGINS[name], (usual.high - usual.low) / 2)
  return value > usual.high + margin || (name !== 'judge' && value < usual.low - margin)
}

/** Range without the lowest and highest tenth; null below ten values. */
export function usualRange(values: readonly number[]): Usual | null {
  if (values.length < 10) return null
  const sorted = [...values].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))]!
  return { low: at(0.1), high: at(0.9) }
}
