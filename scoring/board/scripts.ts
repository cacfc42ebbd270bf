import type { WakeReason } from '~/server/ledger'
import { channelOf, type Redis } from '~/server/platform/redis'
import {
  type Announcement,
  boardKey,
  deltasKey,
  FORWARD_CHANNEL,
  type ForwardedWake,
  LIVE_CHANNEL,
  leaseKey,
  publishedKey,
  rankKey,
  SEQS_KEY,
  SNAPSHOT_FIELDS,
  type SnapshotField,
  VERSIONS_CHANNEL
} from './keys'

/** How long a process leads a game without saying so again. */
export const LEASE_MS = 5000

/** Seconds that a game nobody changes stays in Redis; whoever asks for it later has it made again. */
const EXPIRY = 7 * 86_400

/** Deltas kept for sockets that were away for a moment. */
const KEEP_DELTAS = 512

/** Begins each script: goes on only as leader, and takes a lease that nobody has (Redis may have been emptied). */
const AS_LEADER = `
  local leader = redis.call('GET', KEYS[1])
  if leader and leader ~= ARGV[1] then return -1 end
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
`

/**
 * Takes, or keeps, the lead of a game.
 * KEYS lease; ARGV token, milliseconds. Returns 1, or -1: another process leads.
 */
const HOLD = `${AS_LEADER} return 1`

/**
 * Gives the lead back. KEYS lease; ARGV token. Returns 1, or 0: it was not ours.
 */
const RELEASE = `
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
  return redis.call('DEL', KEYS[1])
`

/**
 * Stores a snapshot and the places of the teams, and announces the version.
 * KEYS lease, board, rank, seqs. ARGV token, lease ms, game, seq, channel, version, "1" to empty the set first, number of
 * fields, pairs field and value, number of members to remove, these members, then pairs packed place, member.
 * Returns 1, or -1: another process leads, nothing was changed.
 */
const STORE = `${AS_LEADER}
  if ARGV[7] == '1' then redis.call('DEL', KEYS[3]) end
  local at = 9
  for i = 1, tonumber(ARGV[8]) do
    redis.call('HSET', KEYS[2], ARGV[at], ARGV[at + 1])
    at = at + 2
  end
  local gone = tonumber(ARGV[at])
  at = at + 1
  for i = 1, gone do
    redis.call('ZREM', KEYS[3], ARGV[at])
    at = at + 1
  end
  while at < #ARGV do
    local to = math.min(at + 3999, #ARGV)
    redis.call('ZADD', KEYS[3], unpack(ARGV, at, to))
    at = to + 1
  end
  redis.call('EXPIRE', KEYS[2], ${EXPIRY})
  redis.call('EXPIRE', KEYS[3], ${EXPIRY})
  redis.call('HSET', KEYS[4], ARGV[3], ARGV[4])
  redis.call('PUBLISH', ARGV[5], ARGV[6])
  return 1
`

/**
 * Stores a smaller `br` of the snapshot that is there, and announces it.
 * KEYS lease, board. ARGV token, lease ms, meta as it was stored, meta, br, channel, version.
 * Returns 1; 0: Redis holds another snapshot, or none, nothing was changed; -1: another process leads.
 */
const PACK = `${AS_LEADER}
  if redis.call('HGET', KEYS[2], 'meta') ~= ARGV[3] then return 0 end
  redis.call('HSET', KEYS[2], 'meta', ARGV[4], 'br', ARGV[5])
  redis.call('PUBLISH', ARGV[6], ARGV[7])
  return 1
`

/**
 * Publishes what happened in a game. A delta (from, to) also joins the list that late sockets are served from;
 * the list starts anew when the delta does not follow its end, or when there is none to add ("").
 * KEYS lease, published seq, deltas. ARGV token, lease ms, from, to, delta, how many to keep, channel, message.
 * Returns 1; 0: this far was published before, nothing was changed; -1: another process leads.
 */
