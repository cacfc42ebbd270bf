import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '~/server/platform/time'
import { Client } from '../../support/api/client'
import { type PlayedGame, playGame, sendFlags, sessionOf } from '../../support/fixtures'
import { Organiser } from '../../support/games/organiser'
import { type Platform, startPlatform } from '../../support/processes/platform'
import { judged } from '../../support/scoring/judged'
import { until } from '../../support/until'

let platform: Platform
let admin: Client
let visitor: Client

beforeAll(async () => {
  platform = await startPlatform()
  admin = (await Organiser.of(platform)).client
  visitor = new Client(platform.url)
})
afterAll(() => platform?.close())

type Team = PlayedGame['teams'][0]

const freeze = async ({ id }: PlayedGame, at: number) => {
  await admin.ok('PUT', `/api/edit/games/${id}/freeze`, { at: new Date(at).toISOString() })
}

interface Board {
  seq: number
  items: { participationId: number; score: number }[]
}

const boardOf = ({ id }: PlayedGame) => visitor.ok<Board>('GET', `/api/game/${id}/scoreboard`)

/** Waits until outsiders see a change that no freeze holds back, so that they see all that came before it. */
async function publishedUpTo(game: PlayedGame, challengeId: number): Promise<void> {
  const { seq } = await boardOf(game)
  await admin.ok('PUT', `/api/edit/games/${game.id}/challenges/${challengeId}`, { originalScore: 900 })
  await until(async () => (await boardOf(game)).seq > seq)
}

/** Points of each team on the board of outsiders, in the order of the game's teams. */
async function publicPoints(game: PlayedGame): Promise<number[]> {
  const { items } = await boardOf(game)
  return game.teams.map(
    ({ participationId }) => items.find((item) => item.participationId === participationId)!.score
  )
}

const bloodsOf = async ({ id }: PlayedGame) => {
  const notices = await visitor.ok<{ type: string; values: string[] }[]>('GET', `/api/game/${id}/notices`)
  return notices.filter(({ type }) => type.endsWith('Blood')).map(({ values }) => values[0])
}

const passed = (time: number) => until(async () => Date.now() > time)

