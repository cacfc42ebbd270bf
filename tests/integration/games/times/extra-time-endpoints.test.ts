import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { GameView } from '~/server/games/contract'
import { MINUTE_MS } from '~/server/platform/time'
import { Client } from '~/tests/support/api/client'
import { Endpoints } from '~/tests/support/api/endpoints'
import { addUsers, type Member, sendFlags, sessionOf } from '~/tests/support/fixtures'
import { addFullGame, type FullGame } from '~/tests/support/games/full-game'
import { Organiser } from '~/tests/support/games/organiser'
import { type Platform, startPlatform } from '~/tests/support/processes/platform'
import { judged } from '~/tests/support/scoring/judged'
import { watchGame } from '~/tests/support/scoring/scoring'

let platform: Platform
let admin: Client
let world: FullGame

beforeEach(async () => {
  platform = await startPlatform()
  admin = (await Organiser.of(platform)).client
  world = await addFullGame(platform, admin, 5)
})
afterEach(() => platform?.close())

async function callerOf(member: Member): Promise<Client> {
  const client = new Client(platform.url)
  client.cookie = await sessionOf(platform, member)
  return client
}

async function judgedAndHeard(): Promise<void> {
  await judged(platform.stores, world.game.id)
  // A wrong message would arrive within this time.
  await new Promise((resolve) => setTimeout(resolve, 1200))
}

/**
 * What outsiders find closed while a team has extra time: only what is public once the results are final. Each shows whether they are, and
 * nothing of the time or the team (docs/rules/participation.md#extra-time).
 */
const FINAL = [
  '/api/game/:id',
  '/api/game/:id/ledger',
  '/api/game/:id/solutions',
  '/api/game/:id/solutions/:challengeId',
  '/api/game/:id/statistics',
  '/api/game/:id/statistics/csv',
  '/api/game/:id/statistics/xlsx',
  '/api/season/:id',
  '/games/:id',
  '/games/:id/Replay',
  '/games/:id/Solutions',
  '/games/:id/Solutions/:challengeId',
  '/games/:id/Statistics',
  '/games/:id/Teams/:teamId',
  '/games/:id/Teams/:teamId/Card.png',
  '/games/:id/Teams/:teamId/Card.svg',
  '/games/:id/verify',
  '/seasons/:id'
]

const routeOf = (endpoint: string) =>
  endpoint.slice(endpoint.indexOf(' ') + 1).replace(/\/Teams\/\d+$/, '/Teams/:teamId')

// Some 500 requests, six times.
describe('extra time of a team', { timeout: 600_000 }, () => {
  it('changes no endpoint of anybody else, neither while the game runs nor after, but that results are not final', async () => {
    const { game } = world
    const own = game.teams[0]!
    const visitor = new Client(platform.url)
    const [user] = await addUsers(platform.stores.db, 1, 'outside')
    const outsiders = {
      visitor,
      user: await callerOf(user!),
      rival: await callerOf(game.teams[4]!.members[0])
    }
    const endpoints = new Endpoints(platform, world, outsiders, [
      '/games/:id/Scoreboard?view=projector',
      ...game.teams.map(({ members }) => `/players/${members[0].id}`),
      ...game.teams.map(({ teamId }) => `/games/:id/Teams/${teamId}`)
    ])
    const player = await callerOf(own.members[0])
    const view = (client: Client) => client.ok<GameView>('GET', `/api/game/${game.id}`)
    const extra = `/api/edit/games/${game.id}/extratime/${own.participationId}`
    const give = () => admin.ok('PUT', extra, { minutes: 90, reason: 'Reads with a screen reader.' })
    await judgedAndHeard()
    const watched = await watchGame(platform.url, { game: game.id })

    const [before, ends] = [await endpoints.everythingStill(), await view(visitor)]
    const heard = watched.received.length
    await give()
    await judgedAndHeard()
    await endpoints.expectSame(before)
    // `steady` hides times, which must be the same, too.
    for (const client of [visitor, outsiders.rival])
      expect(await view(client)).toMatchObject({ end: ends.end, ends: ends.ends, over: false })
    expect(watched.received.slice(heard).filter(({ name }) => name !== 'times')).toEqual([])
    for (const { message } of watched.received.filter(({ name }) => name === 'times'))
      expect(message).toMatchObject({ end: Date.parse(ends.end) })
    const later = Date.parse((await view(player)).end) - Date.parse(ends.end)
    expect(later).toBe(90 * MINUTE_MS)

    await admin.ok('PUT', `/api/edit/games/${game.id}`, { end: new Date(Date.now() - 1000).toISOString() })
    await judgedAndHeard()
    const open = await endpoints.everythingStill()
    expect((await view(visitor)).over).toBe(false)
    await admin.ok('DELETE', extra)
    await judgedAndHeard()
    const changed = await endpoints.changed(open)
    const others = [...changed].filter(([endpoint]) => !FINAL.includes(routeOf(endpoint)))
    expect(Object.fromEntries(others)).toEqual({})
    expect([...new Set([...changed.keys()].map(routeOf))].sort()).toEqual(FINAL)
    expect((await view(visitor)).over).toBe(true)

    // What the team solves then is on the board like any solve, at its time.
    await give()
    await sendFlags(platform.stores.db, game, [{ team: own, challenge: game.challenges[3]! }])
    await judgedAndHeard()
    const board = await visitor.ok<{
      items: { participationId: number; solvedChallenges: { id: number }[] }[]
    }>('GET', `/api/game/${game.id}/scoreboard`)
    const line = board.items.find(({ participationId }) => participationId === own.participationId)!
    expect(line.solvedChallenges.map(({ id }) => id)).toContain(game.challenges[3]!.id)
    watched.socket.close()
  })
})
