import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { createBoardReader } from '~/scoring'
import { boardKey } from '~/scoring/board/redis-keys'
import type { Delta } from '~/scoring/rules'
import { createCaches } from '~/server/platform/cache'
import { addUsers, type Member, type PlayedGame, playGame } from '../../support/fixtures'
import { refreshBoard } from '../../support/scoring/refresh-board'
import { foldedBoard, runScoring, type ViewerSocket, watchGame } from '../../support/scoring/scoring'
import { openSocketsSuite } from '../../support/scoring/sockets-suite'
import { until } from '../../support/until'

const suite = openSocketsSuite()
const { opened, watch, send, write, follows, signIn, endOf, open } = suite

describe('a viewer', () => {
  it('folds deltas to the same board as a rebuild, whatever happens', async () => {
    const game = await playGame(suite.stores.db, {
      teams: 8,
      challenges: 4,
      divisionOf: (place) => (place % 2 ? 'a' : null)
    })
    await opened(game)
    const start = await foldedBoard(suite.stores, game.id)
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
      { kind: 'award', at, participationId, payload: { points: -7, reason: 'Told to everybody' } }
    )
    await write(
      game,
      { kind: 'open', at, challengeId },
      { kind: 'division', at, participationId, payload: { division: 'b' } }
    )
    await follows(viewer, game, start, 8 * 4 + 6)
    expect(viewer.of('resync')).toEqual([])
    expect(JSON.stringify(viewer.received)).toContain('Told to everybody')
    expect(JSON.stringify(viewer.received)).not.toContain('flag{')
  })

  it('is not told why points were given where corrections are kept to staff', async () => {
    const game = await playGame(suite.stores.db, { teams: 1, challenges: 1 })
    await suite.stores.db.pool.query('UPDATE games SET corrections_public = false WHERE id = $1', [game.id])
    await opened(game)
    const start = await foldedBoard(suite.stores, game.id)
    const viewer = await watch({ game: game.id, seq: start.seq })
    const { participationId } = game.teams[0]!
    const payload = { points: 9, reason: 'secret' }
    await write(game, { kind: 'award', at: Date.now(), participationId, payload })
    await follows(viewer, game, start, 1)
    expect(JSON.stringify([viewer.received, await foldedBoard(suite.stores, game.id)])).not.toContain(
      'secret'
    )
  })

  it('learns once that names changed, when the stored board has them', async () => {
    const game = await playGame(suite.stores.db)
    await opened(game)
    const reader = await createBoardReader(suite.stores)
    try {
      const viewer = await watch({ game: game.id })
      const { etag } = await reader.snapshot(game.id)
      const storedAt = async () =>
        JSON.parse((await suite.stores.redis.hGet(boardKey(game.id), 'meta'))!).updatedAt
      const before = await storedAt()
      await refreshBoard(suite.stores, game.id)
      // Nothing changed; a wrong message would come before the one below.
      await until(async () => (await storedAt()) !== before)

      await suite.stores.db.pool.query("UPDATE teams SET name = 'Renamed' WHERE id = $1", [
        game.teams[0]!.teamId
      ])
      await refreshBoard(suite.stores, game.id)
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

  it('learns once that a board folded anew tells other reasons, and nothing when it is the same', async () => {
    const game = await playGame(suite.stores.db)
    const payload = { points: 9, reason: 'Told to everybody' }
    const { participationId } = game.teams[0]!
    await write(game, { kind: 'award', at: Date.now(), participationId, payload })
    await opened(game)
    const viewer = await watch({ game: game.id })
    const stored = async () => await suite.stores.redis.hGet(boardKey(game.id), 'json')
    const before = await until(stored)
    expect(before).toContain('Told to everybody')
    await refreshBoard(suite.stores, game.id, 'rebuild')
    // A wrong message would come before the one below.
    await until(async () => (await stored()) !== before)

    await suite.stores.db.pool.query('UPDATE games SET corrections_public = false WHERE id = $1', [game.id])
    await refreshBoard(suite.stores, game.id, 'rebuild')
    await until(() => viewer.of('renamed').length > 0)
    expect(await stored()).not.toContain('Told to everybody')
    await send(game, [{ team: game.teams[0]!, challenge: game.challenges[0]! }])
    await until(() => viewer.of('delta').length > 0)
    expect(viewer.of('renamed').length).toBe(1)
    expect(viewer.of('resync')).toEqual([])
  })

  it('receives the bloods in order', async () => {
    const game = await playGame(suite.stores.db, { teams: 5, challenges: 1 })
    const viewer = await watch({ game: game.id })
    const caches = await createCaches(suite.stores.redis, suite.stores.log)
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
    const game = await playGame(suite.stores.db)
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

  it('is told what the rest of its team solves, whether it has a board or not', async () => {
    const game = await playGame(suite.stores.db, { teams: 2, challenges: 2, membersEach: 2 })
    const [team, other] = game.teams as [PlayedGame['teams'][0], PlayedGame['teams'][0]]
    const as = async (member: Member | undefined, auth = {}) =>
      watch({ game: game.id, ...auth }, { cookie: await signIn(member!) })
    const solver = await as(team.members[0])
    const mate = await as(team.members[1])
    const reading = await as(team.members[1], { newsOnly: true })
    const rivals = [await as(other.members[0]), await as(other.members[0], { newsOnly: true })]
    const visitor = await watch({ game: game.id })
    const [first, second] = game.challenges as [PlayedGame['challenges'][0], PlayedGame['challenges'][0]]
    // It was solved before, so that the other one is a first solve and this is a second.
    await send(game, [{ team: other, challenge: second }])
    await send(game, [
      { team, challenge: first, answer: 'flag{no}' },
      { team, challenge: first },
      { team, challenge: first },
      { team, challenge: second }
    ])
    const bodies = (viewer: ViewerSocket) => viewer.of('teamSolve')
    await until(() => bodies(mate).length === 2 && bodies(reading).length === 2)
    const by = { game: game.id, userName: team.members[0].name }
    const board = await foldedBoard(suite.stores, game.id)
    const worth = (id: number) =>
      board.items.find(({ name }) => name === team.name)!.solvedChallenges.find((solve) => solve.id === id)!
        .score
    expect(bodies(mate)).toEqual([
      { ...by, challenge: first.id, title: first.title, type: 'FirstBlood', points: worth(first.id) },
      { ...by, challenge: second.id, title: second.title, type: 'SecondBlood', points: worth(second.id) }
    ])
    expect(bodies(reading)).toEqual(bodies(mate))
    expect([solver, ...rivals, visitor].flatMap(bodies).map(({ challenge }) => challenge)).toEqual([])
  })

  it('receives what it missed, or a request to load the board', async () => {
    const game = await playGame(suite.stores.db, { teams: 6, challenges: 3 })
    const start = await foldedBoard(suite.stores, game.id)
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
    const game = await playGame(suite.stores.db)
    await expect(watchGame(suite.scoring.url, { game: Number.NaN })).rejects.toThrow('handshake.invalid')
    await expect(watchGame(suite.scoring.url, { game: game.id, seq: -1 })).rejects.toThrow(
      'handshake.invalid'
    )
    await expect(watchGame(suite.scoring.url, { game: 999_999 })).rejects.toThrow('game.not_found')
    await expect(
      watchGame(suite.scoring.url, { game: game.id }, { origin: 'https://evil.example' })
    ).rejects.toThrow()
    await watch({ game: game.id }, { origin: suite.scoring.url })
  })

  it('works without WebSockets', async () => {
    const game = await playGame(suite.stores.db)
    const viewer = await watchGame(suite.scoring.url, { game: game.id }, {}, ['polling'])
    open.push(viewer)
    await send(game, [{ team: game.teams[0]!, challenge: game.challenges[0]! }])
    await until(() => viewer.of('delta').length > 0)
  })

  it('has a limit of connections per address, and of refused requests', async () => {
    const other = await runScoring(suite.stores, { PUBLIC_URL: 'https://play.example' }, 2)
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
    const game = await playGame(suite.stores.db, { startsIn: 60_000, endsIn: 120_000 })
    await expect(watchGame(suite.scoring.url, { game: game.id })).rejects.toThrow('game.not_started')
  })

  it('opens hidden games to their participants and to staff only', async () => {
    const game = await playGame(suite.stores.db, { hidden: true })
    const [stranger] = (await addUsers(suite.stores.db, 1, 'stranger')) as [Member]
    const [monitor] = (await addUsers(suite.stores.db, 1, 'monitor', 'Monitor')) as [Member]
    await expect(watchGame(suite.scoring.url, { game: game.id })).rejects.toThrow('game.not_found')
    await expect(
      watchGame(suite.scoring.url, { game: game.id }, { cookie: await signIn(stranger) })
    ).rejects.toThrow('game.not_found')
    await watch({ game: game.id }, { cookie: await signIn(monitor) })
    await watch({ game: game.id }, { cookie: await signIn(game.teams[0]!.members[0]) })
  })

  it('closes when its session ends', async () => {
    const game = await playGame(suite.stores.db)
    const [team, other] = game.teams as [PlayedGame['teams'][0], PlayedGame['teams'][0]]
    const cookie = await signIn(team.members[0])
    const leaving = await watch({ game: game.id }, { cookie })
    const staying = await watch({ game: game.id }, { cookie: await signIn(other.members[0]) })
    await suite.scoring.services.accounts.sessions.end(cookie)
    await until(() => leaving.socket.disconnected)
    expect(staying.socket.connected).toBe(true)
  })

  it('closes after the end of the session at the next check of all', async () => {
    const game = await playGame(suite.stores.db)
    const [team, other] = game.teams as [PlayedGame['teams'][0], PlayedGame['teams'][0]]
    const leaving = await watch({ game: game.id }, { cookie: await signIn(team.members[0]) })
    const staying = await watch({ game: game.id }, { cookie: await signIn(other.members[0]) })
    await suite.stores.db.pool.query('UPDATE sessions SET expires_at = now() WHERE user_id = $1', [
      team.members[0].id
    ])
    // Messages may have been lost, so anything may have changed.
    await suite.stores.redis.sendCommand(['CLIENT', 'KILL', 'TYPE', 'pubsub'])
    await until(() => leaving.socket.disconnected, 30_000)
    expect(staying.socket.connected).toBe(true)
  })
})
