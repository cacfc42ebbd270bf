import { createHash } from 'node:crypto'
import { z } from 'zod'
import { createCircuitBreaker } from '~/server/platform/concurrency/circuit-breaker'
import type { Log } from '~/server/platform/log'
import type { Redis } from '~/server/platform/redis'
import { addressBucket } from './address'
import { tooMany } from './limiter'
import { runScript } from './script'

/** `free` attempts, then `first` seconds, doubling up to `most`; forgotten after `memory` seconds. */
interface Pace {
  free: number
  first: number
  most: number
  memory: number
}

/** Back-off by account and address (docs/rules/accounts.md#back-off). */
const PACES = {
  login: {
    account: { free: 5, first: 1, most: 30, memory: 900 },
    address: { free: 20, first: 1, most: 60, memory: 900 }
  },
  password: {
    account: { free: 5, first: 1, most: 60, memory: 900 },
    address: { free: 20, first: 1, most: 60, memory: 900 }
  },
  // A code has six digits.
  factor: {
    account: { free: 5, first: 2, most: 300, memory: 3600 },
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

/**
 * Limits attempts on one account by unknown clients: 5 in 10 s from new addresses, 5 from returning ones, so guessers from
 * many addresses do not lock the owner out.
 */
const UNRECOGNISED = { most: 5, seconds: 10 }

/** Attempts of unrecognised clients that notify the owner, once a day. */
const NOTIFY_AFTER = 30

export interface Attempt {
  action: keyof typeof PACES
  /** Id or, for an account that may not exist, its name or address. */
  account: string
  ip: string
  device?: string | null
}

/** `take` counts before the attempt, so that concurrent ones count; `notify`: tell the owner about unknown clients. */
export interface Attempts {
  /** @throws AppError `rate.limited`, without counting */
  take(attempt: Attempt): Promise<{ notify: boolean }>
  /** Resets the account and returns this attempt to the address, which is then known for the account. */
  succeeded(attempt: Attempt): Promise<void>
}

/**
 * KEYS: counter of the account (logins: at this address or device), counter of the address, whether the account is
 * known at the address, unrecognised first-time clients, returning ones, their tries, whether the owner was notified.
 * ARGV: free, first, most (ms), memory (ms) of account and address; most unrecognised clients and their ms (0 for a
 * recognised one); tries before a notification. Returns the ms to wait, and 1 to notify.
 */
const TAKE = `
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local wait = 0
for i = 1, 2 do
  local till = tonumber(redis.call('HGET', KEYS[i], 'till') or '0')
  if till - now > wait then wait = till - now end
end
if wait > 0 then return { wait, 0 } end
local notify = 0
local unrecognised = tonumber(ARGV[9])
if unrecognised > 0 and redis.call('EXISTS', KEYS[3]) == 0 then
  local key = KEYS[4 + redis.call('EXISTS', KEYS[1])]
  if tonumber(redis.call('GET', key) or '0') >= unrecognised then return { math.max(redis.call('PTTL', key), 1), 0 } end
  if redis.call('INCR', key) == 1 then redis.call('PEXPIRE', key, ARGV[10]) end
  local tries = redis.call('INCR', KEYS[6])
  redis.call('PEXPIRE', KEYS[6], ARGV[4])
  if tries >= tonumber(ARGV[11]) and redis.call('SET', KEYS[7], '', 'NX', 'EX', 86400) then notify = 1 end
end
for i = 1, 2 do
  local at = (i - 1) * 4
  local over = redis.call('HINCRBY', KEYS[i], 'n', 1) - tonumber(ARGV[at + 1])
  if over > 0 then
    local delay = math.min(tonumber(ARGV[at + 2]) * 2 ^ math.min(over - 1, 30), tonumber(ARGV[at + 3]))
    redis.call('HSET', KEYS[i], 'till', string.format('%.0f', now + delay))
  end
  redis.call('PEXPIRE', KEYS[i], ARGV[at + 4])
end
return { 0, notify }`

/** KEYS as for TAKE. ARGV: seconds that the account is known here, 0 for none. Decrements the address. */
const SUCCEEDED = `
redis.call('DEL', KEYS[1])
if redis.call('EXISTS', KEYS[2]) == 1 then
  redis.call('HINCRBY', KEYS[2], 'n', -1)
  redis.call('HDEL', KEYS[2], 'till')
end
if ARGV[1] ~= '0' then redis.call('SET', KEYS[3], '', 'EX', ARGV[1]) end
return 0`

const KNOWN_SECONDS = 30 * 86_400

function keysOf({ action, account, ip, device }: Attempt): string[] {
  const who = createHash('sha256').update(account).digest('base64url')
  const place = addressBucket(ip)
  const counter = `halyard:backoff:${action}`
  const here = device ? `#${device}` : `@${place}`
  return [
    action === 'login' ? `${counter}:${who}${here}` : `${counter}:${who}`,
    `${counter}:address:${place}`,
    `halyard:backoff:known:${who}:${place}`,
    ...['first', 'again', 'tries', 'told'].map((what) => `halyard:backoff:unrecognised:${who}:${what}`)
  ]
}

const answer = z.tuple([z.number(), z.number()])

/** Counters in Redis for all processes; without Redis no back-off. */
export function createLoginBackoff(redis: Redis, log: Log, { enabled }: { enabled: boolean }): Attempts {
  const breaker = createCircuitBreaker(log, 'backoff_not_counted')
  const run = (script: string, attempt: Attempt, settings: readonly number[]) =>
    breaker<unknown>(
      () => runScript(redis, script, { keys: keysOf(attempt), arguments: settings.map(String) }),
      null
    )
  return {
    async take(attempt) {
      if (!enabled) return { notify: false }
      const { account, address } = PACES[attempt.action]
      const paces = [account, address].flatMap(({ free, first, most, memory }) => [
        free,
        first * 1000,
        most * 1000,
        memory * 1000
      ])
      const isUnrecognised = attempt.action === 'login' && !attempt.device
      const unrecognised = [isUnrecognised ? UNRECOGNISED.most : 0, UNRECOGNISED.seconds * 1000, NOTIFY_AFTER]
      const [wait, notify] = answer.parse((await run(TAKE, attempt, [...paces, ...unrecognised])) ?? [0, 0])
      if (wait > 0) throw tooMany(wait)
      return { notify: notify === 1 }
    },
    async succeeded(attempt) {
      if (enabled) await run(SUCCEEDED, attempt, [attempt.action === 'login' ? KNOWN_SECONDS : 0])
    }
  }
}
