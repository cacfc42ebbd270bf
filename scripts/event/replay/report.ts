import { count } from '../../shared/output'
import type { Played } from './play'
import type { Spectator } from './spectator'
import type { Verification } from './verify'

/** Milliseconds: half, 95 and 99 of a hundred values are at most this. */
interface Percentiles {
  p50: number
  p95: number
  p99: number
}

/** Percentiles by nearest rank; null for no values. */
export function percentiles(values: readonly number[]): Percentiles | null {
  if (values.length === 0) return null
  const sorted = [...values].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.max(Math.ceil(sorted.length * share) - 1, 0)]!
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

export interface Outcome {
  title: string
  teams: number
  /** Time of sending flags, without preparations. */
  seconds: number
  played: Played[]
  spectator: Spectator
  board: Verification
  /** The board that a spectator folded from socket messages; null when its socket did not connect. */
  folded: Verification | null
}

/** True if every flag was judged and all boards agree. */
export const isGood = ({ played, board, folded }: Outcome): boolean =>
  played.every(({ verdict }) => verdict !== null) &&
  board.differences.length === 0 &&
  (folded === null || folded.differences.length === 0)

export function reportOf(outcome: Outcome): string[] {
  const { title, teams, seconds, played, spectator, board, folded } = outcome
  const stored = played.filter(({ id }) => id !== null)
  const rate = seconds > 0 ? stored.length / seconds : 0
  const took = percentiles(stored.filter(({ verdict }) => verdict !== null).map((one) => one.took))
  const onward = percentiles(delays(stored, spectator))
  const row = (label: string, text: string) => `${label.padEnd(19)}${text}`
  return [
    `Replay of ${title}: ${count(teams)} teams, ${seconds.toFixed(1)} s`,
    row('Submissions', `${count(stored.length)} (${rate.toFixed(1)} a second)`),
    row('Verdicts', verdictCounts(played)),
    row('Submit → verdict', timings(took)),
    row(
      'Verdict → delta',
      `${timings(onward)}; ${count(spectator.deltas)} deltas, ${count(spectator.resyncs)} resyncs`
    ),
    ...verificationLines(row, 'Live board', board),
    ...(folded
      ? verificationLines(row, 'Spectator’s board', folded)
      : [row('Spectator’s board', 'the socket did not connect')])
  ]
}

/** Milliseconds from each verdict to the delta at the spectator; 0 where the delta came first. */
function delays(played: Played[], { solvedAt }: Spectator): number[] {
  return played.flatMap(({ id, pushedAt }) => {
    const at = id === null ? undefined : solvedAt.get(id)
    return at === undefined || pushedAt === null ? [] : [Math.max(at - pushedAt, 0)]
  })
}

function verdictCounts(played: Played[]): string {
  const counts = new Map<string, number>()
  for (const { id, verdict } of played) {
    const kind = id === null ? 'refused' : (verdict ?? 'none within two minutes')
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  return [...counts].map(([kind, number]) => `${kind} ${count(number)}`).join(', ') || 'none'
}

const timings = (values: Percentiles | null): string =>
  values
    ? `p50 ${values.p50.toFixed(1)} ms, p95 ${values.p95.toFixed(1)} ms, p99 ${values.p99.toFixed(1)} ms`
    : 'not measured'

const verificationLines = (
  row: (label: string, text: string) => string,
  label: string,
  { against, differences }: Verification
): string[] =>
  differences.length === 0
    ? [row(label, `equals ${against}`)]
    : [row(label, `DIFFERS from ${against}`), ...differences.map((line) => row('', line))]
