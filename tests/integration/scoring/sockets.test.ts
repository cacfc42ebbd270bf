import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createBoardReader } from '~/scoring'
import { ALIVE_CHANNEL, boardKey, leaseKey } from '~/scoring/board/keys'
import { applyDelta, boardFromSnapshot, type Delta, type Scoreboard, scoreboard } from '~/scoring/rules'
import type { Actor, Ctx } from '~/server/access/contract'
import { append, type NewScoreEvent, wake } from '~/server/ledger'
import { createCaches } from '~/server/platform/cache'
import {
  addUsers,
  type Member,
  type PlayedGame,
  playGame,
  type SentFlag,
  sendFlags
} from '../../support/fixtures'
import {
  foldedBoard,
  type RunningScoring,
  runScoring,
  type ViewerSocket,
  watchGame
} from '../../support/scoring'
import { openStores, type Stores } from '../../support/stores'
import { until } from '../../support/until'

let stores: Stores
let scoring: RunningScoring
beforeAll(async () => {
  stores = await openStores()
  scoring = await runScoring(stores)
})
afterAll(async () => {
  await scoring?.close()
  await stores?.close()
})

const open: ViewerSocket[] = []
afterEach(() => {
  for (const { socket } of open.splice(0)) socket.close()
})
const watch = async (auth: { game: number; seq?: number }, headers = {}, url = scoring.url) => {
  const viewer = await watchGame(url, auth, headers)
  open.push(viewer)
  return viewer
}

const ctxOf = (member: Member | null, role: Actor['role'] = 'User'): Ctx => ({
  now: new Date(),
  actor: member && { id: member.id, userName: member.name, role, sessionId: 'x', avatar: null },
  ip: '127.0.0.1',
  userAgent: null,
  requestId: 'test',
  locale: 'en-US'
})

const signIn = async (member: Member) => {
  const { cookie } = await scoring.services.accounts.sessions.start(member.id, ctxOf(member))
  return cookie.split(';')[0] as string
}

const send = async (game: PlayedGame, sent: SentFlag[]) => {
  const ids = await sendFlags(stores.db, game, sent)
  await wake(stores.redis, game.id)
  return ids
}
const write = async (game: PlayedGame, ...events: NewScoreEvent[]) => {
  await stores.db.transaction((sql) => append(sql, game.id, events))
  await wake(stores.redis, game.id)
}
const endOf = async (game: PlayedGame) =>
  (await stores.db.pool.query('SELECT seq FROM ledger_heads WHERE game_id = $1', [game.id])).rows[0]
    .seq as number

/** Waits for the board's opening, because changes during it reach viewers as `resync`. */
const opened = async (game: PlayedGame) => {
  await wake(stores.redis, game.id, 'board')
  await until(() => stores.redis.exists(boardKey(game.id)))
}

/** Folds deltas onto the starting board until it is the fold of a ledger of `entries`. */
const follows = (viewer: ViewerSocket, game: PlayedGame, start: Scoreboard, entries: number) =>
  until(async () => {
    const board = boardFromSnapshot(start)
    for (const delta of viewer.of('delta')) expect(applyDelta(board, structuredClone(delta))).toBe(true)
    const { updateTimeUtc: _, ...shown } = scoreboard(board.state, board.cards, 0)
    const { updateTimeUtc: __, ...folded } = await foldedBoard(stores, game.id)
    expect(shown).toEqual(folded)
    expect(folded.seq).toBe(start.seq + entries)
    return true
  })

