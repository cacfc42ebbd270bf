import { expect, it, onTestFinished } from 'vitest'
import { createBoardReader } from '~/scoring'
import { publishedKey } from '~/scoring/board/redis-keys'
import type { Ctx } from '~/server/access/contract'
import { lockLedger, NOTIFICATION_STREAM, notifyScoring } from '~/server/ledger'
import { openDomain } from '../../support/domain'
import { addUsers, type PlayedGame, playGame, sendFlags } from '../../support/fixtures'
import { foldedBoard, runScoring, type ViewerSocket } from '../../support/scoring/scoring'
import { openSocketsSuite } from '../../support/scoring/sockets-suite'
import { inOtherTransaction, waitForRowLocks } from '../../support/stores/locks'
import type { Stores } from '../../support/stores/stores'
import { until } from '../../support/until'

const suite = openSocketsSuite()
const { opened, watch, ctxOf } = suite

async function staff(name: string): Promise<Ctx> {
  const [member] = await addUsers(suite.stores.db, 1, name, 'Admin')
  return ctxOf(member!, 'Admin')
}

/** From here on Redis takes no notification, because the key is no stream. Everything else in it goes on. */
async function loseNotifications(): Promise<void> {
  const { redis } = suite.stores
  await redis.set(NOTIFICATION_STREAM, 'no stream')
  onTestFinished(async () => void (await redis.del(NOTIFICATION_STREAM)))
}

const judgedAll = ({ db }: Stores, { id }: PlayedGame) =>
  until(async () => (await db.pool.query('SELECT FROM unjudged WHERE game_id = $1', [id])).rowCount === 0)

/** Points of all teams on the board of outsiders. */
async function publicPoints(stores: Stores, { id }: PlayedGame): Promise<number> {
  const reader = await createBoardReader(stores)
  try {
    const { items } = (await reader.snapshot(id)).view()
    return items.reduce((sum, { score }) => sum + score, 0)
  } finally {
    await reader.close()
  }
}

const eventsOf = (viewer: ViewerSocket) => viewer.of('delta').flatMap(({ events }) => events)

const solveAll = ({ db }: Stores, game: PlayedGame, challenge: number, at?: number) =>
  sendFlags(
    db,
    game,
    game.teams.map((team) => ({ team, challenge: game.challenges[challenge]!, at }))
  )

it('a freeze and a reveal take effect though their notifications are lost', async () => {
  const { stores, scoring } = suite
  const game = await playGame(stores.db, { teams: 3, challenges: 2 })
  await opened(game)
  const viewer = await watch({ game: game.id })
  await loseNotifications()
  const { freezing, challenges } = scoring.services
  const ctx = await staff('first')
  await freezing.set(ctx, game.id, 'now')
  await solveAll(stores, game, 0)
  await judgedAll(stores, game)
  // No freeze holds this back, so that viewers get it after the solves.
  await challenges.update(ctx, game.id, game.challenges[1]!.id, { originalScore: 900 })
  await until(() => eventsOf(viewer).some(({ kind }) => kind === 'curve'))
  expect(eventsOf(viewer).filter(({ kind }) => kind === 'solve')).toEqual([])
  expect(await publicPoints(stores, game)).toBe(0)

  await freezing.reveal(ctx, game.id)
  await until(async () => (await publicPoints(stores, game)) > 0)
})

it('a flag that is judged right after a freeze began is shown to nobody, before any notification', async () => {
  const game = await playGame(suite.stores.db, { teams: 3, challenges: 2 })
  await opened(game)
  const viewer = await watch({ game: game.id })
  await loseNotifications()
  const ctx = await staff('second')
  const held: { freeze?: Promise<void> } = {}
  await inOtherTransaction(suite.stores.databaseUrl, async (tx) => {
    await lockLedger(tx, game.id)
    held.freeze = suite.scoring.services.freezing.set(ctx, game.id, 'now')
    await waitForRowLocks(suite.stores.db, 1)
    // Of the moment after. The sweep finds them, and the judge waits behind the freeze.
    await solveAll(suite.stores, game, 0, Date.now() + 1000)
    await waitForRowLocks(suite.stores.db, 2)
  })
  await held.freeze
  await judgedAll(suite.stores, game)
  // No freeze holds this back, so that viewers get it after all that the judge had for them.
  await suite.scoring.services.challenges.update(ctx, game.id, game.challenges[1]!.id, { originalScore: 800 })
  await until(() => eventsOf(viewer).some(({ kind }) => kind === 'curve'))
  expect(eventsOf(viewer).filter(({ kind }) => kind === 'solve')).toEqual([])
  expect(await publicPoints(suite.stores, game)).toBe(0)
})

it('who leads next has viewers fetch a board that was revealed while nobody led', async () => {
  const domain = await openDomain()
  onTestFinished(() => domain.close())
  const { stores, services, admin } = domain
  const first = await runScoring(stores)
  const game = await playGame(stores.db, { teams: 3, challenges: 3 })
  const published = async () => Number(await stores.redis.get(publishedKey(game.id)))
  const isPublished = () =>
    until(async () => {
      const { seq } = await foldedBoard(stores, game.id)
      return (await published()) === seq && seq
    })
  const send = async (challenge: number) => {
    await solveAll(stores, game, challenge)
    await notifyScoring(stores.redis, game.id)
    await judgedAll(stores, game)
  }
  await send(0)
  await services.freezing.set(admin, game.id, 'now')
  await send(1)
  await services.challenges.update(admin, game.id, game.challenges[2]!.id, { originalScore: 700 })
  const frozen = await isPublished()
  await first.close()
  await services.freezing.reveal(admin, game.id)

  const second = await runScoring(stores)
  onTestFinished(() => second.close())
  await isPublished()
  const viewer = await watch({ game: game.id, seq: frozen as number }, {}, second.url)
  await until(() => viewer.of('resync').length > 0)
  expect(viewer.of('delta')).toEqual([])
})
