import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openSnapshots, type Snapshots } from '~/scoring/board/reader'
import { boardKey, rankKey, SNAPSHOT_FIELDS, type SnapshotField, teamsKey } from '~/scoring/board/redis-keys'
import { createScripts } from '~/scoring/board/scripts'
import { snapshotFrom } from '~/scoring/board/testing/snapshot'
import type { Ranking } from '~/scoring/ranking/contract'
import { createRanking } from '~/scoring/ranking/reader'
import { RankingWriter, summaryOf } from '~/scoring/ranking/writer'
import {
  applyEvent,
  type BoardItem,
  type BoardState,
  emptyBoard,
  packBonus,
  type Scoreboard,
  scoreboardView
} from '~/scoring/rules'
import { cards, histories } from '~/scoring/rules/testing/histories'
import { MINUTE_MS } from '~/server/platform/time'
import { playGame, sendFlags } from '../../support/fixtures'
import { foldedBoard, runScoring } from '../../support/scoring/scoring'
import { openStores, type Stores } from '../../support/stores/stores'
import { until } from '../../support/until'

/** Repeats it for a while: on a busy machine Redis may take longer than readers wait. */
const holds = (expected: () => Promise<void>) => until(() => expected().then(() => true), 8000)

let stores: Stores
let snapshots: Snapshots
let ranking: Ranking
beforeAll(async () => {
  stores = await openStores()
  snapshots = await openSnapshots(stores)
  ranking = createRanking(stores.redis, snapshots, stores.log)
})
afterAll(async () => {
  await snapshots?.close()
  await stores?.close()
})

const wire = (state: BoardState): Scoreboard => JSON.parse(JSON.stringify(scoreboardView(state, cards, 1)))
const standing = ({ solvedChallenges: _, adjustments: __, ...rest }: BoardItem) => rest
const IN = ['student', '__proto__', 'all'] as const

let games = 0

/** Stores the ranking of a board as scoring does, but without the bytes of the board. */
function publisher(game = 1_000_000 + ++games) {
  const scripts = createScripts(stores.redis, 'publisher')
  const writer = new RankingWriter()
  let version = 0
  return {
    game,
    reset: () => writer.reset(),
    async publish(state: BoardState) {
      const board = wire(state)
      const meta = {
        ...{
          seq: state.seq,
          etag: `W/"${game}-${++version}"`,
          packed: false,
          updatedAt: Date.now(),
          items: [0, 0]
        },
        ...{ challengeCount: board.challengeCount, bloodBonus: packBonus(state.bonus) },
        ...{ teams: board.items.length, ...summaryOf(state, cards) }
      }
      const nothing = Object.fromEntries(SNAPSHOT_FIELDS.map((field) => [field, '']))
      const parts = { ...nothing, meta: JSON.stringify(meta), challenges: JSON.stringify(board.challenges) }
      const announced = JSON.stringify({ game, etag: meta.etag, packed: false })
      const changes = writer.changes(state, cards)
      await scripts.store(
        game,
        { seq: state.seq, rebuilds: 0, refreshes: 0 },
        parts as Record<SnapshotField, string>,
        announced,
        changes
      )
      return board
    }
  }
}

const part = (
  game: number,
  division: string | null,
  from: number,
  count: number,
  own: number | null = null
) => ranking.part(game, { division, matches: null, from, count, leaders: 2 }, own)

/** Compares all queries with the board of the rules. */
async function expectRanking(game: number, { items, challenges, seq }: Scoreboard) {
  for (const division of [null, ...IN]) {
    const wanted = division === null ? items : items.filter(({ organization }) => organization === division)
    const all = await part(game, division, 0, 20)
    expect(all.part).toMatchObject({
      challenges,
      found: wanted.length,
      items: wanted,
      leaders: wanted.slice(0, 2)
    })
    expect(all.part.facts.seq).toBe(seq)
    expect((await part(game, division, 1, 2)).part.items).toEqual(wanted.slice(1, 3))
  }
  for (const id of cards.teams.keys()) {
    const place = items.findIndex(({ participationId }) => participationId === id)
    const own = items[place] ?? null
    expect((await part(game, null, 0, 3, id)).own).toEqual(own)
    expect((await ranking.line(game, id))?.item ?? null).toEqual(own)
    const near = items.slice(Math.max(0, place - 1), place + 2).map(standing)
    const around = await ranking.around(game, id, 1)
    expect(around && [around.own, around.teams]).toEqual(own && [standing(own), near])
  }
}

