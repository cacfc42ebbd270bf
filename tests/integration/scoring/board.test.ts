import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BoardReader, createBoardReader } from '~/scoring'
import { compress } from '~/scoring/board/compress'
import { GameBoard } from '~/scoring/board/game-board'
import { boardKey, rankKey, SNAPSHOT_FIELDS, type SnapshotField, teamsKey } from '~/scoring/board/redis-keys'
import { createScripts } from '~/scoring/board/scripts'
import { boardFromColumns, type Scoreboard, scoreboardView, settle } from '~/scoring/rules'
import type { Sql } from '~/server/db'
import { appendEntries, type NewScoreEvent, notifyScoring, reviseBoards } from '~/server/ledger'
import { HOUR_MS } from '~/server/platform/time'
import { type PlayedGame, playGame, sendFlags } from '../../support/fixtures'
import { refreshBoard } from '../../support/scoring/refresh-board'
import { foldedBoard, type RunningScoring, runScoring } from '../../support/scoring/scoring'
import { openStores, type Stores } from '../../support/stores/stores'
import { until } from '../../support/until'

let stores: Stores
let scoring: RunningScoring
let reader: BoardReader
beforeAll(async () => {
  stores = await openStores()
  scoring = await runScoring(stores)
  reader = await createBoardReader(stores)
})
afterAll(async () => {
  await reader?.close()
  await scoring?.close()
  await stores?.close()
})

const timeless = ({ updateTimeUtc, ...board }: Scoreboard) => board
const folded = async (game: PlayedGame) => timeless(await foldedBoard(stores, game.id))

const fromColumns = async (bytes: Buffer) => {
  const { state, cards } = await boardFromColumns(bytes, () => undefined)
  return timeless(scoreboardView(state, { ...cards, reasons: true }, 0))
}

/** The stored board, in both forms, once it equals a fold of the ledger. */
const settled = (game: PlayedGame) =>
  until(async () => {
    const snapshot = await reader.snapshot(game.id)
    const wanted = await folded(game)
    expect(timeless(snapshot.view())).toEqual(wanted)
    expect(await fromColumns(snapshot.columns())).toEqual(wanted)
    return snapshot
  })

const write = async (game: PlayedGame, ...events: NewScoreEvent[]) => {
  await stores.db.transaction((sql) => appendEntries(sql, game.id, events))
  await notifyScoring(stores.redis, game.id)
}

const solveAll = async (game: PlayedGame) => {
  const sent = game.teams.flatMap((team, place) =>
    game.challenges.filter((_, index) => (place + index) % 3 > 0).map((challenge) => ({ team, challenge }))
  )
  await sendFlags(stores.db, game, sent)
  await notifyScoring(stores.redis, game.id)
  await until(async () => {
    const { rows } = await stores.db.pool.query(
      "SELECT FROM submissions WHERE game_id = $1 AND status = 'FlagSubmitted' LIMIT 1",
      [game.id]
    )
    return rows.length === 0
  })
}

it('a board that is being opened while a freeze is committed shows nothing of after it', async () => {
  const game = await playGame(stores.db)
  const { participationId } = game.teams[0]!
  const { pool } = stores.db
  let isFrozen = false
  const meanwhile = async () => {
    isFrozen = true
    await pool.query('UPDATE games SET freeze_at = now() WHERE id = $1', [game.id])
    await reviseBoards(pool, [[game.id, 'rebuild']])
    const payload = { points: 7, reason: 'Behind the freeze' }
    await stores.db.transaction((sql) =>
      appendEntries(sql, game.id, [{ kind: 'award', at: Date.now(), participationId, payload }])
    )
  }
  const query = (async (...args: Parameters<Sql['query']>) => {
    if (!isFrozen && (args[0] as { name?: string }).name === 'ledger_read') await meanwhile()
    return pool.query(...args)
  }) as Sql['query']
  const board = await GameBoard.open({ pool: { query } }, game.id, null)
  const scores = settle(board!.state).map(({ score }) => score)
  expect([isFrozen, ...scores]).toEqual([true, 0, 0, 0])
})