describe('a viewer', () => {
  it('folds deltas to the same board as a rebuild, whatever happens', async () => {
    const game = await playGame(stores.db, {
      teams: 8,
      challenges: 4,
      divisionOf: (place) => (place % 2 ? 'a' : null)
    })
    await opened(game)
    const start = await foldedBoard(stores, game.id)
    const viewer = await watch({ game: game.id, seq: start.seq })
    for (const challenge of game.challenges)
      await send(
        game,
        game.teams.map((team) => ({ team, challenge }))
      )
    const { participationId } = game.teams[0]!
    const challengeId = game.challenges[0]!.id
    const at = Date.now()
    await write(game, { kind: 'suspend', at, participationId }, { kind: 'close', at, challengeId })
    await write(
      game,
      { kind: 'restore', at, participationId },
      { kind: 'award', at, participationId, payload: { points: -7, reason: 'secret' } }
    )
    await write(
      game,
      { kind: 'open', at, challengeId },
      { kind: 'division', at, participationId, payload: { division: 'b' } }
    )
    await follows(viewer, game, start, 8 * 4 + 6)
    expect(viewer.of('resync')).toEqual([])
    expect(JSON.stringify(viewer.received)).not.toContain('secret')
    expect(JSON.stringify(viewer.received)).not.toContain('flag{')
  })

  it('learns once that names changed, when the stored board has them', async () => {
    const game = await playGame(stores.db)
    await opened(game)
    const reader = await createBoardReader(stores)
    try {
      const viewer = await watch({ game: game.id })
      const { etag } = await reader.snapshot(game.id)
      const storedAt = async () => JSON.parse((await stores.redis.hGet(boardKey(game.id), 'meta'))!).updatedAt
      const before = await storedAt()
      await wake(stores.redis, game.id, 'refresh')
      // Nothing changed; a wrong message would come before the one below.
      await until(async () => (await storedAt()) !== before)

      await stores.db.pool.query("UPDATE teams SET name = 'Renamed' WHERE id = $1", [game.teams[0]!.teamId])
      await wake(stores.redis, game.id, 'refresh')
      await until(() => viewer.of('renamed').length > 0)
      const board = await until(async () => {
        const snapshot = await reader.snapshot(game.id)
        return snapshot.etag !== etag && snapshot.view()
      })
      expect(board.items.map((item) => item.name)).toContain('Renamed')
      await send(game, [{ team: game.teams[0]!, challenge: game.challenges[0]! }])
      await until(() => viewer.of('delta').length > 0)
      expect(viewer.of('renamed').length).toBe(1)
      expect(viewer.of('resync')).toEqual([])
    } finally {
      await reader.close()
    }
  })

  it('receives the bloods in order', async () => {
    const game = await playGame(stores.db, { teams: 5, challenges: 1 })
    const viewer = await watch({ game: game.id })
    const caches = await createCaches(stores.redis, stores.log)
    const invalidated: string[] = []
    caches.onInvalidate((tags) => invalidated.push(...(tags ?? [])))
    await send(
      game,
      game.teams.map((team) => ({ team, challenge: game.challenges[0]! }))
    )
    await until(() => viewer.notices().length === 3)
    // Web processes drop their cached lists.
    await until(() => invalidated.includes(`notices:${game.id}`))
    await caches.close()
    const title = game.challenges[0]!.title
    expect(viewer.notices().map(({ type, values }) => [type, ...values])).toEqual([
      ['FirstBlood', game.teams[0]!.name, title],
      ['SecondBlood', game.teams[1]!.name, title],
      ['ThirdBlood', game.teams[2]!.name, title]
    ])
    const ids = viewer.notices().map(({ id }) => id)
    expect(ids).toEqual([...ids].sort((a, b) => a - b))
  })

  it('receives the verdict of its own flags alone', async () => {
    const game = await playGame(stores.db)
    const [team, other] = game.teams as [PlayedGame['teams'][0], PlayedGame['teams'][0]]
    const own = await watch({ game: game.id }, { cookie: await signIn(team.members[0]) })
    const foreign = await watch({ game: game.id }, { cookie: await signIn(other.members[0]) })
    const visitor = await watch({ game: game.id })
    const challenge = game.challenges[0]!
    const [wrong, right] = await send(game, [
      { team, challenge, answer: 'flag{no}' },
      { team, challenge }
    ])
    await until(() => own.of('verdict').length === 2)
    expect(own.of('verdict')).toEqual([
      { id: wrong, game: game.id, challenge: challenge.id, status: 'WrongAnswer' },
      { id: right, game: game.id, challenge: challenge.id, status: 'Accepted' }
    ])
    await until(() => foreign.of('delta').length > 0 && visitor.of('delta').length > 0)
    expect([...foreign.of('verdict'), ...visitor.of('verdict')]).toEqual([])
  })

  it('receives what it missed, or a request to load the board', async () => {
    const game = await playGame(stores.db, { teams: 6, challenges: 3 })
    const start = await foldedBoard(stores, game.id)
    const constant = await watch({ game: game.id, seq: start.seq })
    for (const challenge of game.challenges) {
      const before = constant.of('delta').length
      await send(
        game,
        game.teams.map((team) => ({ team, challenge }))
      )
      await until(() => constant.of('delta').length > before)
    }
    const end = await endOf(game)
    await until(() => constant.of('delta').at(-1)?.to === end)
    // Inside a delta that was already sent: nothing comes twice.
    const late = await watch({ game: game.id, seq: start.seq + 4 })
    await until(() => late.of('delta').length > 0)
    const [missed] = late.of('delta') as [Delta]
    expect([missed.from, missed.to]).toEqual([start.seq + 4, end])
    expect(missed.events.map(({ seq }) => seq)).toEqual(
      Array.from({ length: 14 }, (_, index) => start.seq + 5 + index)
    )
    const current = await watch({ game: game.id, seq: end })
    expect(current.of('hello')).toEqual([{ seq: end }])
    const ancient = await watch({ game: game.id, seq: 0 })
    const foreign = await watch({ game: game.id, seq: end + 100 })
    await until(() => ancient.of('resync').length > 0 && foreign.of('resync').length > 0)
    expect(ancient.of('resync')).toEqual([{ seq: end }])
    expect(current.received.filter(({ name }) => name === 'delta' || name === 'resync')).toEqual([])
  })
})

