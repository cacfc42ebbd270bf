import type { NotificationReason } from '~/server/ledger'
import { channelOf, type Redis } from '~/server/platform/redis'
import type { KeyChanges, RankingChanges } from '../ranking/writer'
import {
  ALIVE_CHANNEL,
  type Announcement,
  boardKey,
  deltasKey,
  FORWARD_CHANNEL,
  type ForwardedNotification,
  LIVE_CHANNEL,
  leaseKey,
  publishedKey,
  rankKey,
  SEQS_KEY,
  SNAPSHOT_FIELDS,
  type SnapshotField,
  type SnapshotMeta,
  teamsKey,
  VERSIONS_CHANNEL
} from './keys'

/** How long a process that hangs leads a game; one that has died leads none. */
export const LEASE_MS = 5000

/** Seconds that a game without changes stays in Redis; a later request has it made again. */
const EXPIRY = 7 * 86_400

/** Deltas kept for sockets that were away for a moment. */
const KEEP_DELTAS = 512

/**
 * Start of each script: goes on only as leader, and takes a free lease (Redis may have been emptied) or one of a process
 * that has died: nobody hears what is said on its channel any more, since its connections ended with it.
 */
const AS_LEADER = `
  local leader = redis.call('GET', KEYS[1])
  if leader and leader ~= ARGV[1] and redis.call('PUBLISH', '${ALIVE_CHANNEL}' .. leader, '') > 0 then return -1 end
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
`

/**
 * Takes, or keeps, the lead of a game.
 * KEYS lease; ARGV token, milliseconds. Returns 1, or -1: another process leads.
 */
const ACQUIRE = `${AS_LEADER} return 1`

/**
 * Gives the lead back. KEYS lease; ARGV token. Returns 1, or 0: it was not ours.
 */
const RELEASE = `
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
  return redis.call('DEL', KEYS[1])
`

/**
 * Stores a snapshot and the ranking that belongs to it, and announces the version.
 * KEYS lease, seqs, board, teams, rank, then the sets of divisions. ARGV token, lease ms, game, seq, channel, version, "1" to
 * begin the ranking with nothing, then lists, each after its length: pairs of field and value of the board; for each further
 * key what is removed from it, and the pairs that are put into it.
 * Returns 1, or -1: another process leads, nothing was changed.
 */
const STORE = `${AS_LEADER}
  if ARGV[7] == '1' then
    -- Divisions of the ranking before may have no teams any more.
    local meta = redis.call('HGET', KEYS[3], 'meta')
    for _, division in ipairs(meta and cjson.decode(meta).divisions or {}) do
      redis.call('DEL', KEYS[5] .. ':' .. division[1])
    end
    redis.call('DEL', unpack(KEYS, 4))
  end
  local at = 8
  local function list(command, key)
    local last = at + tonumber(ARGV[at])
    while at < last do
      -- An even number that Lua's stack has room for.
      local to = math.min(at + 4000, last)
      redis.call(command, key, unpack(ARGV, at + 1, to))
      at = to
    end
    at = at + 1
  end
  list('HSET', KEYS[3])
  redis.call('EXPIRE', KEYS[3], ${EXPIRY})
  for i = 4, #KEYS do
    list(i == 4 and 'HDEL' or 'ZREM', KEYS[i])
    list(i == 4 and 'HSET' or 'ZADD', KEYS[i])
    redis.call('EXPIRE', KEYS[i], ${EXPIRY})
  end
  redis.call('HSET', KEYS[2], ARGV[3], ARGV[4])
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

const listed = <T extends Argument>(list: T[]): Argument[] => [String(list.length), ...list]
const keyChanges = ({ gone, pairs }: KeyChanges): Argument[] => [...listed(gone), ...listed(pairs)]

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
    acquireLease: async (game: number) => (await run(ACQUIRE, [leaseKey(game)], [lease])) === 1,
    release: async (game: number) => (await run(RELEASE, [leaseKey(game)], [])) === 1,
    /** False: another process leads the game. */
    async store(
      game: number,
      seq: number,
      parts: Record<SnapshotField, string | Buffer>,
      version: string,
      { anew, rows, sets }: RankingChanges
    ) {
      const fields = SNAPSHOT_FIELDS.flatMap((field) => [field, parts[field]])
      const ranks = [...sets.keys()].map((division) => rankKey(game, division))
      const keys = [leaseKey(game), SEQS_KEY, boardKey(game), teamsKey(game), ...ranks]
      const head = [lease, String(game), String(seq), channel.versions, version, anew ? '1' : '0']
      const body = [...listed(fields), ...[rows, ...sets.values()].flatMap(keyChanges)]
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
    /** False also for a snapshot without its ranking, such as earlier versions of the platform have stored. */
    async hasBoard(game: number): Promise<boolean> {
      const [fields, rows, places] = await redis
        .multi()
        .hmGet(boardKey(game), ['meta', 'columns', 'challenges'])
        .hLen(teamsKey(game))
        .zCard(rankKey(game))
        .execTyped()
      const [meta, columns, challenges] = fields
      if (!meta || !columns || !challenges) return false
      const { teams } = JSON.parse(meta) as SnapshotMeta
      return rows === teams && places === teams
    },
    /** Ledger entries of the snapshots in Redis, by game. */
    async seqs(): Promise<Map<number, number>> {
      const held = await redis.hGetAll(SEQS_KEY)
      return new Map(Object.entries(held).map(([game, seq]) => [Number(game), Number(seq)]))
    },
    /** Forwards a notification to the leader of the game. */
    forward: (game: number, reason: NotificationReason) =>
      redis.publish(channel.forward, JSON.stringify({ game, reason } satisfies ForwardedNotification)),
    /** Tells readers that Redis has no board of the game any more. */
    publishLost: (game: number) =>
      redis.publish(channel.versions, JSON.stringify({ game, lost: true } satisfies Announcement)),
    /** Drops all there is of a game. */
    async drop(game: number): Promise<void> {
      const meta = await redis.hGet(boardKey(game), 'meta')
      const { divisions = [] } = meta ? (JSON.parse(meta) as Partial<SnapshotMeta>) : {}
      const ranks = [null, ...divisions.map(([name]) => name)].map((division) => rankKey(game, division))
      await redis.del([boardKey(game), teamsKey(game), ...ranks, deltasKey(game), publishedKey(game)])
      await redis.hDel(SEQS_KEY, String(game))
    }
  }
}

export type Scripts = ReturnType<typeof scriptsOf>
