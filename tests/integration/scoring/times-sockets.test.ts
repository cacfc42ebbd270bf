import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Handshake } from '~/scoring/gateway/contract'
import { HOUR_MS } from '~/server/platform/time'
import { changeGame } from '../../support/accounts/registrations'
import { type Domain, openDomain } from '../../support/domain'
import { type RunningScoring, runScoring, type ViewerSocket, watchGame } from '../../support/scoring/scoring'
import { until } from '../../support/until'

let domain: Domain
let scoring: RunningScoring
beforeAll(async () => {
  domain = await openDomain()
  scoring = await runScoring(domain.stores)
})
afterAll(async () => {
  await scoring?.close()
  await domain?.close()
})

const open: ViewerSocket[] = []
afterEach(() => {
  for (const { socket } of open.splice(0)) socket.close()
})

async function watch(auth: Handshake): Promise<ViewerSocket> {
  const viewer = await watchGame(scoring.url, auth)
  open.push(viewer)
  return viewer
}

const at = (hours: number) => new Date(Math.floor(Date.now() / 1000) * 1000 + hours * HOUR_MS)
const ends = (viewer: ViewerSocket) => viewer.of('times').map(({ end }) => end)

it('a moved end is pushed to viewers, earlier and later, past and again', async () => {
  const [start, end] = [at(-1), at(4)]
  const gameId = await domain.game({ start, end })
  const other = await domain.game({ start, end })
  const viewers = [await watch({ game: gameId }), await watch({ game: gameId, newsOnly: true })]
  const viewerOfOther = await watch({ game: other })
  const moves = [at(6), at(2), at(-0.5), at(8)]
  for (const viewer of [...viewers, viewerOfOther]) await until(() => ends(viewer).length === 1)
  for (const [place, to] of moves.entries()) {
    await changeGame(domain, gameId, { end: to })
    for (const viewer of viewers) await until(() => ends(viewer).length === place + 2)
  }
  for (const viewer of viewers) {
    expect(ends(viewer)).toEqual([end, ...moves].map((to) => to.getTime()))
    expect(viewer.of('times').at(-1)).toEqual({
      game: gameId,
      start: start.getTime(),
      end: moves[3]!.getTime(),
      ends: [moves[3]!.getTime()],
      pausedUntil: 0,
      freeze: 0
    })
  }
  expect(ends(viewerOfOther)).toEqual([end.getTime()])
})

it('a pause is pushed when it begins and when it ends', async () => {
  const gameId = await domain.game()
  const viewer = await watch({ game: gameId })
  const { admin, services } = domain
  const goesOn = at(0.5)
  await services.pausing.pause(admin, gameId, { until: goesOn, reason: 'The network is down.' })
  await until(() => viewer.of('times').at(-1)?.pausedUntil === goesOn.getTime())
  await services.pausing.resume(admin, gameId)
  await until(() => Number(viewer.of('times').at(-1)?.pausedUntil) < goesOn.getTime())
})

it('a freeze is pushed when it is set, when it is moved and when the board is revealed', async () => {
  const gameId = await domain.game({ start: at(-1), end: at(1) })
  const viewer = await watch({ game: gameId })
  const { admin, services } = domain
  const freezes = () => viewer.of('times').map(({ freeze }) => freeze)
  const later = at(0.5)
  await services.freezing.set(admin, gameId, later)
  await until(() => freezes().at(-1) === later.getTime())
  await services.freezing.set(admin, gameId, 'now')
  await until(() => freezes().at(-1)! > 0 && freezes().at(-1)! < later.getTime())
  await changeGame(domain, gameId, { end: new Date(Date.now() - 1000) })
  await services.freezing.reveal(admin, gameId)
  await until(() => freezes().at(-1) === 0)
})

it('other changes of a game push its times once at most', async () => {
  const gameId = await domain.game()
  const viewer = await watch({ game: gameId })
  for (const title of ['One', 'Two', 'Three']) await changeGame(domain, gameId, { title })
  const end = at(9)
  await changeGame(domain, gameId, { end })
  await until(() => ends(viewer).at(-1) === end.getTime())
  expect(ends(viewer).length).toBeLessThanOrEqual(3)
})

it('viewers before the start learn of a moved end', async () => {
  const gameId = await domain.game({ start: at(1), end: at(2) })
  const viewer = await watch({ game: gameId, newsOnly: true })
  const end = at(5)
  await changeGame(domain, gameId, { end })
  await until(() => ends(viewer).at(-1) === end.getTime())
})
