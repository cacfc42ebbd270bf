import { createHash } from 'node:crypto'
import { createCircuitBreaker } from '~/server/platform/circuit-breaker'
import type { Log } from '~/server/platform/log'
import type { Redis } from '~/server/platform/redis'
import { addressBucket } from './address'
import { type Limiter, tooMany } from './limiter'
import { runScript } from './script'

/** `free` attempts without delay, then `first` seconds, doubling up to `most`; forgotten after `memory` seconds. */
interface Pace {
  free: number
  first: number
  most: number
  memory: number
}

/** How attempts on one account, and attempts from one address, are slowed down (docs/rules/accounts.md#back-off). */
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

/**
 * Slows down attempts at passwords and at what sends mails. `take` counts an attempt before it is made, so that attempts
 * at once count as well.
 * @throws AppError `rate.limited`; such an attempt is not counted
 */
export interface Attempts extends Limiter<[Attempt]> {
  /**
   * The attempt was right: the account starts anew and the address gets this attempt back. From this address the
   * account is no longer slowed down by what others do.
   */
  succeeded(attempt: Attempt): Promise<void>
}

/**
 * KEYS: whether the account is known at the address, counters of the account, of the account at an address where it is
 * known, of the address. Leaves the counter of the account that counts here in `account`.
 */
const COUNTERS = `
local account = redis.call('EXISTS', KEYS[1]) == 1 and KEYS[3] or KEYS[2]
local address = KEYS[4]`

/** KEYS as COUNTERS has them. ARGV: free, first, most (ms), memory (ms) of the account and the address. 0, or the ms to wait. */
const TAKE = `${COUNTERS}
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local wait = 0
for _, key in ipairs({ account, address }) do
  local till = tonumber(redis.call('HGET', key, 'till') or '0')
  if till - now > wait then wait = till - now end
end
if wait > 0 then return wait end
for i, key in ipairs({ account, address }) do
  local at = (i - 1) * 4
  local over = redis.call('HINCRBY', key, 'n', 1) - tonumber(ARGV[at + 1])
  if over > 0 then
    local delay = math.min(tonumber(ARGV[at + 2]) * 2 ^ math.min(over - 1, 30), tonumber(ARGV[at + 3]))
    redis.call('HSET', key, 'till', string.format('%.0f', now + delay))
  end
  redis.call('PEXPIRE', key, ARGV[at + 4])
end
return 0`

/**
 * KEYS as COUNTERS has them. ARGV: seconds for which the account is known here from now on, 0 for not at all. Forgets the
 * counter of the account, takes one off that of the address.
 */
const SUCCEEDED = `${COUNTERS}
redis.call('DEL', account)
if redis.call('EXISTS', address) == 1 then
  redis.call('HINCRBY', address, 'n', -1)
  redis.call('HDEL', address, 'till')
end
if ARGV[1] ~= '0' then redis.call('SET', KEYS[1], '', 'EX', ARGV[1]) end
return 0`

const KNOWN_SECONDS = 30 * 86_400

/** Only who logged in at an address before is told apart there. */
function keysOf({ action, account, ip }: Attempt): string[] {
  const who = createHash('sha256').update(account).digest('base64url')
  const place = addressBucket(ip)
  const counter = `halyard:backoff:${action}`
  const here = action === 'login' ? `${counter}:${who}@${place}` : `${counter}:${who}`
  return [`halyard:backoff:known:${who}:${place}`, `${counter}:${who}`, here, `${counter}:address:${place}`]
}

/** Counters in Redis, shared by all processes; without Redis nothing is slowed down. */
export function createAttempts(redis: Redis, log: Log, enabled: boolean): Attempts {
  const breaker = createCircuitBreaker(log, 'backoff_not_counted')
  const run = (script: string, attempt: Attempt, settings: readonly number[]) =>
    breaker<unknown>(
      () => runScript(redis, script, { keys: keysOf(attempt), arguments: settings.map(String) }),
      0
    )
  return {
    async take(attempt) {
      if (!enabled) return
      const { account, address } = PACES[attempt.action]
      const paces = [account, address].flatMap(({ free, first, most, memory }) => [
        free,
        first * 1000,
        most * 1000,
        memory * 1000
      ])
      const wait = Number(await run(TAKE, attempt, paces))
      if (wait > 0) throw tooMany(wait)
    },
    async succeeded(attempt) {
      if (enabled) await run(SUCCEEDED, attempt, [attempt.action === 'login' ? KNOWN_SECONDS : 0])
    }
  }
}
