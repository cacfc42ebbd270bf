/**
 * When something on the page becomes a matter for staff, and when it stops being one
 * (docs/rules/watch.md#matters). Pure; times are Unix milliseconds.
 */

/** A condition must hold for so long before its matter opens. */
export const OPEN_AFTER = 120_000
/** And must have passed for so long before it closes. */
export const CLOSE_AFTER = 300_000
export const MOST_MATTERS = 5

/** A flag that waits longer than this for its verdict is late. */
export const JUDGE_LATE = 10_000
/** An instance that waits longer than this for its engine is late. */
export const QUEUE_LATE = 60_000
/** A ticket that waits longer than this for an answer is late. */
export const TICKET_LATE = 600_000
/** Teams that lost an instance of a challenge within an hour from which on it is the challenge's matter. */
export const FAILING_TEAMS = 3

export const MATTER_KINDS = [
  'judge',
  'redis',
  'failing',
  'engines',
  'queue',
  'backup',
  'cheats',
  'tickets'
] as const
export type MatterKind = (typeof MATTER_KINDS)[number]
export type Level = 'warn' | 'bad'

/** What was measured at one moment. */
export interface Facts {
  /** Flags that wait, and when the oldest was sent; null without one. */
  judge: { waiting: number; oldest: number | null }
  redis: boolean
  /** Engines that do not answer, of all; since when the first of them. */
  engines: { down: number; since: number | null }
  /** Instances that wait for an engine, and since when the first. */
  queue: { waiting: number; oldest: number | null }
  /** Challenges whose instances fail, with the teams that lost one and the first loss of the last hour. */
  failing: { id: number; title: string; teams: number; since: number }[]
  /** Whether the last backup failed. */
  backupFailed: boolean
  /** Foreign flags of the last hour of teams that take part, and the first of them. */
  cheats: { count: number; since: number | null }
  /** Tickets that wait for an answer, and since when the first. */
  tickets: { waiting: number; oldest: number | null }
}

/** A condition that holds now. */
export interface Signal {
  /** Kind, and what it is about where there may be several. */
  key: string
  kind: MatterKind
  level: Level
  /** Since when, where the data say so. */
  since: number | null
  count: number
  /** Title of the challenge; null for other kinds. */
  about: string | null
  /** Id of the challenge. */
  id: number | null
}

/** A condition over time. */
export interface Track extends Signal {
  /** Since when it holds, or held. */
  over: number
  /** Since when it no longer holds; null while it does. */
  under: number | null
  open: boolean
}
export type Tracks = Record<string, Track>

const LEVELS: Record<MatterKind, Level> = {
  judge: 'bad',
  redis: 'bad',
  failing: 'bad',
  engines: 'warn',
  queue: 'warn',
  backup: 'warn',
  cheats: 'warn',
  tickets: 'warn'
}

const signal = (kind: MatterKind, since: number | null, count: number): Signal => ({
  ...{ key: kind, kind, level: LEVELS[kind], since, count },
  ...{ about: null, id: null }
})

/** The conditions that hold. */
export function signalsOf(facts: Facts, now: number): Signal[] {
  const { judge, queue, engines, cheats, tickets } = facts
  const signals: Signal[] = []
  if (judge.oldest !== null && now - judge.oldest > JUDGE_LATE)
    signals.push(signal('judge', judge.oldest, judge.waiting))
  if (!facts.redis) signals.push(signal('redis', null, 1))
  for (const { id, title, teams, since } of facts.failing)
    if (teams >= FAILING_TEAMS)
      signals.push({ ...signal('failing', since, teams), key: `failing:${id}`, about: title, id })
  if (engines.down > 0) signals.push(signal('engines', engines.since, engines.down))
  if (queue.oldest !== null && now - queue.oldest > QUEUE_LATE)
    signals.push(signal('queue', queue.oldest, queue.waiting))
  if (facts.backupFailed) signals.push(signal('backup', null, 1))
  if (cheats.count > 0) signals.push(signal('cheats', cheats.since, cheats.count))
  if (tickets.oldest !== null && now - tickets.oldest > TICKET_LATE)
    signals.push(signal('tickets', tickets.oldest, tickets.waiting))
  return signals
}

/**
 * Takes conditions on to `now`: one opens after two minutes, and closes five minutes after it has passed. One that passes
 * before it opened is dropped.
 */
export function advance(tracks: Tracks, signals: readonly Signal[], now: number): Tracks {
  const next: Tracks = {}
  for (const one of signals) {
    const known = tracks[one.key]
    const over = Math.min(known?.over ?? now, one.since ?? now)
    next[one.key] = { ...one, over, under: null, open: known?.open || now - over >= OPEN_AFTER }
  }
  for (const [key, known] of Object.entries(tracks)) {
    if (next[key] || !known.open) continue
    const under = known.under ?? now
    if (now - under < CLOSE_AFTER) next[key] = { ...known, under }
  }
  return next
}

/** Open matters: the worst first, then by kind and age; at most five. */
export function mattersOf(tracks: Tracks): Track[] {
  const place = ({ kind }: Track) => MATTER_KINDS.indexOf(kind)
  return Object.values(tracks)
    .filter(({ open }) => open)
    .sort((a, b) => place(a) - place(b) || a.over - b.over || a.key.localeCompare(b.key))
    .slice(0, MOST_MATTERS)
}

export const VERDICTS = ['quiet', 'matters', 'stopped'] as const
export type Verdict = (typeof VERDICTS)[number]

/** One word for the page: scoring stands still, something needs somebody, or all is well. */
export function verdictOf(matters: readonly Pick<Track, 'kind'>[]): Verdict {
  if (matters.some(({ kind }) => kind === 'judge')) return 'stopped'
  return matters.length > 0 ? 'matters' : 'quiet'
}

/** What is usual among values: all but the lowest and the highest tenth. Null without ten values. */
export function usualOf(values: readonly number[]): { low: number; high: number } | null {
  if (values.length < 10) return null
  const sorted = [...values].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))]!
  return { low: at(0.1), high: at(0.9) }
}
