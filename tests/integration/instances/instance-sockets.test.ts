import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Ctx } from '~/server/access/contract'
import { INSTANCE_CHANNEL, type InstanceMessage } from '~/server/instances/contract'
import { channelOf } from '~/server/platform/redis'
import { addUsers, type Member, playGame } from '../../support/fixtures'
import { type RunningScoring, runScoring, type ViewerSocket, watchGame } from '../../support/scoring/scoring'
import { openStores, type Stores } from '../../support/stores/stores'
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

const visitor: Ctx = {
  now: new Date(),
  actor: null,
  ip: '127.0.0.1',
  userAgent: null,
  requestId: 'test',
  locale: 'en-US'
}

/** A socket in the game; null is a visitor. */
async function watch(game: number, member: Member | null): Promise<ViewerSocket> {
  const headers: Record<string, string> = {}
  if (member) {
    const { cookie } = await scoring.services.accounts.sessions.start(member.id, visitor)
    headers.cookie = cookie.split(';')[0] as string
  }
  const viewer = await watchGame(scoring.url, { game }, headers)
  open.push(viewer)
  return viewer
}

const publish = (message: InstanceMessage | string) =>
  stores.redis.publish(
    channelOf(stores.redis, INSTANCE_CHANNEL),
    typeof message === 'string' ? message : JSON.stringify(message)
  )

/** A message about a team's instance for these accounts. */
const newsOf = (
  gameId: number,
  challengeId: number,
  users: Member[],
  state: 'ready' | 'ended' = 'ready'
) => ({
  ...{ id: randomUUID(), gameId, challengeId, participationId: 1, kind: 'team' as const, state },
  users: users.map(({ id }) => id)
})

it('the members of the team receive their instance and their place in the queue, nobody else does', async () => {
  const game = await playGame(stores.db, { teams: 1, challenges: 2 })
  const [first, second] = game.challenges.map(({ id }) => id) as [number, number]
  const [mine, mate, other] = (await addUsers(stores.db, 3, 'hears')) as [Member, Member, Member]
  const [a, b, c, d] = await Promise.all([mine, mate, other, null].map((member) => watch(game.id, member)))
  await publish(newsOf(game.id, first, [mine, mate]))
  await publish({
    queue: [
      { gameId: game.id, challengeId: first, place: 1, total: 2, estimate: 4, users: [other.id] },
      { gameId: game.id, challengeId: second, place: 2, total: 2, estimate: null, users: [mine.id, mate.id] }
    ]
  })
  for (const viewer of [a, b]) {
    await until(() => viewer!.of('queue').length > 0)
    expect(viewer!.of('instance')).toEqual([{ game: game.id, challenge: first, state: 'ready' }])
    expect(viewer!.of('queue')).toEqual([
      { game: game.id, challenge: second, place: 2, total: 2, estimate: null }
    ])
  }
  await until(() => c!.of('queue').length > 0)
  expect(c!.of('queue')).toEqual([{ game: game.id, challenge: first, place: 1, total: 2, estimate: 4 }])
  expect(c!.of('instance')).toEqual([])
  expect(d!.received.filter(({ name }) => name === 'instance' || name === 'queue')).toEqual([])
})

it('tests of organisers, deleted games and invalid messages reach nobody, and do no harm', async () => {
  const game = await playGame(stores.db, { teams: 1, challenges: 1 })
  const challenge = game.challenges[0]!.id
  const [member] = (await addUsers(stores.db, 1, 'quiet')) as [Member]
  const viewer = await watch(game.id, member)
  await publish({ ...newsOf(game.id, challenge, [member]), kind: 'test' })
  await publish({ ...newsOf(game.id, challenge, [member]), gameId: null })
  await publish('no JSON')
  await publish('{"queue":[{"place":"first"}]}')
  await publish(newsOf(game.id, challenge, [member], 'ended'))
  await until(() => viewer.of('instance').length > 0)
  expect(viewer.of('instance')).toEqual([{ game: game.id, challenge, state: 'ended' }])
  expect(viewer.of('queue')).toEqual([])
})
