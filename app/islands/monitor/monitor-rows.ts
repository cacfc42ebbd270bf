import type { GameEventView, SharingSign, SubmissionView } from '~/server/monitoring/contract'
import type { Query } from './query'

export const MAX_ROWS = 500

const KINDS: Record<string, readonly string[]> = {
  instances: ['ContainerStart', 'ContainerDestroy'],
  flags: ['FlagSubmit'],
  cheating: ['CheatDetected'],
  hints: ['Normal']
}

const SIGNS: Record<SharingSign, true> = { account: true, networks: true }

/** True if the values are those of a hint (`gameEventView`). */
export const isHint = (values: readonly string[]): boolean => Object.hasOwn(SIGNS, values[1] ?? '')

const contains = (search: string, ...texts: string[]) => {
  const wanted = search.trim().toLowerCase()
  return wanted === '' || texts.some((text) => text.toLowerCase().includes(wanted))
}

/** True if a new submission passes the filter, by the server's rules. */
export const fitsSubmission = ({ type, challenge, team, search }: Query, row: SubmissionView): boolean =>
  (type === null || row.status === type) &&
  (challenge === null || row.challengeId === challenge) &&
  (team === null || row.teamId === team) &&
  contains(search, row.answer, row.team, row.user)

/** As the server filters, for events that come by the socket. */
export const fitsEvent = ({ kind, team, search }: Query, row: GameEventView): boolean =>
  (kind === null || (KINDS[kind] ?? []).includes(row.type)) &&
  (team === null || row.teamId === team) &&
  // Verdict and challenge number are not searched.
  contains(search, row.team, row.user, ...(row.type === 'FlagSubmit' ? row.values.slice(1, 3) : row.values))

/** Adds new rows, newest first; known rows are replaced. */
export function merged<Row>(known: readonly Row[], fresh: readonly Row[], key: (row: Row) => string): Row[] {
  const news = new Map(fresh.map((row) => [key(row), row]))
  const kept = known.map((row) => {
    const now = news.get(key(row))
    news.delete(key(row))
    return now ?? row
  })
  return [...[...news.values()].reverse(), ...kept].slice(0, MAX_ROWS)
}
