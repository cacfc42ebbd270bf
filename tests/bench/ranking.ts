import { ColumnWriter } from '~/scoring/board/columnar-writer'
import { compress } from '~/scoring/board/compress'
import { openSnapshots } from '~/scoring/board/reader'
import { rankKey, type SnapshotField, type SnapshotMeta, teamsKey } from '~/scoring/board/redis-keys'
import { createScripts } from '~/scoring/board/scripts'
import { Serialiser } from '~/scoring/board/serialise'
import { packIndex } from '~/scoring/board/snapshot'
import { createRanking } from '~/scoring/ranking/reader'
import { type RankingChanges, RankingWriter, summaryOf } from '~/scoring/ranking/writer'
import { packBonus, settle } from '~/scoring/rules'
import { createDatabase } from '~/server/db'
import { createLog } from '~/server/platform/log'
import { createRedis, type Redis } from '~/server/platform/redis'
import { clocked, type Game, gameOf, moveOn, START } from './columns'
import { startPlatform } from './support/platform'
import { heading, number, type Row, row, table } from './support/report'

const VERSIONS = 20
const NOTHING: RankingChanges = {
  anew: false,
  rows: { removed: [], pairs: [] },
  sets: new Map([[null, { removed: [], pairs: [] }]])
}

/** Finds the teams of a division without sets of divisions, by reading every row. */
const SCAN = `
  local found = {}
  for _, member in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
    local row = redis.call('HGET', KEYS[2], string.sub(member, 18))
    if string.sub(row, 28, 28 + #ARGV[1]) == '=' .. ARGV[1] then found[#found + 1] = member end
  end
  return { #found, unpack(found, 1, 50) }
`

/** Redis' own figures: microseconds in scripts, and bytes sent. */
async function spent(redis: Redis) {
  const text = `${await redis.info('commandstats')}${await redis.info('stats')}`
  const figure = (pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? 0)
  return { micros: figure(/cmdstat_eval:.*?usec=(\d+)/), bytes: figure(/total_net_output_bytes:(\d+)/) }
}

/** What the work took of Redis: microseconds in scripts, and bytes. */
async function takenOf(redis: Redis, work: () => Promise<unknown>) {
  const before = await spent(redis)
  const [, cpu] = await clocked(work)
  const after = await spent(redis)
  return { cpu, micros: after.micros - before.micros, bytes: after.bytes - before.bytes }
}

/** Publishes versions of a game as scoring does, one solve apart. */
async function publishing(game: Game, redis: Redis, id: number) {
  const { state, cards } = game
  const scripts = createScripts(redis, 'bench')
  const [serialiser, columns, ranking] = [new Serialiser(), new ColumnWriter(), new RankingWriter()]
  const cost = { board: 0, compress: 0, ranking: 0, changed: 0, store: 0, bare: 0 }
  for (let version = 0; version <= VERSIONS; version++) {
    if (version > 0) moveOn(game, 1)
    settle(state)
    const [[body, bytes], writing] = await clocked(() => [
      serialiser.write(state, cards, START),
      columns.write(state, cards, START)
    ])
    const [changes, following] = await clocked(() => ranking.changes(state, cards))
    const [[json, packed], pressing] = await clocked(() =>
      Promise.all([compress(body.json), compress(bytes)])
    )
    const meta: SnapshotMeta = {
      ...{ seq: state.seq, etag: `W/"${version}"`, packed: false, updatedAt: START, items: body.items },
      ...{
        challengeCount: body.challengeCount,
        bloodBonus: packBonus(state.bonus),
        teams: body.teams.length
      },
      ...summaryOf(state, cards)
    }
    const parts: Record<SnapshotField, string | Buffer> = {
      ...{ meta: JSON.stringify(meta), json: body.json, gzip: json.gzip, br: json.br },
      ...{
        index: packIndex(body.teams),
        columns: bytes,
        'columns:gzip': packed.gzip,
        'columns:br': packed.br
      },
      challenges: body.json.subarray(...body.challenges)
    }
    const announced = JSON.stringify({ game: id, etag: meta.etag, packed: false })
    const store = (ranking: RankingChanges) =>
      takenOf(redis, () =>
        scripts.store(id, { seq: state.seq, rebuilds: 0, refreshes: 0 }, parts, announced, ranking)
      )
    // In turn, because the second one may profit from the memory of the first.
    const early = version % 2 ? await store(NOTHING) : null
    const whole = await store(changes)
    const bare = early ?? (await store(NOTHING))
    // The first round fills everything.
    if (version === 0) continue
    cost.board += writing / VERSIONS
    cost.compress += pressing / VERSIONS
    cost.ranking += following / VERSIONS
    cost.changed += changes.sets.get(null)!.pairs.length / 2 / VERSIONS
    cost.store += whole.micros / 1000 / VERSIONS
    cost.bare += bare.micros / 1000 / VERSIONS
  }
  return cost
}

