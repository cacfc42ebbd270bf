import { z } from 'zod'
import { requireActor } from '~/server/access'
import type { Ctx } from '~/server/access/contract'
import type { Database } from '~/server/db'
import { AppError } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import type { Answer, Message, Registration, Terms } from './api'
import { MAX_POINTS, MAX_VALUES, type PluginKind } from './constants'
import type { PluginView } from './contract'
import { createFaults } from './faults'
import type { Loaded } from './loading'
import { listPlugins } from './queries'
import { type Call, PluginFault } from './workers'

/** Calls modules of the operator, which decide or are told (docs/rules/plugins.md). */
export interface Plugins {
  /** Names of a kind, sorted. */
  names(kind: PluginKind): string[]
  /** True if a checker accepts an answer. @throws PluginFault, also when it is not loaded here */
  check(name: string, answer: Answer): Promise<boolean>
  /**
   * Values for 0, 1, 2… counted solves; the last one serves for more.
   * @throws AppError `plugin.unknown`, `plugin.values` 400 (field `scoring`)
   */
  values(name: string, terms: Terms): Promise<number[]>
  /** Asks all registration checks. @throws AppError `registration.refused` 400, `registration.unchecked` 503 */
  register(registration: Registration): Promise<void>
  /** @throws PluginFault, also when it is not loaded here */
  notify(name: string, message: Message): Promise<void>
  /** Lists plug-ins that are loaded here or that something names. Administrators only. */
  list(ctx: Ctx): Promise<PluginView[]>
}

interface Needs {
  db: Database
  log: Log
  loaded: readonly Loaded[]
  /** Named in faults. */
  process: string
}

/** Milliseconds that a call may take (docs/rules/plugins.md#limits). */
const TIMEOUTS = { checker: 5000, scoring: 1000, registration: 3000, notification: 10_000 } as const

const sentence = z.string().trim().min(1).max(300)
const values = z.array(z.int().min(0).max(MAX_POINTS)).length(MAX_VALUES + 1)

/** Removes repetitions of the last value. */
function trimmed(all: readonly number[]): number[] {
  const last = all.at(-1)
  let length = all.length
  while (length > 1 && all[length - 2] === last) length--
  return all.slice(0, length)
}

const withField = (code: string, params: Record<string, string>) =>
  new AppError(code, 400, { params, extra: { field: 'scoring' } })

export function createPlugins({ db, log, loaded, process }: Needs): Plugins {
  const faults = createFaults({ db, log, process })
  const ofKind = (kind: PluginKind) => loaded.filter((one) => one.kind === kind)

  /** Checks what it returns as well: a wrong answer is a fault of the plug-in. */
  const call = async <T>(kind: PluginKind, name: string, what: Call, shape: z.ZodType<T>): Promise<T> => {
    try {
      const plugin = ofKind(kind).find((one) => one.name === name)
      if (!plugin) throw new PluginFault('It is not loaded.')
      const answer = shape.safeParse(await plugin.workers.call(what, TIMEOUTS[kind]))
      if (!answer.success) throw new PluginFault(`${what.method} returned something else than it should.`)
      return answer.data
    } catch (error) {
      faults.note(name, (error as Error).message)
      throw error
    }
  }

  return {
    names: (kind) =>
      ofKind(kind)
        .map(({ name }) => name)
        .sort(),

    check: (name, answer) => call('checker', name, { method: 'check', args: [answer] }, z.boolean()),

    async values(name, terms) {
      if (!ofKind('scoring').some((one) => one.name === name)) throw withField('plugin.unknown', { name })
      const what = { method: 'value', args: [terms], upTo: MAX_VALUES }
      const twice = async () => [
        await call('scoring', name, what, values),
        await call('scoring', name, what, values)
      ]
      const [first, second] = await twice().catch((error: Error) => {
        throw withField('plugin.values', { name, reason: error.message })
      })
      if (first!.some((value, count) => value !== second![count])) {
        const reason = 'It gives different values for the same solves.'
        faults.note(name, reason)
        throw withField('plugin.values', { name, reason })
      }
      return trimmed(first!)
    },

    async register(registration) {
      for (const { name } of ofKind('registration')) {
        const what = { method: 'check', args: [registration] }
        const reason = await call('registration', name, what, sentence.nullable()).catch(() => {
          throw new AppError('registration.unchecked', 503, { retryAfter: 5 })
        })
        if (reason !== null) throw new AppError('registration.refused', 400, { params: { reason } })
      }
    },

    notify: (name, message) =>
      call('notification', name, { method: 'notify', args: [message] }, z.unknown()).then(() => {}),

    list(ctx) {
      requireActor(ctx, 'Admin')
      return listPlugins(db.pool, loaded)
    }
  }
}