describe('the snapshot', () => {
  it('is the fold of the ledger, in every encoding, and can be cut without parsing', async () => {
    const game = await playGame(stores.db, {
      teams: 20,
      challenges: 6,
      divisionOf: (place) => [null, 'open', 'school "x"'][place % 3] ?? null
    })
    await solveAll(game)
    const snapshot = await settled(game)
    const json = snapshot.body().toString()
    expect(gunzipSync(snapshot.body('gzip')).toString()).toBe(json)
    expect(brotliDecompressSync(snapshot.body('br')).toString()).toBe(json)
    const view = JSON.parse(json) as Scoreboard
    expect(JSON.parse(snapshot.challenges.toString())).toEqual(view.challenges)
    expect(snapshot.challengeCount).toBe(6)
    for (const item of view.items)
      expect(JSON.parse((snapshot.teamItem(item.id) as Buffer).toString())).toEqual(item)
    const { items } = view
    expect({ ...snapshot.head(), items }).toEqual(view)
    expect(snapshot.teamCount).toBe(20)
    expect(snapshot.items(0, 7)).toEqual(items.slice(0, 7))
    expect(snapshot.items(15, 100)).toEqual(items.slice(15))
    expect(snapshot.items(20, 5)).toEqual([])
    expect(snapshot.teamItem(0)).toBeNull()
    expect(snapshot.teamItem(2 ** 31 - 1)).toBeNull()
  })

  it('groups by the contract’s categories, and its columns by those that our pages show', async () => {
    const game = await playGame(stores.db, { challenges: 3 })
    const { pool } = stores.db
    const { rows } = await pool.query<{ id: number }>(
      `INSERT INTO categories (game_id, name, color, icon, stands_for) VALUES ($1, 'Space', 'blue', 'Antenna', 'Crypto') RETURNING id`,
      [game.id]
    )
    const first = game.challenges[0]!
    const before = await settled(game)
    expect(before.view().challenges).not.toHaveProperty('Crypto')
    await pool.query("UPDATE challenges SET category = 'Crypto', category_id = $2 WHERE id = $1", [
      first.id,
      rows[0]!.id
    ])
    await refreshBoard(stores, game.id)
    const snapshot = await settled(game)
    const shown = { id: rows[0]!.id, name: 'Space', color: 'blue', icon: 'Antenna' }
    expect(snapshot.view().challenges.Crypto).toMatchObject([{ id: first.id, customCategory: shown }])
    const { cards, state } = await boardFromColumns(snapshot.columns(), () => undefined)
    expect(cards.challenges.get(first.id)).toMatchObject({ category: 'Crypto', customCategory: shown })
    // The thirteen come first.
    expect([...state.challenges.keys()].at(-1)).toBe(first.id)
  })

  it('is compressed better once the game is quiet: the same board and tag in fewer bytes', async () => {
    const game = await playGame(stores.db, { teams: 20, challenges: 6 })
    await solveAll(game)
    const moving = await settled(game)
    const atRest = () =>
      until(async () => {
        const snapshot = await reader.snapshot(game.id)
        return snapshot.packed && snapshot
      })
    const resting = await atRest()
    expect(resting.etag).toBe(moving.etag)
    expect(resting.body('br').length).toBeLessThan((await compress(resting.body())).br.length)
    expect(brotliDecompressSync(resting.body('br'))).toEqual(resting.body())
    const { participationId } = game.teams[0]!
    await write(game, { kind: 'award', at: Date.now(), participationId, payload: { points: 5, reason: 'x' } })
    const next = await until(async () => {
      const snapshot = await reader.snapshot(game.id)
      return snapshot.seq > resting.seq && snapshot
    })
    expect(brotliDecompressSync(next.body('br'))).toEqual(next.body())
    const again = await atRest()
    expect(again.etag).toBe(next.etag)
    expect(brotliDecompressSync(again.body('br'))).toEqual(again.body())
  })

  it('accepts no compressed body of another board', async () => {
    const scripts = createScripts(stores.redis, 'somebody')
    const game = 2_000_000_000
    const bytes = Buffer.from('bytes')
    const fields = Object.fromEntries(SNAPSHOT_FIELDS.map((field) => [field, bytes]))
    const parts = { ...(fields as Record<SnapshotField, Buffer>), meta: 'new' }
    const packed = { meta: 'packed', br: Buffer.from('less'), version: '{}' }
    await scripts.store(game, { seq: 1, rebuilds: 0, refreshes: 0 }, parts, '{}', {
      anew: true,
      rows: { removed: [], pairs: [] },
      sets: new Map([[null, { removed: [], pairs: [] }]])
    })
    await scripts.pack(game, 'old', packed)
    expect(await stores.redis.hmGet(boardKey(game), ['meta', 'br'])).toEqual(['new', 'bytes'])
    await stores.redis.del(boardKey(game))
    await scripts.pack(game, 'new', packed)
    expect(await scripts.hasBoard(game)).toBe(false)
  })

  it('is the same by columns in every encoding', async () => {
    const game = await playGame(stores.db)
    await solveAll(game)
    const snapshot = await settled(game)
    expect(gunzipSync(snapshot.columns('gzip'))).toEqual(snapshot.columns())
    expect(brotliDecompressSync(snapshot.columns('br'))).toEqual(snapshot.columns())
  })

  it('is rebuilt where a version without columns has left it', async () => {
    const game = await playGame(stores.db)
    await settled(game)
    await stores.redis.hDel(boardKey(game.id), ['columns', 'columns:gzip', 'columns:br'])
    const late = await createBoardReader(stores)
    try {
      expect(await fromColumns((await late.snapshot(game.id)).columns())).toEqual(await folded(game))
    } finally {
      await late.close()
    }
  })

  it('keeps its tag as long as nothing changes, whoever makes it, and changes it with every entry', async () => {
    const game = await playGame(stores.db)
    const first = await settled(game)
    await stores.redis.flushDb()
    await until(async () => (await stores.redis.keys('h:*')).length > 0)
    expect((await settled(game)).etag).toBe(first.etag)
    const { participationId } = game.teams[0]!
    await write(game, { kind: 'award', at: Date.now(), participationId, payload: { points: 5, reason: 'x' } })
    const next = await until(async () => {
      const snapshot = await reader.snapshot(game.id)
      return snapshot.seq > first.seq && snapshot
    })
    expect(next.etag).not.toBe(first.etag)
    expect(next.etag).toMatch(/^W\/"[\w-]{22}"$/)
  })

  it('follows suspension and restoring, closing and opening, penalties, voids and curves', async () => {
    const game = await playGame(stores.db, { teams: 6, challenges: 3 })
    await solveAll(game)
    const before = (await settled(game)).view()
    const best = before.items[0]!
    const { participationId } = best
    const at = Date.now()
    const challengeId = best.solvedChallenges[0]!.id

    await write(game, { kind: 'suspend', at, participationId })
    const without = (await settled(game)).view()
    expect(without.items.map(({ id }) => id)).not.toContain(best.id)
    const bloods = (board: Scoreboard) =>
      Object.values(board.challenges)
        .flat()
        .flatMap((c) => c.bloods.map(({ id }) => id))
    expect(bloods(without)).not.toContain(best.id)

    await write(game, { kind: 'restore', at, participationId })
    expect(timeless((await settled(game)).view())).toEqual({ ...timeless(before), seq: before.seq + 2 })

    await write(game, { kind: 'close', at, challengeId })
    expect((await settled(game)).challengeCount).toBe(2)
    await write(
      game,
      { kind: 'open', at, challengeId },
      { kind: 'curve', at, challengeId, payload: { score: 300, minRate: 1, difficulty: 1 } },
      { kind: 'award', at, participationId, payload: { points: -5000, reason: 'shared flags' } },
      { kind: 'void', at, participationId, challengeId, submissionId: null }
    )
    const after = (await settled(game)).view()
    expect(after.items.at(-1)).toMatchObject({ id: best.id, adjustments: [{ points: -5000 }] })
    expect(after.items.at(-1)?.solvedCount).toBe(best.solvedCount - 1)
  })

  it('shows new names after a refresh', async () => {
    const game = await playGame(stores.db)
    await solveAll(game)
    await settled(game)
    const hash = createHash('sha256').update('x').digest('hex')
    const { teamId, members } = game.teams[0]!
    await stores.db.pool.query('INSERT INTO blobs (hash, size) VALUES ($1, 1)', [hash])
    await stores.db.pool.query("UPDATE teams SET name = 'Renamed', avatar_hash = $2 WHERE id = $1", [
      teamId,
      hash
    ])
    await stores.db.pool.query("UPDATE users SET user_name = 'someone' WHERE id = $1", [members[0].id])
    await stores.db.pool.query("UPDATE challenges SET title = 'Retitled', category = 'Pwn' WHERE id = $1", [
      game.challenges[0]!.id
    ])
    await refreshBoard(stores, game.id)
    const view = await until(async () => {
      const board = (await reader.snapshot(game.id)).view()
      return board.items.some(({ name }) => name === 'Renamed') && board
    })
    const item = view.items.find(({ id }) => id === teamId)!
    expect(item.avatar).toBe(`/assets/${hash}/avatar`)
    expect(item.solvedChallenges.every(({ userName }) => userName === 'someone')).toBe(true)
    expect(view.challenges.Pwn?.[0]?.title).toBe('Retitled')
  })

  it('is built on a request for an unread game, empty boards included', async () => {
    const game = await playGame(stores.db, { teams: 0, challenges: 0 })
    const board = (await reader.snapshot(game.id)).view()
    expect(board).toMatchObject({
      items: [],
      challenges: {},
      challengeCount: 0,
      timeLines: { all: [] },
      seq: 0
    })
  })

  it('is refused for a missing game', async () => {
    await expect(reader.snapshot(999_999)).rejects.toMatchObject({ code: 'board.unavailable', status: 503 })
  })
})

