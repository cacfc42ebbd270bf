import { monitorEventLoopDelay } from 'node:perf_hooks'
import { requestsShed } from '~/server/metrics'
import { AppError } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'

/** Milliseconds between two samples, and resolution of the event loop's histogram. */
const SAMPLE_MS = 250
const RESOLUTION_MS = 10

/** Milliseconds. From one of these on the process is late; below half of all, well. */
export const LATE = {
  loop: 200,
  /** Longest wait for a connection to Postgres. */
  pool: 500,
  /** Longest wait of a page for its rendering. */
  render: 2000
}

/** Change of the refused share after each late or well sample. */
const MORE = 0.2
const LESS = 0.05
/** Start of the share: only the third late sample refuses a page, so that one long stall refuses none. */
export const REST = -2 * MORE
/** The share from which lists of the API are refused too. */
const LISTS_FROM = 0.5

type Shed = 'page' | 'list'

/** Refuses pages, then lists, never flags, verdicts, sockets and probes (docs/rules/limits.md#overload). */
export interface Overload {
  /** True while requests are refused; older copies should then be sent. */
  pressed(): boolean
  /** Draws anew for each request: true if this one is to be refused. */
  sheds(what: Shed): boolean
  close(): void
}

export interface Waits {
  pool(): number
  render(): number
}

/** 1 and more: late; below a half: well. */
export const latenessOf = (waits: Record<keyof typeof LATE, number>): number =>
  Math.max(waits.loop / LATE.loop, waits.pool / LATE.pool, waits.render / LATE.render)

/** The share of pages to refuse after a sample; 0 and less: none. */
export function nextShare(share: number, lateness: number): number {
  if (lateness >= 1) return Math.min(1, share + MORE)
  return lateness < 0.5 ? Math.max(REST, share - LESS) : share
}

/** `draw`: a random number from 0 to 1. */
export const isShed = (what: Shed, share: number, draw: number): boolean =>
  draw < (what === 'page' ? share : (share - LISTS_FROM) / (1 - LISTS_FROM))

export const NO_OVERLOAD: Overload = { pressed: () => false, sheds: () => false, close() {} }

export function createOverload(waits: Waits, log: Log): Overload {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  histogram.enable()
  let share = REST
  /** Counted with each sample: the metric costs more than to draw. */
  const shed: Record<Shed, number> = { page: 0, list: 0 }
  const count = (kind: Shed) => {
    requestsShed.inc({ kind }, shed[kind])
    shed[kind] = 0
  }
  const sample = () => {
    count('page')
    count('list')
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
    sheds(what) {
      if (share <= 0 || !isShed(what, share, Math.random())) return false
      shed[what]++
      return true
    },
    close() {
      clearInterval(timer)
      histogram.disable()
    }
  }
}

/** Varies Retry-After, so that clients do not return all at once. */
export const overloaded = (): AppError =>
  new AppError('server.busy', 503, { retryAfter: 5 + Math.floor(Math.random() * 6) })
