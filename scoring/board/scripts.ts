import type { NotificationReason, Revision } from '~/server/ledger'
import { channelOf, type Redis } from '~/server/platform/redis'
import { KEEP_PAST_MS, pastSlot } from '../ranking/past'
import { MEMBER_ID } from '../ranking/rows'
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
  noticeKey,
  pastKey,
  publishedKey,
  rankKey,
  rebuildsKey,
  SEQS_KEY,
  SNAPSHOT_FIELDS,
  type SnapshotField,
  type SnapshotMeta,
  teamsKey,
  VERSIONS_CHANNEL
} from './redis-keys'

/** How long a process that hangs stays leader; a dead process loses the lead at once. */
export const LEASE_MS = 5000

/** Seconds that a game without changes stays in Redis; a later request has it stored again. */
const EXPIRY = 7 * 86_400

const KEEP_DELTAS = 512

/**
 * Begins each script: takes a free lease, or that of a dead process, whose channel has no subscriber any more.
 * Returns -1 and changes nothing when another process leads.
 */
const AS_LEADER = `
  local leader = redis.call('GET', KEYS[1])
  if leader and leader ~= ARGV[1] and redis.call('PUBLISH', '${ALIVE_CHANNEL}' .. leader, '') > 0 then return -1 end
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
`

/** KEYS lease. ARGV token, milliseconds. Returns 1. */
const ACQUIRE = `${AS_LEADER} return 1`

/** KEYS lease. ARGV token. Returns 1; 0 when another process has it. */
const RELEASE = `
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
  return redis.call('DEL', KEYS[1])
`

/**
 * Stores a snapshot with its ranking, and announces it; the first one of a slot keeps the ranking before it. Returns 1.
 * KEYS lease, seqs, past, board, teams, rank, then sets of divisions. ARGV token, lease ms, game, position, channel, version, "1" to
 * clear the ranking first, slot, then lists, each after its length: field and value pairs of the board; for each further key the
 * members to remove, and the pairs to add.
 */
const STORE = `${AS_LEADER}
  local meta = redis.call('HGET', KEYS[4], 'meta')
  local before = meta and cjson.decode(meta)
  if before and redis.call('HEXISTS', KEYS[3], ARGV[8]) == 0 then
    local teams = redis.call('ZRANGE', KEYS[6], 0, -1)
    if #teams == before.teams then
      for place, member in ipairs(teams) do teams[place] = tonumber(string.sub(member, ${MEMBER_ID})) end
      local text = string.format('%.0f', before.updatedAt) .. ' ' .. table.concat(teams, ',')
      redis.call('HSET', KEYS[3], ARGV[8], text)
      redis.call('PEXPIRE', KEYS[3], ${KEEP_PAST_MS})
      for _, slot in ipairs(redis.call('HKEYS', KEYS[3])) do
        if tonumber(slot) < tonumber(ARGV[8]) - ${KEEP_PAST_MS} then redis.call('HDEL', KEYS[3], slot) end
      end
    end
  end
  if ARGV[7] == '1' then
    -- Divisions of the ranking before may have no teams any more.
    for _, division in ipairs(before and before.divisions or {}) do
      redis.call('DEL', KEYS[6] .. ':' .. division[1])
    end
    redis.call('DEL', unpack(KEYS, 5))
  end
  local at = 9
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
  list('HSET', KEYS[4])
  redis.call('EXPIRE', KEYS[4], ${EXPIRY})
  for i = 5, #KEYS do
    list(i == 5 and 'HDEL' or 'ZREM', KEYS[i])
    list(i == 5 and 'HSET' or 'ZADD', KEYS[i])
    redis.call('EXPIRE', KEYS[i], ${EXPIRY})
  end
  redis.call('HSET', KEYS[2], ARGV[3], ARGV[4])
  redis.call('PUBLISH', ARGV[5], ARGV[6])
  return 1
`

/**
 * Replaces `br` of the stored snapshot. Returns 1; 0 when Redis has another snapshot or none.
 * KEYS lease, board. ARGV token, lease ms, meta as stored, meta, br, channel, version.
 */
const PACK = `${AS_LEADER}
  if redis.call('HGET', KEYS[2], 'meta') ~= ARGV[3] then return 0 end
  redis.call('HSET', KEYS[2], 'meta', ARGV[4], 'br', ARGV[5])
  redis.call('PUBLISH', ARGV[6], ARGV[7])
  return 1
`

/**
 * Publishes. The list of deltas starts again when this one does not follow its end, or is "".
 * KEYS lease, published seq, deltas, rebuilds, notice. ARGV token, lease ms, from, to, delta, list length, channel, message, rebuilds,
 * id of the message's last notice or "".
 * Returns 1; 0 when this entry was published before.
 */
const PUBLISH = `${AS_LEADER}
  redis.call('SET', KEYS[4], ARGV[9], 'EX', ${EXPIRY})
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
  if ARGV[10] ~= '' then redis.call('SET', KEYS[5], ARGV[10], 'EX', ${EXPIRY}) end
  redis.call('PUBLISH', ARGV[7], ARGV[8])
  return 1
`

/** All keys of a game but its lease. `meta`: as stored; null without a board. */
function keysOf(game: number, meta: string | null): string[] {
  const { divisions = [] } = meta ? (JSON.parse(meta) as Partial<SnapshotMeta>) : {}
  const ranks = [null, ...divisions.map(([name]) => name)].map((division) => rankKey(game, division))
  return [
    boardKey(game),
    teamsKey(game),
    ...ranks,
    pastKey(game),
    deltasKey(game),
    publishedKey(game),
    rebuildsKey(game),
    noticeKey(game)
  ]
}