describe('Redis that is emptied while flags arrive', () => {
  it('loses and doubles nothing', async () => {
    const game = await playGame(stores.db, { teams: 30, challenges: 8 })
    for (const challenge of game.challenges) {
      await sendFlags(
        stores.db,
        game,
        game.teams.map((team) => ({ team, challenge }))
      )
      await notifyScoring(stores.redis, game.id)
      await stores.redis.flushDb()
    }
    const snapshot = await until(async () => {
      const found = await settled(game)
      return found.view().items.every(({ solvedCount }) => solvedCount === 8) && found
    })
    expect(await stores.redis.zCard(rankKey(game.id))).toBe(30)
    expect(await stores.redis.hLen(teamsKey(game.id))).toBe(30)
    expect(snapshot.view().items).toHaveLength(30)
  })

  it('is survived without notifications too: the sweep finds unjudged rows', async () => {
    const game = await playGame(stores.db, { teams: 3 })
    await sendFlags(stores.db, game, [{ team: game.teams[0]!, challenge: game.challenges[0]! }])
    await until(async () => (await settled(game)).view().items[0]?.solvedCount === 1)
  })
})

describe('boards that Redis has lost', () => {
  const boardOf = (id: number) => stores.redis.exists(boardKey(id))

  /** Returns when the sweep has found a newly started game, and so everything before. */
  const swept = async () => {
    const game = await playGame(stores.db)
    await until(async () => (await boardOf(game.id)) === 1)
  }

  it('are rebuilt for a running game before a request', async () => {
    const game = await playGame(stores.db)
    await until(async () => (await boardOf(game.id)) === 1)
    const unborn = await playGame(stores.db, { startsIn: HOUR_MS, endsIn: 7_200_000 })
    await swept()
    await swept()
    expect(await boardOf(unborn.id)).toBe(0)
  })

  it('are rebuilt when the game runs or is read, even if scoring had dropped them', async () => {
    const running = await playGame(stores.db)
    const past = { startsIn: -7_200_000, endsIn: -HOUR_MS }
    const [read, unread] = [await playGame(stores.db, past), await playGame(stores.db, past)]
    const away = await createBoardReader(stores)
    for (const { id } of [running, read, unread]) await away.snapshot(id)
    await away.close()
    const etag = (await reader.snapshot(read.id)).etag
    await scoring.close()
    scoring = await runScoring(stores)
    await swept()
    await stores.redis.flushDb()
    const emptied = performance.now()
    await until(async () => (await boardOf(running.id)) === 1 && (await boardOf(read.id)) === 1)
    process.stdout.write(`boards back after ${Math.round(performance.now() - emptied)} ms\n`)
    expect((await reader.snapshot(read.id)).etag).toBe(etag)
    expect(await boardOf(unread.id)).toBe(0)
  })
})