describe('the sorted sets', () => {
  it('rank as the rules do after any history, step by step, by a new leader too', async () => {
    await fc.assert(
      fc.asyncProperty(
        histories,
        fc.integer({ min: 4, max: 30 }),
        fc.boolean(),
        async (events, every, anew) => {
          const one = publisher()
          const state = emptyBoard()
          for (const [index, event] of events.entries()) {
            applyEvent(state, event)
            if (index % every > 0 && index < events.length - 1) continue
            if (anew && index > events.length / 2) one.reset()
            const board = await one.publish(state)
            await holds(async () => expect((await part(one.game, null, 0, 0)).part.facts.seq).toBe(state.seq))
            await holds(() => expectRanking(one.game, board))
          }
        }
      ),
      // In time to tell what failed, and not only that it took too long.
      { numRuns: 20, interruptAfterTimeLimit: 100_000 }
    )
  }, 120_000)

  it('return one version, however many are stored meanwhile', async () => {
    const one = publisher()
    const state = emptyBoard()
    const at = 1_700_000_000_000
    let seq = 0
    for (const participationId of cards.teams.keys())
      applyEvent(state, { seq: ++seq, kind: 'admit', at, participationId, payload: { division: 'student' } })
    await one.publish(state)
    const boards = new Map<number, Scoreboard>()
    let over = false
    const storing = (async () => {
      for (let step = 0; step < 150; step++) {
        const participationId = 1 + (step % cards.teams.size)
        const payload = { points: 1 + ((step * 7) % 5), reason: '' }
        applyEvent(state, { seq: ++seq, kind: 'award', at: at + step, participationId, payload })
        boards.set(seq, wire(state))
        await one.publish(state)
      }
      over = true
    })()
    let versions = 0
    while (!over) {
      const { part: read, own } = await part(one.game, 'student', 0, 20, 3)
      const board = boards.get(read.facts.seq)
      if (!board) continue
      versions++
      expect(read.items).toEqual(board.items)
      expect(own).toEqual(board.items.find(({ participationId }) => participationId === 3))
    }
    await storing
    expect(versions).toBeGreaterThan(10)
  })

  it('keep no division of a former leader, and nothing of a dropped game', async () => {
    const one = publisher()
    const admit = (division: string | null) => {
      const state = emptyBoard()
      applyEvent(state, { seq: 1, kind: 'admit', at: 1, participationId: 1, payload: { division } })
      return state
    }
    await one.publish(admit('student'))
    expect(await stores.redis.zCard(rankKey(one.game, 'student'))).toBe(1)
    one.reset()
    await one.publish(admit('all'))
    expect(await stores.redis.zCard(rankKey(one.game, 'student'))).toBe(0)
    expect(await stores.redis.zCard(rankKey(one.game, 'all'))).toBe(1)
    await createScripts(stores.redis, 'publisher').drop(one.game)
    const left = await stores.redis.keys(`h:{${one.game}}:*`)
    expect(left).toEqual([])
  })

  it('keep the ranking of earlier times, but of none that Redis lost', async () => {
    const one = publisher()
    const state = emptyBoard()
    const day = Date.parse('2026-11-30T00:00:00Z')
    const at = (hour: number, minute: number) => day + (hour * 60 + minute) * MINUTE_MS
    let seq = 0
    const award = (participationId: number, points: number) =>
      applyEvent(state, {
        ...{ seq: ++seq, kind: 'award', at: at(11, seq), participationId },
        payload: { points, reason: '' }
      })
    const publishAt = (hour: number, minute: number) => {
      vi.setSystemTime(at(hour, minute))
      return one.publish(state)
    }
    const ranksAt = async (hour: number, minute: number) => {
      const ranks = await ranking.ranksAt(one.game, at(hour, minute))
      return ranks && [...ranks]
    }
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      for (const participationId of [1, 2])
        applyEvent(state, {
          seq: ++seq,
          kind: 'admit',
          at: at(11, 0),
          participationId,
          payload: { division: null }
        })
      await publishAt(12, 3)
      award(2, 10)
      await publishAt(12, 21)
      award(1, 20)
      await publishAt(12, 45)
      const [before, second] = [
        [
          [1, 1],
          [2, 2]
        ],
        [
          [2, 1],
          [1, 2]
        ]
      ]
      expect(await ranksAt(12, 0)).toBeNull()
      expect(await ranksAt(12, 10)).toEqual(before)
      expect(await ranksAt(12, 29)).toEqual(before)
      expect(await ranksAt(12, 30)).toEqual(second)
      expect(await ranksAt(12, 49)).toEqual(second)
      expect(await ranksAt(12, 50)).toBeNull()
      award(2, 30)
      await publishAt(14, 41)
      await holds(async () => expect(await ranksAt(12, 50)).toEqual(before))
      expect(await ranksAt(12, 29)).toBeNull()
      one.reset()
      await stores.redis.del(boardKey(one.game))
      await publishAt(15, 2)
      award(1, 5)
      await publishAt(15, 15)
      expect(await ranksAt(14, 50)).toBeNull()
    } finally {
      vi.useRealTimers()
    }
  })

  it('are rebuilt where they are incomplete, or an earlier version of the platform wrote none', async () => {
    const game = await playGame(stores.db, { teams: 5 })
    const scoring = await runScoring(stores)
    try {
      const whole = () => until(async () => createScripts(stores.redis, 'any').hasBoard(game.id))
      await whole()
      for (const lose of [
        () => stores.redis.del(rankKey(game.id)),
        () => stores.redis.del(teamsKey(game.id)),
        () => stores.redis.hDel(boardKey(game.id), 'challenges')
      ]) {
        await lose()
        const { items } = await foldedBoard(stores, game.id)
        await holds(async () => expect((await part(game.id, null, 0, 9)).part.items).toEqual(items))
        await whole()
      }
    } finally {
      await scoring.close()
    }
  })
})