const slotNow = () => String(pastSlot(Date.now()))

type Argument = string | Buffer

const listed = <T extends Argument>(list: T[]): Argument[] => [String(list.length), ...list]
const keyChanges = ({ removed, pairs }: KeyChanges): Argument[] => [...listed(removed), ...listed(pairs)]

interface PublishedStep {
  from: number
  to: number
  /** JSON; empty when viewers must fetch the board. */
  delta: string
  rebuilds: number
  /** Id of the last notice of the message; null without one. */
  notice: number | null
}

/** Up to where a snapshot shows the ledger, and of which revision. */
export interface StoredAt {
  seq: number
  /** Null for what an older version stored. */
  revision: Revision | null
}

function storedAt(text: string): StoredAt {
  const [seq = 0, rebuilds, refreshes] = text.split(' ').map(Number)
  return { seq, revision: rebuilds === undefined || refreshes === undefined ? null : { rebuilds, refreshes } }
}

/**
 * The id of the last notice that viewers of a game got, so that a new leader goes on from there. Redis keeps `newest` when it knows
 * none.
 */
async function lastNotice(redis: Redis, game: number, newest: number): Promise<number> {
  const [, known] = await redis
    .multi()
    .set(noticeKey(game), String(newest), { condition: 'NX', expiration: { type: 'EX', value: EXPIRY } })
    .get(noticeKey(game))
    .execTyped()
  // A restored backup may end before it.
  return Math.min(Number(known), newest)
}

/** The scripts with their keys. All reject while Redis is away; false means that another process leads. */
export function createScripts(redis: Redis, token: string) {
  const run = async (script: string, keys: string[], args: Argument[]): Promise<number> =>
    Number(await redis.eval(script, { keys, arguments: [token, ...args] as string[] }))
  const lease = String(LEASE_MS)
  const channel = {
    versions: channelOf(redis, VERSIONS_CHANNEL),
    live: channelOf(redis, LIVE_CHANNEL),
    forward: channelOf(redis, FORWARD_CHANNEL)
  }
  return {
    acquireLease: async (game: number) => (await run(ACQUIRE, [leaseKey(game)], [lease])) === 1,
    release: async (game: number) => (await run(RELEASE, [leaseKey(game)], [])) === 1,
    async store(
      game: number,
      { seq, rebuilds, refreshes }: { seq: number } & Revision,
      parts: Record<SnapshotField, string | Buffer>,
      version: string,
      { anew, rows, sets }: RankingChanges
    ) {
      const fields = SNAPSHOT_FIELDS.flatMap((field) => [field, parts[field]])
      const ranks = [...sets.keys()].map((division) => rankKey(game, division))
      const keys = [leaseKey(game), SEQS_KEY, pastKey(game), boardKey(game), teamsKey(game), ...ranks]
      const position = `${seq} ${rebuilds} ${refreshes}`
      const head = [lease, String(game), position, channel.versions, version, anew ? '1' : '0', slotNow()]
      const body = [...listed(fields), ...[rows, ...sets.values()].flatMap(keyChanges)]
      return (await run(STORE, keys, [...head, ...body])) === 1
    },
    /** Does nothing when the snapshot with this `meta` was replaced. */
    async pack(game: number, meta: string, packed: { meta: string; br: Buffer; version: string }) {
      const args = [lease, meta, packed.meta, packed.br, channel.versions, packed.version]
      await run(PACK, [leaseKey(game), boardKey(game)], args)
    },
    async publish(game: number, { from, to, delta, rebuilds, notice }: PublishedStep, message: string) {
      const keys = [leaseKey(game), publishedKey(game), deltasKey(game), rebuildsKey(game), noticeKey(game)]
      const step = [String(from), String(to), delta, String(KEEP_DELTAS)]
      const args = [lease, ...step, channel.live, message, String(rebuilds), String(notice ?? '')]
      return (await run(PUBLISH, keys, args)) !== -1
    },
    /** Null when Redis does not know; `rebuilds` is null for what an older version published. */
    async published(game: number): Promise<{ seq: number; rebuilds: number | null } | null> {
      const [seq, rebuilds] = await redis.mGet([publishedKey(game), rebuildsKey(game)])
      return seq ? { seq: Number(seq), rebuilds: rebuilds ? Number(rebuilds) : null } : null
    },
    lastNotice: (game: number, newest: number) => lastNotice(redis, game, newest),
    /** False also for a snapshot without its ranking, as older versions stored it. */
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
    async snapshots(): Promise<Map<number, StoredAt>> {
      const held = await redis.hGetAll(SEQS_KEY)
      return new Map(Object.entries(held).map(([game, text]) => [Number(game), storedAt(text)]))
    },
    forward: (game: number, reason: NotificationReason) =>
      redis.publish(channel.forward, JSON.stringify({ game, reason } satisfies ForwardedNotification)),
    publishLost: (game: number) =>
      redis.publish(channel.versions, JSON.stringify({ game, lost: true } satisfies Announcement)),
    async drop(game: number): Promise<void> {
      await redis.del(keysOf(game, await redis.hGet(boardKey(game), 'meta')))
      await redis.hDel(SEQS_KEY, String(game))
    }
  }
}

export type Scripts = ReturnType<typeof createScripts>
