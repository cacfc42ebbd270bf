import { monitorEventLoopDelay } from 'node:perf_hooks'
import { AppError } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'

/** Milliseconds between two looks, and those of the histogram of the event loop. */
const SAMPLE_MS = 250
const RESOLUTION_MS = 10

/** From these waits on a sample finds the process late, in milliseconds; below half of all of them, well. */
export const LATE = {
  /** Mean delay of the event loop. */
  loop: 200,
  /** Of whoever waits longest for a connection to Postgres. */
  pool: 500,
  /** Of the page that waits longest for its turn. */
  render: 2000
}

/** What a sample adds to the share of pages that are refused when it finds the process late, and takes off when well. */
const MORE = 0.2
const LESS = 0.05
/** Where the share rests: it takes three late looks to refuse the first page, so that one long stall refuses none. */
export const REST = -2 * MORE
/** Lists of the API are refused beyond this share of pages. */
const LISTS_FROM = 0.5

export type Shed = 'page' | 'list'

/**
 * Refuses pages, then lists, while the process is late with what it has begun; never flags, verdicts, sockets and probes
 * (docs/rules/limits.md#overload). The share that is refused grows while the process is late, shrinks while it is well, and
 * stays as it is in between.
 */
export interface Overload {
  /** Whether any are refused: then what was made before should be sent again. */
  pressed(): boolean
  /** Whether this one is refused. */
  sheds(what: Shed): boolean
  close(): void
}

/** Milliseconds. */
export interface Waits {
  pool(): number
  render(): number
}

/** How late a process is: 1 and more is late, less than a half well. */
export const latenessOf = (waits: Record<keyof typeof LATE, number>): number =>
  Math.max(waits.loop / LATE.loop, waits.pool / LATE.pool, waits.render / LATE.render)

/** The share of pages to refuse after a sample, from `REST`; up to 0 none are. */
export function nextShare(share: number, lateness: number): number {
  if (lateness >= 1) return Math.min(1, share + MORE)
  return lateness < 0.5 ? Math.max(REST, share - LESS) : share
}

/** Whether one of its kind is refused at this share; `draw` is a random number from 0 to 1. */
export const isShed = (what: Shed, share: number, draw: number): boolean =>
  draw < (what === 'page' ? share : (share - LISTS_FROM) / (1 - LISTS_FROM))

/** Nothing is ever refused. */
export const NO_OVERLOAD: Overload = { pressed: () => false, sheds: () => false, close() {} }

export function createOverload(waits: Waits, log: Log): Overload {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  histogram.enable()
  let share = REST
  const sample = () => {
    const loop = histogram.count > 0 ? Math.max(0, histogram.mean / 1e6 - RESOLUTION_MS) : 0
    histogram.reset()
    const found = {
      loop: Math.round(loop),
      pool: Math.round(waits.pool()),
      render: Math.round(waits.render())
    }
    const before = share
    share = nextShare(share, latenessOf(found))
    if (before <= 0 && share > 0) log.warn(found, 'overload_began')
    else if (before > 0 && share <= 0) log.warn('overload_ended')
  }
  const timer = setInterval(sample, SAMPLE_MS).unref()
  return {
    pressed: () => share > 0,
    sheds: (what) => share > 0 && isShed(what, share, Math.random()),
    close() {
      clearInterval(timer)
      histogram.disable()
    }
  }
}

/** What a refused caller is told; not everybody the same time, so that not all come back at once. */
export const overloaded = (): AppError =>
  new AppError('server.busy', 503, { retryAfter: 5 + Math.floor(Math.random() * 6) })