describe('without Redis', () => {
  it('the newest board in memory is returned, own teams, divisions and names included', async () => {
    const state = emptyBoard()
    for (const participationId of cards.teams.keys()) {
      const payload = { division: participationId % 2 ? 'student' : null }
      applyEvent(state, { seq: participationId, kind: 'admit', at: 1, participationId, payload })
    }
    const held = snapshotFrom(state, cards, 1)
    const memory: Snapshots = { ...offline, held: () => held, snapshot: async () => held }
    const redis = stores.redis.duplicate()
    const away = createRanking(redis as Stores['redis'], memory, stores.log)
    const { items } = wire(state)
    const query = { division: 'student', matches: null, from: 0, count: 2, leaders: 1 }
    const students = items.filter(({ organization }) => organization === 'student')
    const read = await away.part(1, query, 4)
    expect(read.part).toMatchObject({ found: 3, items: students.slice(0, 2), leaders: students.slice(0, 1) })
    expect(read.own).toEqual(items.find(({ participationId }) => participationId === 4))
    expect((await away.part(1, { ...query, matches: (name) => name.includes('2') })).part.items).toEqual(
      students.filter(({ name }) => name.includes('2'))
    )
    expect((await away.around(1, 1, 1))?.teams).toEqual(items.slice(0, 2).map(standing))
    expect(await away.around(1, 99, 1)).toBeNull()
    expect((await away.line(1, 1))?.item).toEqual(items.find(({ participationId }) => participationId === 1))
    expect(await away.line(1, 99)).toBeNull()
  })

  it('the last reading is returned when it is newer, and a refusal when there is nothing', async () => {
    const one = publisher()
    const state = emptyBoard()
    applyEvent(state, { seq: 1, kind: 'admit', at: 1, participationId: 1, payload: { division: null } })
    const board = await one.publish(state)
    const redis = stores.redis.duplicate()
    await redis.connect()
    const own = createRanking(redis as Stores['redis'], snapshots, stores.log)
    const read = () => own.part(one.game, { division: null, matches: null, from: 0, count: 5, leaders: 0 }, 1)
    expect((await read()).part.items).toEqual(board.items)
    redis.destroy()
    await one.publish(state)
    expect(await read()).toMatchObject({ part: { items: board.items }, own: board.items[0] })
    await expect(own.around(999_999, 1, 1)).rejects.toMatchObject({ code: 'board.unavailable', status: 503 })
  })
})

const offline = {
  answers: () => false,
  asOf: () => null,
  revision: () => null,
  close: async () => {}
}

it('a judged flag moves its team up in the sets as on the board', async () => {
  const game = await playGame(stores.db, {
    teams: 30,
    challenges: 3,
    divisionOf: (n) => (n % 2 ? 'Open' : null)
  })
  const scoring = await runScoring(stores)
  try {
    const sent = game.teams.slice(10, 25).map((team) => ({ team, challenge: game.challenges[0]! }))
    await sendFlags(stores.db, game, sent)
    await holds(async () => {
      const { items, challenges } = await foldedBoard(stores, game.id)
      expect(items[0]?.solvedCount).toBe(1)
      const all = await part(game.id, null, 0, 50, game.teams[12]!.participationId)
      expect(all.part).toMatchObject({ items, challenges, found: 30 })
      expect(all.own).toEqual(items.find(({ id }) => id === game.teams[12]!.teamId))
      const open = await part(game.id, 'Open', 3, 5)
      expect(open.part.items).toEqual(items.filter(({ organization }) => organization === 'Open').slice(3, 8))
    })
    await stores.redis.flushDb()
    const { items } = await foldedBoard(stores, game.id)
    await holds(async () => expect(await stores.redis.zCard(rankKey(game.id))).toBe(30))
    expect((await part(game.id, null, 0, 50)).part.items).toEqual(items)
  } finally {
    await scoring.close()
  }
})