async function reading(redis: Redis, id: number): Promise<Row[]> {
  const log = createLog('bench', 'silent')
  // Never used while Redis replies.
  const db = createDatabase('postgres://127.0.0.1/nobody')
  const snapshots = await openSnapshots({ redis, db, log })
  const ranking = createRanking(redis, snapshots, log)
  const query = { division: null, matches: null, from: 100, count: 50, leaders: 10 }
  const inDivision = { ...query, division: 'open', from: 0 }
  try {
    const board = await takenOf(redis, () => snapshots.snapshot(id))
    const snapshot = await snapshots.snapshot(id)
    const [, leading] = await clocked(() => [snapshot.items(0, 5), snapshot.head()])
    const [, parsing] = await clocked(() => snapshot.view().items.slice(100, 150))
    const top = await takenOf(redis, () => ranking.part(id, { ...query, from: 0, count: 5, leaders: 0 }))
    const part = await takenOf(redis, () => ranking.part(id, query))
    const own = await takenOf(redis, () => ranking.part(id, query, 17))
    const around = await takenOf(redis, () => ranking.around(id, 17, 1))
    const division = await takenOf(redis, () => ranking.part(id, inDivision))
    const keys = [rankKey(id), teamsKey(id)]
    const scan = await takenOf(redis, () => redis.eval(SCAN, { keys, arguments: ['open'] }))
    const kb = (figure: string, bytes: number) => row(figure, bytes / 1e3, board.bytes / 1e3, '', 'KB', 1)
    const ms = (figure: string, ours: number, raw: number) => row(figure, ours, raw, '', 'ms', 2)
    return [
      kb('five leaders and latest bloods: from Redis, once a version', top.bytes),
      ms('  CPU here', top.cpu, board.cpu + leading),
      kb('fifty teams of a page, and ten for the chart', part.bytes),
      ms('  CPU here', part.cpu, board.cpu + parsing),
      kb('the own team of one more reader of that page', own.bytes),
      kb('own rank with both neighbours', around.bytes),
      ms(
        'fifty of a division, in Redis: its set beside a scan of all',
        division.micros / 1e3,
        scan.micros / 1e3
      )
    ]
  } finally {
    await snapshots.close()
  }
}

/** `npm run bench -- ranking`: what the ranking adds to publishing a version, and reading it beside reading the whole board. */
export async function benchRanking(): Promise<void> {
  const platform = await startPlatform()
  const redis = await createRedis(platform.redisUrl.replace(/\/\d*$|$/, '/9'), createLog('bench', 'silent'))
  try {
    for (const [teams, challenges] of [
      [1000, 30],
      [5000, 100]
    ] as const) {
      const game = gameOf(teams, challenges)
      heading(
        `${number(teams, 0)} teams × ${challenges} challenges: a version one solve later, with its ranking (ours) and without`
      )
      const cost = await publishing(game, redis, teams)
      const before = cost.board + cost.compress
      table([
        row('ms of CPU in scoring, compression included', before + cost.ranking, before, '≤ 1.05', 'ms', 2),
        row('ms of that on the event loop', cost.board + cost.ranking, cost.board, '', 'ms', 2),
        row('ms in Redis', cost.store, cost.bare, '', 'ms', 2),
        { figure: 'teams whose places changed', ours: number(cost.changed, 0), raw: '', ratio: '', goal: '' }
      ])
      table(await reading(redis, teams))
      const sizes = await Promise.all(
        [rankKey(teams), rankKey(teams, 'open'), teamsKey(teams)].map((key) => redis.memoryUsage(key))
      )
      const [all, one, rows] = sizes.map((bytes) => `${number((bytes ?? 0) / 1e6, 2)} MB`)
      table([
        {
          figure: 'memory: set of all, set of a division, rows',
          ours: all!,
          raw: one!,
          ratio: rows!,
          goal: ''
        }
      ])
    }
  } finally {
    redis.destroy()
    await platform.stop()
  }
}