describe('the viewers’ socket', () => {
  it('refuses malformed requests, missing games, and foreign pages', async () => {
    const game = await playGame(stores.db)
    await expect(watchGame(scoring.url, { game: Number.NaN })).rejects.toThrow('handshake.invalid')
    await expect(watchGame(scoring.url, { game: game.id, seq: -1 })).rejects.toThrow('handshake.invalid')
    await expect(watchGame(scoring.url, { game: 999_999 })).rejects.toThrow('game.not_found')
    await expect(
      watchGame(scoring.url, { game: game.id }, { origin: 'https://evil.example' })
    ).rejects.toThrow()
    await watch({ game: game.id }, { origin: scoring.url })
  })

  it('works without WebSockets', async () => {
    const game = await playGame(stores.db)
    const viewer = await watchGame(scoring.url, { game: game.id }, {}, ['polling'])
    open.push(viewer)
    await send(game, [{ team: game.teams[0]!, challenge: game.challenges[0]! }])
    await until(() => viewer.of('delta').length > 0)
  })

  it('has a limit of connections per address, and of refused requests', async () => {
    const other = await runScoring(stores, { PUBLIC_URL: 'https://play.example' }, 2)
    const address = `${other.url}/socket.io/?EIO=4&transport=polling`
    const open = (party: string, headers = {}) =>
      fetch(address, { headers: { 'X-Forwarded-For': party, ...headers } })
    const sent = async (answer: Response, ...packets: string[]) => {
      const { sid } = JSON.parse((await answer.text()).slice(1)) as { sid: string }
      const session = `${address}&sid=${sid}`
      await fetch(session, { method: 'POST', body: packets.join('\u001e') })
      return { read: async () => (await fetch(session)).text() }
    }
    const [first, second] = [await open('2001:db8::1'), await open('2001:db8::2')]
    expect([first.status, second.status]).toEqual([200, 200])
    expect((await open('2001:db8::3')).status).toBe(403)
    expect((await open('2001:db8:0:1::1')).status).toBe(200)
    // A packet that ends the connection.
    await sent(first, '1')
    await until(async () => (await open('2001:db8::3')).status === 200)

    // With a host name set, another name of this server is a foreign origin.
    const { host, origin } = new URL(other.url.replace('127.0.0.1', 'ctf.example'))
    const asked = request(address, { headers: { host, origin, 'x-forwarded-for': '192.0.2.1' } }).end()
    expect(((await once(asked, 'response')) as [IncomingMessage])[0].resume().statusCode).toBe(403)

    const question = '40/game,{"game":999999}'
    const patient = await sent(await open('192.0.2.2'), ...Array(6).fill(question))
    await until(async () => (await patient.read()).includes('game.not_found'))
    const greedy = await sent(await open('192.0.2.3'), ...Array(7).fill(question))
    await until(async () => (await greedy.read()).includes('Session ID unknown'))
    await other.close()
  })

  it('is closed until the game starts', async () => {
    const game = await playGame(stores.db, { startsIn: 60_000, endsIn: 120_000 })
    await expect(watchGame(scoring.url, { game: game.id })).rejects.toThrow('game.not_started')
  })

  it('opens hidden games to their participants and to staff only', async () => {
    const game = await playGame(stores.db, { hidden: true })
    const [stranger] = (await addUsers(stores.db, 1, 'stranger')) as [Member]
    const [monitor] = (await addUsers(stores.db, 1, 'monitor', 'Monitor')) as [Member]
    await expect(watchGame(scoring.url, { game: game.id })).rejects.toThrow('game.not_found')
    await expect(
      watchGame(scoring.url, { game: game.id }, { cookie: await signIn(stranger) })
    ).rejects.toThrow('game.not_found')
    await watch({ game: game.id }, { cookie: await signIn(monitor) })
    await watch({ game: game.id }, { cookie: await signIn(game.teams[0]!.members[0]) })
  })

  it('closes when its session ends', async () => {
    const game = await playGame(stores.db)
    const [team, other] = game.teams as [PlayedGame['teams'][0], PlayedGame['teams'][0]]
    const cookie = await signIn(team.members[0])
    const leaving = await watch({ game: game.id }, { cookie })
    const staying = await watch({ game: game.id }, { cookie: await signIn(other.members[0]) })
    await scoring.services.accounts.sessions.end(cookie)
    await until(() => leaving.socket.disconnected)
    expect(staying.socket.connected).toBe(true)
  })

  it('closes after the end of the session at the next check of all', async () => {
    const game = await playGame(stores.db)
    const [team, other] = game.teams as [PlayedGame['teams'][0], PlayedGame['teams'][0]]
    const leaving = await watch({ game: game.id }, { cookie: await signIn(team.members[0]) })
    const staying = await watch({ game: game.id }, { cookie: await signIn(other.members[0]) })
    await stores.db.pool.query('UPDATE sessions SET expires_at = now() WHERE user_id = $1', [
      team.members[0].id
    ])
    // Messages may have been lost, so anything may have changed.
    await stores.redis.sendCommand(['CLIENT', 'KILL', 'TYPE', 'pubsub'])
    await until(() => leaving.socket.disconnected, 30_000)
    expect(staying.socket.connected).toBe(true)
  })
})

