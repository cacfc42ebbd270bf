import type { GameEventView, SharingSign, SubmissionView } from '~/server/monitoring/contract'
import type { Query } from './query'

/** A list in the browser holds no more than this. */
export const MOST = 500

const KINDS: Record<string, readonly string[]> = {
  instances: ['ContainerStart', 'ContainerDestroy'],
  flags: ['FlagSubmit'],
  cheating: ['CheatDetected'],
  hints: ['Normal']
}

const SIGNS: Record<SharingSign, true> = { account: true, networks: true }

/** Whether the values of a notice are those of a hint (`gameEventView`). */
export const isHint = (values: readonly string[]): boolean => Object.hasOwn(SIGNS, values[1] ?? '')

const holds = (search: string, ...texts: string[]) => {
  const wanted = search.trim().toLowerCase()
  return wanted === '' || texts.some((text) => text.toLowerCase().includes(wanted))
}

/** Whether a new submission belongs into the list, by the rules of the server's filter. */
export const fitsSubmission = ({ type, challenge, team, search }: Query, row: SubmissionView): boolean =>
  (type === null || row.status === type) &&
  (challenge === null || row.challengeId === challenge) &&
  (team === null || row.teamId === team) &&
  holds(search, row.answer, row.team, row.user)

export const fitsEvent = ({ kind, team, search }: Query, row: GameEventView): boolean =>
  (kind === null || (KINDS[kind] ?? []).includes(row.type)) &&
  (team === null || row.teamId === team) &&
  // The verdict and the number of a challenge are no words.
  holds(search, row.team, row.user, ...(row.type === 'FlagSubmit' ? row.values.slice(1, 3) : row.values))

/** Puts new rows on top, newest first; a row that is known is taken as it is now. */
export function merged<Row>(known: readonly Row[], fresh: readonly Row[], key: (row: Row) => string): Row[] {
  const news = new Map(fresh.map((row) => [key(row), row]))
  const kept = known.map((row) => {
    const now = news.get(key(row))
    news.delete(key(row))
    return now ?? row
  })
  return [...[...news.values()].reverse(), ...kept].slice(0, MOST)
}
