import { createHash } from 'node:crypto'
import { AppError } from '~/server/platform/errors'
import { addressBucket } from '~/server/platform/limits'
import type { Log } from '~/server/platform/log'
import type { Redis } from '~/server/platform/redis'
import { within } from '~/server/platform/within'

/** `free` attempts without delay, then `first` seconds, doubling up to `most`; forgotten after `memory` seconds. */
interface Pace {
  free: number
  first: number
  most: number
  memory: number
}

/** How attempts on one account, and attempts from one address, are slowed down (decisions.md, W3). */
const PACES = {
  login: {
    account: { free: 5, first: 1, most: 30, memory: 900 },
    address: { free: 20, first: 1, most: 60, memory: 900 }
  },
  password: {
    account: { free: 5, first: 1, most: 60, memory: 900 },
    address: { free: 20, first: 1, most: 60, memory: 900 }
  },
  register: {
    account: { free: 4, first: 10, most: 300, memory: 3600 },
    address: { free: 20, first: 1, most: 60, memory: 900 }
  },
  recovery: {
    account: { free: 2, first: 30, most: 300, memory: 3600 },
    address: { free: 10, first: 1, most: 60, memory: 900 }
  }
} as const satisfies Record<string, { account: Pace; address: Pace }>

export interface Attempt {
  action: keyof typeof PACES
  /** An account's id or, for one that may not exist, its name or address. */
  account: string
  ip: string
}

export interface Backoff {
  /**
   * Counts an attempt before it is made, so that attempts at once count as well.
   * @throws AppError `rate.limited` 429 with `Retry-After`; such an attempt is not counted
   */
  begin(attempt: Attempt): Promise<void>
  /**
   * The attempt was right: the account starts anew and the address gets this attempt back. From this address the
   * account is no longer slowed down by what others do.
   */
  succeeded(attempt: Attempt): Promise<void>
}

/**
 * KEYS: counters of the account and of the address. ARGV: free, first, most (ms), memory (ms) of each.
 * 0, or the ms to wait.
 */
const BEGIN = `
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local wait = 0
for _, key in ipairs(KEYS) do
  local till = tonumber(redis.call('HGET', key, 'till') or '0')
  if till - now > wait then wait = till - now end
end
if wait > 0 then return wait end
for i, key in ipairs(KEYS) do
  local at = (i - 1) * 4
  local over = redis.call('HINCRBY', key, 'n', 1) - tonumber(ARGV[at + 1])
  if over > 0 then
    local delay = math.min(tonumber(ARGV[at + 2]) * 2 ^ math.min(over - 1, 30), tonumber(ARGV[at + 3]))
    redis.call('HSET', key, 'till', string.format('%.0f', now + delay))
  end
  redis.call('PEXPIRE', key, ARGV[at + 4])
end
return 0`

/** KEYS: counters of the account and of the address. Forgets the first, takes one off the second. */
const SUCCEEDED = `
redis.call('DEL', KEYS[1])
if redis.call('EXISTS', KEYS[2]) == 1 then
  redis.call('HINCRBY', KEYS[2], 'n', -1)
  redis.call('HDEL', KEYS[2], 'till')
end
return 0`

const TIMEOUT_MS = 250
const KNOWN_SECONDS = 30 * 86_400

/** Counters in Redis, shared by all processes; without Redis nothing is slowed down. */
export function createBackoff(redis: Redis, log: Log, enabled: boolean): Backoff {
  const tried = async <T>(work: Promise<T>): Promise<T | null> => {
    try {
      return await within(TIMEOUT_MS, work)
    } catch (error) {
      log.warn({ err: (error as Error).message }, 'backoff_not_counted')
      return null
    }
  }

  const keysOf = async ({ action, account, ip }: Attempt) => {
    const who = createHash('sha256').update(account).digest('base64url')
    const place = addressBucket(ip)
    const known = `halyard:backoff:known:${who}:${place}`
    const familiar = action === 'login' && (await redis.exists(known)) === 1
    const counter = `halyard:backoff:${action}`
    return {
      known,
      counters: [`${counter}:${familiar ? `${who}@${place}` : who}`, `${counter}:address:${place}`]
    }
  }

  return {
    async begin(attempt) {
      if (!enabled) return
      const { account, address } = PACES[attempt.action]
      const paces = [account, address].flatMap(({ free, first, most, memory }) =>
        [free, first * 1000, most * 1000, memory * 1000].map(String)
      )
      const count = async () =>
        Number(await redis.eval(BEGIN, { keys: (await keysOf(attempt)).counters, arguments: paces }))
      const wait = (await tried(count())) ?? 0
      if (wait > 0) throw new AppError('rate.limited', 429, { retryAfter: Math.ceil(wait / 1000) })
    },
    async succeeded(attempt) {
      if (!enabled) return
      const forgive = async () => {
        const { counters, known } = await keysOf(attempt)
        await redis.eval(SUCCEEDED, { keys: counters })
        if (attempt.action === 'login') await redis.set(known, '', { EX: KNOWN_SECONDS })
      }
      await tried(forgive())
    }
  }
}