describe('two scoring processes', () => {
  it('push to the sockets of both, and the second leads when the first has ended', async () => {
    const first = await runScoring(stores)
    const game = await playGame(stores.db, { teams: 6, challenges: 3 })
    await opened(game)
    const start = await foldedBoard(stores, game.id)
    const near = await watch({ game: game.id, seq: start.seq })
    const far = await watch({ game: game.id, seq: start.seq }, {}, first.url)
    await send(
      game,
      game.teams.map((team) => ({ team, challenge: game.challenges[0]! }))
    )
    await follows(near, game, start, 6)
    await follows(far, game, start, 6)
    const leader = await stores.redis.get(leaseKey(game.id))
    expect(leader).not.toBeNull()
    await first.close()
    await until(() => far.socket.disconnected)
    await send(
      game,
      game.teams.map((team) => ({ team, challenge: game.challenges[1]! }))
    )
    await follows(near, game, start, 12)
    expect(near.notices()).toHaveLength(6)
  })

  it.each([
    ['wait for the lease of a process that hangs', true],
    ['do not wait for the lease of a process that died', false]
  ])('%s', async (name, hangs) => {
    // The lease of a dead process is longer than the test, so the takeover does not wait for it.
    const leaseMs = hangs ? 6000 : 600_000
    const game = await playGame(stores.db)
    const silent = stores.redis.duplicate()
    await silent.connect()
    onTestFinished(() => silent.destroy())
    if (hangs) await silent.subscribe(`${ALIVE_CHANNEL}${name}`, () => {})
    const begun = performance.now()
    await stores.redis.set(leaseKey(game.id), name, { expiration: { type: 'PX', value: leaseMs } })
    const start = await foldedBoard(stores, game.id)
    const viewer = await watch({ game: game.id, seq: start.seq })
    await send(game, [{ team: game.teams[0]!, challenge: game.challenges[0]! }])
    // The board may open only now, so the news comes as a delta or as `resync`.
    await until(() => viewer.of('delta').length + viewer.of('resync').length > 0)
    expect((await foldedBoard(stores, game.id)).seq).toBe(start.seq + 1)
    if (hangs) expect(performance.now() - begun).toBeGreaterThan(leaseMs - 500)
    expect(await stores.redis.get(leaseKey(game.id))).not.toBe(name)
  })
})

describe('flags through the web process', () => {
  it('sent by 30 teams at once are judged in the order they were stored', async () => {
    const game = await playGame(stores.db, { teams: 30, challenges: 1 })
    const viewer = await watch({ game: game.id })
    const challenge = game.challenges[0]!
    const { submissions } = scoring.services
    const sent = game.teams.flatMap(({ members: [captain] }) =>
      [challenge.flag, 'flag{no}', challenge.flag].map((flag) =>
        submissions.submit(ctxOf(captain), game.id, challenge.id, flag)
      )
    )
    await Promise.all(sent)
    await until(() => viewer.of('delta').flatMap(({ events }) => events).length === 30)
    const events = viewer.of('delta').flatMap(({ events }) => events)
    const order = events.map((event) => (event.kind === 'solve' ? event.submissionId : 0))
    expect(order).toEqual([...order].sort((a, b) => a - b))
    const times = events.map(({ at }) => at)
    expect(times).toEqual([...times].sort((a, b) => a - b))
    const bloods = events.slice(0, 3).map((event) => event.kind === 'solve' && event.teamId)
    await until(() => viewer.notices().length === 3)
    expect(viewer.notices().map(({ values }) => values[0])).toEqual(
      bloods.map((id) => game.teams.find(({ teamId }) => teamId === id)?.name)
    )
  })
})