const PUBLISH = `${AS_LEADER}
  local done = redis.call('GET', KEYS[2])
  if done and tonumber(done) >= tonumber(ARGV[4]) and tonumber(ARGV[4]) > tonumber(ARGV[3]) then return 0 end
  if ARGV[4] ~= ARGV[3] then
    if done ~= ARGV[3] or ARGV[5] == '' then redis.call('DEL', KEYS[3]) end
    if ARGV[5] ~= '' then
      redis.call('RPUSH', KEYS[3], ARGV[5])
      redis.call('LTRIM', KEYS[3], -tonumber(ARGV[6]), -1)
    end
    redis.call('SET', KEYS[2], ARGV[4], 'EX', ${EXPIRY})
    redis.call('EXPIRE', KEYS[3], ${EXPIRY})
  end
  redis.call('PUBLISH', ARGV[7], ARGV[8])
  return 1
`

type Argument = string | Buffer

/** The scripts, each with its keys; all reject while Redis is away. */
export function scriptsOf(redis: Redis, token: string) {
  const run = async (script: string, keys: string[], args: Argument[]): Promise<number> =>
    Number(await redis.eval(script, { keys, arguments: [token, ...args] as string[] }))
  const lease = String(LEASE_MS)
  const channel = {
    versions: channelOf(redis, VERSIONS_CHANNEL),
    live: channelOf(redis, LIVE_CHANNEL),
    forward: channelOf(redis, FORWARD_CHANNEL)
  }
  return {
    /** False: another process leads the game. */
    hold: async (game: number) => (await run(HOLD, [leaseKey(game)], [lease])) === 1,
    release: async (game: number) => (await run(RELEASE, [leaseKey(game)], [])) === 1,
    /** False: another process leads the game. */
    async store(
      game: number,
      seq: number,
      parts: Record<SnapshotField, string | Buffer>,
      version: string,
      places: { anew: boolean; gone: string[]; pairs: string[] }
    ) {
      const { anew, gone, pairs } = places
      const fields = SNAPSHOT_FIELDS.flatMap((field) => [field, parts[field]])
      const keys = [leaseKey(game), boardKey(game), rankKey(game), SEQS_KEY]
      const head = [lease, String(game), String(seq), channel.versions, version, anew ? '1' : '0']
      const body = [String(SNAPSHOT_FIELDS.length), ...fields, String(gone.length), ...gone, ...pairs]
      return (await run(STORE, keys, [...head, ...body])) === 1
    },
    /** Puts the packed body of the snapshot with this `meta` in its place; does nothing when it is not there any more. */
    async pack(game: number, meta: string, packed: { meta: string; br: Buffer; version: string }) {
      const args = [lease, meta, packed.meta, packed.br, channel.versions, packed.version]
      await run(PACK, [leaseKey(game), boardKey(game)], args)
    },
    /** False: another process leads the game. `delta` is JSON; empty when viewers must fetch the board. */
    async publish(game: number, from: number, to: number, delta: string, message: string) {
      const keys = [leaseKey(game), publishedKey(game), deltasKey(game)]
      const args = [lease, String(from), String(to), delta, String(KEEP_DELTAS), channel.live, message]
      return (await run(PUBLISH, keys, args)) !== -1
    },
    /** Ledger entry up to which deltas were published; null when Redis does not know. */
    async published(game: number): Promise<number | null> {
      const seq = await redis.get(publishedKey(game))
      return seq === null ? null : Number(seq)
    },
    /** False also for a snapshot that a version of the platform without columns has stored. */
    hasBoard: async (game: number) => (await redis.hExists(boardKey(game), 'columns')) === 1,
    /** What Redis says its snapshots include: game → ledger entry. */
    async seqs(): Promise<Map<number, number>> {
      const held = await redis.hGetAll(SEQS_KEY)
      return new Map(Object.entries(held).map(([game, seq]) => [Number(game), Number(seq)]))
    },
    /** Passes a wake-up to whoever leads the game. */
    forward: (game: number, reason: WakeReason) =>
      redis.publish(channel.forward, JSON.stringify({ game, reason } satisfies ForwardedWake)),
    /** Tells readers that Redis has no board of the game any more. */
    tellLost: (game: number) =>
      redis.publish(channel.versions, JSON.stringify({ game, lost: true } satisfies Announcement)),
    /** Drops all there is of a game. */
    async forget(game: number): Promise<void> {
      await redis.del([boardKey(game), rankKey(game), deltasKey(game), publishedKey(game)])
      await redis.hDel(SEQS_KEY, String(game))
    }
  }
}

export type Scripts = ReturnType<typeof scriptsOf>
