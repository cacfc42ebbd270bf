import { AppError } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import { createPatience } from '~/server/platform/patience'
import type { Redis } from '~/server/platform/redis'
import type { AnswerResult } from './contract'

/** A verdict, as far as it matters here. */
export interface Answered {
  participationId: number
  challengeId: number
  status: AnswerResult
}

/** Makes teams that guess wait, longer each time, but never for good (decisions.md, Rate limits). */
export interface Throttle {
  /** @throws AppError `submission.slow_down` 429 while the team has to wait with this challenge */
  pass(participationId: number, challengeId: number): Promise<void>
  /** Counts verdicts, given in their order: a right answer ends the row. */
  tally(answers: readonly Answered[]): Promise<void>
}

/** Wrong answers in a row that nobody has to wait after. */
const FREE = 4
/** Wait after the first beyond; doubles with each, up to the longest. Milliseconds. */
const FIRST_MS = 5000
const LONGEST_MS = 120_000
/** Seconds after which a row is forgotten. */
const MEMORY_S = 3600

const keysOf = (place: string) => ({ row: `halyard:wrong:${place}`, wait: `halyard:slow:${place}` })

/**
 * KEYS: row and wait of each place. ARGV: free, first, longest, memory; then for each place whether a right answer
 * came, and how many wrong ones since.
 */
const COUNT = `
local free, first, longest = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
for place = 1, #KEYS / 2 do
  local row, wait = KEYS[place * 2 - 1], KEYS[place * 2]
  local right, wrong = ARGV[place * 2 + 3], tonumber(ARGV[place * 2 + 4])
  if right == '1' then redis.call('DEL', row, wait) end
  if wrong > 0 then
    local n = redis.call('INCRBY', row, wrong)
    redis.call('EXPIRE', row, ARGV[4])
    if n > free then
      redis.call('SET', wait, n, 'PX', math.min(first * 2 ^ math.min(n - free - 1, 20), longest))
    end
  end
end`

/** State in Redis, shared by all processes. Without it nobody waits. */
export function createThrottle(redis: Redis, log: Log, enabled: boolean): Throttle {
  const patience = createPatience(log, 'wrong_flags_not_counted')
  return {
    async pass(participationId, challengeId) {
      if (!enabled) return
      const { wait } = keysOf(`${participationId}:${challengeId}`)
      const left = await patience(() => redis.pTTL(wait), 0)
      if (left <= 0) return
      const seconds = Math.ceil(left / 1000)
      throw new AppError('submission.slow_down', 429, { retryAfter: seconds, params: { seconds } })
    },

    async tally(answers) {
      if (!enabled || answers.length === 0) return
      const rows = new Map<string, { right: boolean; wrong: number }>()
      for (const { participationId, challengeId, status } of answers) {
        const place = `${participationId}:${challengeId}`
        const { right, wrong } = rows.get(place) ?? { right: false, wrong: 0 }
        rows.set(place, status === 'Accepted' ? { right: true, wrong: 0 } : { right, wrong: wrong + 1 })
      }
      const keys = [...rows.keys()].map(keysOf).flatMap(({ row, wait }) => [row, wait])
      const counts = [...rows.values()].flatMap(({ right, wrong }) => [right ? '1' : '0', String(wrong)])
      const settings = [FREE, FIRST_MS, LONGEST_MS, MEMORY_S].map(String)
      await patience(() => redis.eval(COUNT, { keys, arguments: [...settings, ...counts] }), null)
    }
  }
}
