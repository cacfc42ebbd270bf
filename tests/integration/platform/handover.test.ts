import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PlayedGame, playGame, sendFlags } from '../../support/fixtures'
import { type Platform, startPlatform } from '../../support/processes/platform'
import { type ViewerSocket, watchGame } from '../../support/scoring/scoring'
import { until } from '../../support/until'

const BROWSER = { origin: 'http://evil.example' }

describe.each([1, 2])('sockets with %d web processes', (count) => {
  let platform: Platform
  let game: PlayedGame
  beforeAll(async () => {
    platform = await startPlatform({ WEB_PROCESSES: String(count) }, { handover: true })
    game = await playGame(platform.stores.db, { teams: 6, challenges: 2 })
  })
  afterAll(() => platform?.close())

  const solve = (place: number) =>
    sendFlags(platform.stores.db, game, [{ team: game.teams[place]!, challenge: game.challenges[0]! }])
  const deltas = ({ of }: ViewerSocket) => of('delta').flatMap(({ events }) => events).length

  it('are served by scoring alone: they stay when web is killed, and new ones are accepted afterwards', async () => {
    const viewers = await Promise.all(
      Array.from({ length: 20 }, () => watchGame(platform.url, { game: game.id }))
    )
    await solve(0)
    await until(() => viewers.every((viewer) => deltas(viewer) === 1))
    await platform.kill('web')
    await solve(1)
    await until(() => viewers.every((viewer) => deltas(viewer) === 2))
    await platform.restart('web')
    const late = await watchGame(platform.url, { game: game.id })
    await solve(2)
    await until(() => deltas(late) === 1 && viewers.every((viewer) => deltas(viewer) === 3))
    for (const { socket } of [...viewers, late]) socket.close()
  })

  it('all open while web is busy with pages', async () => {
    let over = false
    const readers = Array.from({ length: 10 }, async () => {
      while (!over) await fetch(`${platform.url}/games/${game.id}`, { headers: { Cookie: 'none=1' } })
    })
    const viewers: ViewerSocket[] = []
    for (let n = 0; n < 12; n++) {
      const some = Array.from({ length: 25 }, () => watchGame(platform.url, { game: game.id }))
      viewers.push(...(await Promise.all(some)))
    }
    over = true
    await Promise.all(readers)
    for (const { socket } of viewers) socket.close()
  })

  it('may begin by polling', async () => {
    const viewer = await watchGame(platform.url, { game: game.id }, {}, ['polling', 'websocket'])
    await until(() => viewer.socket.io.engine.transport.name === 'websocket')
    await solve(3)
    await until(() => deltas(viewer) === 1)
    viewer.socket.close()
  })

  it('are refused to pages of other sites', async () => {
    await expect(watchGame(platform.url, { game: game.id }, BROWSER)).rejects.toThrow()
  })

  it('are closed at once while scoring is away', async () => {
    await platform.kill('scoring')
    const begun = performance.now()
    await expect(watchGame(platform.url, { game: game.id })).rejects.toThrow()
    expect(performance.now() - begun).toBeLessThan(5000)
    await platform.restart('scoring')
    await until(() =>
      watchGame(platform.url, { game: game.id }).then(
        ({ socket }) => socket.close(),
        () => false
      )
    )
  })

  it('do not delay the end of web', async () => {
    const viewer = await watchGame(platform.url, { game: game.id })
    const begun = performance.now()
    await platform.stop('web')
    expect(performance.now() - begun).toBeLessThan(4000)
    await solve(4)
    await until(() => deltas(viewer) === 1)
    viewer.socket.close()
    await platform.restart('web')
  })
})

describe('sockets with two scoring processes', () => {
  let platform: Platform
  let game: PlayedGame
  beforeAll(async () => {
    platform = await startPlatform({}, { handover: true, twoScorings: true })
    game = await playGame(platform.stores.db, { teams: 6, challenges: 2 })
  })
  afterAll(() => platform?.close())

  const solve = (place: number) =>
    sendFlags(platform.stores.db, game, [{ team: game.teams[place]!, challenge: game.challenges[0]! }])
  const deltas = ({ of }: ViewerSocket) => of('delta').flatMap(({ events }) => events).length
  const watchMany = (count: number, transports?: string[]) =>
    Promise.all(
      Array.from({ length: count }, () => watchGame(platform.url, { game: game.id }, {}, transports))
    )

  it('belong to both, and those that begin by polling come back to their own', async () => {
    const viewers = [...(await watchMany(20)), ...(await watchMany(20, ['polling', 'websocket']))]
    await until(() => viewers.every(({ socket }) => socket.io.engine.transport.name === 'websocket'))
    await solve(0)
    await until(() => viewers.every((viewer) => deltas(viewer) === 1))
    for (const { socket } of viewers) socket.close()
  })

  it.each(['scoring', 'scoring-2'] as const)(
    'of %s open at the other one when it is killed',
    async (name) => {
      const viewers = await watchMany(20)
      const closed = new Set<ViewerSocket>()
      for (const viewer of viewers) viewer.socket.once('disconnect', () => closed.add(viewer))
      await platform.kill(name)
      const late = await watchMany(5)
      await solve(name === 'scoring' ? 1 : 2)
      await until(() => viewers.every((viewer) => closed.has(viewer) || deltas(viewer) === 1))
      expect(closed.size).toBeGreaterThan(0)
      expect(closed.size).toBeLessThan(viewers.length)
      await until(() => late.every((viewer) => deltas(viewer) === 1))
      const restarted = platform.restart(name)
      // The process that starts gets none before it takes them.
      const meanwhile = await watchMany(10)
      await restarted
      for (const { socket } of [...viewers, ...late, ...meanwhile]) socket.close()
    }
  )
})
