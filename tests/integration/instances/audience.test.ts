import { afterAll, beforeAll, expect, it } from 'vitest'
import { INSTANCE_CHANNEL } from '~/server/instances/contract'
import { createEffects } from '~/server/instances/effects'
import { createInstanceNotifications } from '~/server/instances/notifications'
import { queuePlaces } from '~/server/instances/queue'
import { channelOf, type Redis } from '~/server/platform/redis'
import { type PlayedGame, playGame } from '../../support/fixtures'
import { addInstance } from '../../support/instances/instance-rows'
import { openStores, type Stores } from '../../support/stores/stores'

let stores: Stores
let subscriber: Redis
const heard: { id: string; users: string[] }[] = []
beforeAll(async () => {
  stores = await openStores()
  subscriber = stores.redis.duplicate()
  // Other files end the subscriptions of this Redis; it connects again.
  subscriber.on('error', () => {})
  await subscriber.connect()
  await subscriber.subscribe(channelOf(stores.redis, INSTANCE_CHANNEL), (message) =>
    heard.push(JSON.parse(message))
  )
})
afterAll(async () => {
  subscriber?.destroy()
  await stores?.close()
})

/** Practice, in which a member has left the team and stays registered. */
async function practice(): Promise<PlayedGame> {
  const game = await playGame(stores.db, { teams: 1, membersEach: 3, challenges: 1, endsIn: -1000 })
  await stores.db.pool.query('DELETE FROM team_members WHERE user_id = $1', [game.teams[0]!.members[2]!.id])
  return game
}

it('news of an instance and its place in the queue go to members alone, not to who has left the team', async () => {
  const game = await practice()
  const members = game.teams[0]!.members.slice(0, 2).map(({ id }) => id)
  const id = await addInstance(stores.db, game, { state: 'queued' })
  const place = (await queuePlaces(stores.db.pool)).find((one) => one.id === id)
  expect(place?.users.toSorted()).toEqual(members.toSorted())
  const notifications = createInstanceNotifications(stores.redis, stores.log)
  await createEffects(stores.db, notifications).publish([id])
  await expect.poll(() => heard.map((one) => one.id)).toContain(id)
  expect(heard.find((one) => one.id === id)!.users.toSorted()).toEqual(members.toSorted())
  notifications.close()
})
