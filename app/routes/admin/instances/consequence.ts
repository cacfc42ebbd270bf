import type { InstanceRow } from '~/server/instances/contract'

/** What stopping some instances takes away, in numbers. */
export interface Consequence {
  instances: number
  /** Teams that lose one. */
  teams: number
  /** Those that are ready: somebody may be at work there. */
  ready: number
  /** Those that have not started yet. */
  waiting: number
  /** Tests of organisers. */
  tests: number
}

type Row = Pick<InstanceRow, 'kind' | 'state' | 'team' | 'ending'>

/** Of what still lives; what ends already is not stopped again. */
export function consequenceOf(rows: readonly Row[]): Consequence {
  const stopped = rows.filter(({ state, ending }) => !ending && state !== 'ended' && state !== 'failed')
  const count = (fits: (row: Row) => boolean) => stopped.filter(fits).length
  return {
    instances: stopped.length,
    teams: new Set(stopped.flatMap(({ team }) => team?.id ?? [])).size,
    ready: count(({ state }) => state === 'ready' || state === 'unhealthy'),
    waiting: count(({ state }) => state === 'queued'),
    tests: count(({ kind }) => kind === 'test')
  }
}
