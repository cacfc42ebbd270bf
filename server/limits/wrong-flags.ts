import { createCircuitBreaker } from '~/server/platform/concurrency/circuit-breaker'
import type { Log } from '~/server/platform/log'
import type { Redis } from '~/server/platform/redis'
import type { AnswerResult } from '~/server/submissions/contract'
import { type Limiter, tooMany } from './limiter'
import { runScript } from './script'

export interface Answered {
  participationId: number
  challengeId: number
  status: AnswerResult
}

/**
 * Delays teams that guess, longer each time (docs/rules/limits.md#wrong-flags-in-a-row). `take` admits a flag until its
 * verdict. Concurrent flags are limited to the free wrong ones, so that they gain nothing.
 * @throws AppError `submission.slow_down` while the team must wait
 */
export interface WrongFlags extends Limiter<[participationId: number, challengeId: number]> {
  /** The flag was not stored, so it gets no verdict. */
  release(participationId: number, challengeId: number): Promise<void>
  /** Counts verdicts in order: a right one ends the row. */
  tally(answers: readonly Answered[]): Promise<void>
}

/** Free wrong answers in a row. */
const FREE = 4
/** Milliseconds of the first wait; doubles up to the longest. */
const FIRST_MS = 5000
const MAX_MS = 120_000
/** Seconds before a row of wrong answers is forgotten. */
const MEMORY_S = 3600
/** Milliseconds before a flag without verdict no longer counts as running. */
const UNDER_WAY_MS = 30_000
/** Wait in milliseconds when too many are running. */
const AGAIN_MS = 1000

const keysOf = (place: string) => [
  `halyard:wrong:${place}`,
  `halyard:slow:${place}`,
  `halyard:tried:${place}`
]

/** KEYS: row, wait and running flags. ARGV: free, time of a running flag, wait for others. Returns the wait. */
const PASS = `
local left = redis.call('PTTL', KEYS[2])
if left > 0 then return left end
local row, tries = tonumber(redis.call('GET', KEYS[1]) or 0), tonumber(redis.call('GET', KEYS[3]) or 0)
if tries >= math.max(tonumber(ARGV[1]) + 1 - row, 1) then return tonumber(ARGV[3]) end
redis.call('SET', KEYS[3], tries + 1, 'PX', ARGV[2])
return 0`

/**
 * KEYS: row, wait and running flags of each place. ARGV: free, first, longest, memory; for each place: answers, whether
 * a right one, wrong ones since.
 */
const COUNT = `
local free, first, longest = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
for place = 1, #KEYS / 3 do
  local row, wait, tries = KEYS[place * 3 - 2], KEYS[place * 3 - 1], KEYS[place * 3]
  local came, right, wrong = ARGV[place * 3 + 2], ARGV[place * 3 + 3], tonumber(ARGV[place * 3 + 4])
  if redis.call('EXISTS', tries) == 1 and redis.call('DECRBY', tries, came) <= 0 then redis.call('DEL', tries) end
  if right == '1' then redis.call('DEL', row, wait) end
  if wrong > 0 then
    local n = redis.call('INCRBY', row, wrong)
    redis.call('EXPIRE', row, ARGV[4])
    if n > free then
      redis.call('SET', wait, n, 'PX', math.min(first * 2 ^ math.min(n - free - 1, 20), longest))
    end
  end
end`

/** Counts in Redis for all processes; without Redis nobody has to wait. */
export function createWrongFlags(redis: Redis, log: Log, { enabled }: { enabled: boolean }): WrongFlags {
  const breaker = createCircuitBreaker(log, 'wrong_flags_not_counted')
  const count = async (places: string[], counts: number[]) => {
    const settings = [FREE, FIRST_MS, MAX_MS, MEMORY_S, ...counts].map(String)
    await breaker(() => runScript(redis, COUNT, { keys: places.flatMap(keysOf), arguments: settings }), null)
  }
  return {
    async take(participationId, challengeId) {
      if (!enabled) return
      const keys = keysOf(`${participationId}:${challengeId}`)
      const settings = [FREE, UNDER_WAY_MS, AGAIN_MS].map(String)
      const left = await breaker(() => runScript(redis, PASS, { keys, arguments: settings }), 0)
      if (left !== 0) throw tooMany(Number(left), 'submission.slow_down')
    },

    async release(participationId, challengeId) {
      if (enabled) await count([`${participationId}:${challengeId}`], [1, 0, 0])
    },

    async tally(answers) {
      if (!enabled || answers.length === 0) return
      const rows = new Map<string, { came: number; right: boolean; wrong: number }>()
      for (const { participationId, challengeId, status } of answers) {
        const place = `${participationId}:${challengeId}`
        const { came, right, wrong } = rows.get(place) ?? { came: 0, right: false, wrong: 0 }
        const now = status === 'Accepted' ? { right: true, wrong: 0 } : { right, wrong: wrong + 1 }
        rows.set(place, { ...now, came: came + 1 })
      }
      const counts = [...rows.values()].flatMap(({ came, right, wrong }) => [came, right ? 1 : 0, wrong])
      await count([...rows.keys()], counts)
    }
  }
}