describe('the instant of a freeze', () => {
  it('shows a flag of the millisecond before and holds back one of its own, though both are judged after it', async () => {
    const game = await playGame(platform.stores.db, { teams: 4, challenges: 3 })
    const { teams, challenges } = game
    const at = Date.now() + 1500
    await freeze(game, at)
    await passed(at)
    await sendFlags(platform.stores.db, game, [
      { team: teams[1]!, challenge: challenges[1]!, at },
      { team: teams[2]!, challenge: challenges[2]!, at: at + 1 },
      // The last that is judged.
      { team: teams[0]!, challenge: challenges[0]!, at: at - 1 }
    ])
    await judged(platform.stores, game.id)
    await until(async () => (await publicPoints(game))[0]! > 0)
    const [before, own, after, none] = await publicPoints(game)
    expect(before).toBeGreaterThan(0)
    expect([own, after, none]).toEqual([0, 0, 0])
    expect(await bloodsOf(game)).toEqual([teams[0]!.name])
    const solvers = await Promise.all(
      challenges.map(({ id }) =>
        visitor.ok<{ total: number }>('GET', `/api/game/${game.id}/challenges/${id}/solvers`)
      )
    )
    expect(solvers.map(({ total }) => total)).toEqual([1, 0, 0])

    await admin.ok('POST', `/api/edit/games/${game.id}/reveal`, {})
    await until(async () => (await publicPoints(game)).every((points, place) => place === 3 || points > 0))
    expect((await bloodsOf(game)).toSorted()).toEqual(
      teams
        .slice(0, 3)
        .map(({ name }) => name)
        .toSorted()
    )
  })

  it('keeps the solvers of a challenge, whatever times the corrections behind it have', async () => {
    const game = await playGame(platform.stores.db, { teams: 4, challenges: 2 })
    const [gone, kept, moved, given] = game.teams as [Team, Team, Team, Team]
    const { id } = game.challenges[0]!
    const minutes = (ago: number) => Date.now() - ago * MINUTE_MS
    const correct = (kind: string, team: Team, at?: number) =>
      admin.ok<{ number: number }>('POST', `/api/edit/games/${game.id}/corrections`, {
        correction: {
          ...{ kind, challengeId: id, participationIds: [team.participationId] },
          ...(at && { at: new Date(at).toISOString() })
        },
        reason: 'Seen on the deck.'
      })
    await sendFlags(platform.stores.db, game, [
      { team: gone, challenge: game.challenges[0]!, at: minutes(30) },
      { team: kept, challenge: game.challenges[0]!, at: minutes(20) },
      { team: moved, challenge: game.challenges[0]!, at: minutes(10) }
    ])
    await judged(platform.stores, game.id)
    await freeze(game, Date.now() + 300)
    await passed(Date.now() + 300)
    const path = `/api/game/${game.id}/challenges/${id}/solvers`
    const read = (client: Client) => client.ok<{ total: number; data: { team: string }[] }>('GET', path)
    const before = await read(visitor)
    expect(before.data.map(({ team }) => team)).toEqual([gone.name, kept.name, moved.name])

    await correct('void', gone)
    await correct('void', moved)
    await correct('solve', moved, minutes(40))
    const { number } = await correct('solve', given, minutes(50))
    expect(await read(visitor)).toEqual(before)
    expect((await read(admin)).data.map(({ team }) => team)).toEqual([given.name, moved.name, kept.name])
    const rival = new Client(platform.url)
    rival.cookie = await sessionOf(platform, kept.members[0]!)
    const page = await rival.call<string>('GET', `/games/${game.id}/Challenges?c=${id}&part=solvers`)
    expect(page.body).toContain(gone.name)
    expect(page.body).not.toContain(given.name)
    await admin.ok('POST', `/api/edit/games/${game.id}/corrections/${number}/undo`, { reason: 'No.' })
    expect(await read(visitor)).toEqual(before)

    await admin.ok('POST', `/api/edit/games/${game.id}/reveal`, {})
    expect((await read(visitor)).data.map(({ team }) => team)).toEqual([moved.name, kept.name])
  })

  it('holds back nothing while it is to come, and freezes all viewers by itself when it comes', async () => {
    const game = await playGame(platform.stores.db, { teams: 2, challenges: 2 })
    const { teams, challenges } = game
    const at = Date.now() + 6000
    await freeze(game, at)
    await sendFlags(platform.stores.db, game, [{ team: teams[0]!, challenge: challenges[0]! }])
    await judged(platform.stores, game.id)
    await until(async () => (await publicPoints(game))[0]! > 0)
    expect(Date.now()).toBeLessThan(at)
    const shown = await publicPoints(game)
    await passed(at)
    await sendFlags(platform.stores.db, game, [{ team: teams[1]!, challenge: challenges[0]! }])
    await judged(platform.stores, game.id)
    const solves = await platform.stores.db.pool.query('SELECT FROM solves WHERE game_id = $1', [game.id])
    expect(solves.rowCount).toBe(2)
    await publishedUpTo(game, challenges[1]!.id)
    expect(await publicPoints(game)).toEqual(shown)
  })

  it('holds back the price of a hint and the points that staff gave, and what both do to the order', async () => {
    const game = await playGame(platform.stores.db, { teams: 2, challenges: 2 })
    const { teams, challenges } = game
    const [first, second] = teams as [Team, Team]
    const edit = `/api/edit/games/${game.id}`
    const pricedHints = [{ content: 'Look at the keel.', cost: 100 }]
    await admin.ok('PUT', `${edit}/challenges/${challenges[1]!.id}`, { pricedHints })
    const awarded = (team: Team, points: number) =>
      admin.ok('POST', `${edit}/corrections`, {
        correction: { kind: 'award', participationIds: [team.participationId], points },
        reason: 'Found a leak.'
      })
    await awarded(first, 300)
    await awarded(second, 250)
    await until(async () => (await publicPoints(game)).join() === '300,250')
    await admin.ok('PUT', `${edit}/freeze`, { at: 'now' })
    const buyer = new Client(platform.url)
    buyer.cookie = await sessionOf(platform, first.members[0])
    await buyer.ok('POST', `/api/game/${game.id}/challenges/${challenges[1]!.id}/hints/1`)
    await awarded(second, 500)
    await publishedUpTo(game, challenges[0]!.id)
    const { items } = await boardOf(game)
    expect(items.map(({ participationId, score }) => [participationId, score])).toEqual([
      [first.participationId, 300],
      [second.participationId, 250]
    ])
    await admin.ok('POST', `${edit}/reveal`, {})
    await until(async () => (await publicPoints(game)).join() === '200,750')
  })
})
