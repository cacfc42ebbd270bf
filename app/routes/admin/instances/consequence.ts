import type { InstanceRow } from '~/server/instances/contract'

export interface Consequence {
  instances: number
  teams: number
  /** Ready ones: players may be using them. */
  ready: number
  waiting: number
  tests: number
}

type Row = Pick<InstanceRow, 'kind' | 'state' | 'team' | 'ending'>

/** Of live instances only. */
export function consequenceOf(rows: readonly Row[]): Consequence {
  const stopped = rows.filter(({ state, ending }) => !ending && state !== 'ended' && state !== 'failed')
  const count = (fits: (row: Row) => boolean) => stopped.filter(fits).length
  return {
    instances: stopped.length,
    teams: new Set(stopped.flatMap(({ team }) => team?.id ?? [])).size,
    ready: count(({ state }) => state === 'ready' || state === 'unhealthy'),
    waiting: count(({ state }) => state === 'queued'),
    tests: count(({ kind }) => kind !== 'team')
  }
}
