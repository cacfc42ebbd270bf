import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS, wireTime } from '~/server/platform/time'
import { Client } from '~/tests/support/api/client'
import { type PlayedGame, playGame, sendFlags } from '~/tests/support/fixtures'
import { Organiser } from '~/tests/support/games/organiser'
import { type Platform, startPlatform } from '~/tests/support/processes/platform'
import { judged } from '~/tests/support/scoring/judged'

let platform: Platform
let admin: Client
let visitor: Client
beforeAll(async () => {
  platform = await startPlatform()
  admin = (await Organiser.of(platform)).client
  visitor = new Client(platform.url)
})
afterAll(() => platform?.close())

interface TeamPage {
  item: { rank: number; score: number; solvedCount: number }
  ranks: { time: string; rank: number }[]
  best: { time: string; rank: number } | null
}

const call = (game: PlayedGame, team: number) =>
  `/api/game/${game.id}/scoreboard/teams/${game.teams[team]!.teamId}`
const pageOf = (game: PlayedGame, team: number) => `/games/${game.id}/Teams/${game.teams[team]!.teamId}`
const readTeam = (game: PlayedGame, team: number) => visitor.ok<TeamPage>('GET', call(game, team))

const follows = (game: PlayedGame, team: number) =>
  expect.poll(() => readTeam(game, team), { timeout: 60_000, interval: 500 })

describe('the page of a team', () => {
  it('shows how ranks changed, by what the board shows', async () => {
    const game = await playGame(platform.stores.db, { teams: 3, challenges: 3, startsIn: -HOUR_MS })
    const [first, second] = game.challenges as [PlayedGame['challenges'][0], PlayedGame['challenges'][0]]
    const start = Date.now() - 3_000_000
    const sent = (team: number, challenge: PlayedGame['challenges'][0], minutes: number) => ({
      ...{ team: game.teams[team]!, challenge },
      at: start + minutes * MINUTE_MS
    })
    await sendFlags(platform.stores.db, game, [sent(0, first, 1), sent(1, first, 2), sent(1, second, 10)])
    await judged(platform.stores, game.id)
    const time = (minutes: number) => wireTime(start + minutes * MINUTE_MS)
    await follows(game, 0).toMatchObject({
      item: { rank: 2, solvedCount: 1 },
      ranks: [
        { time: time(1), rank: 1 },
        { time: time(10), rank: 2 }
      ],
      best: { time: time(1), rank: 1 }
    })
    await follows(game, 1).toMatchObject({
      ranks: [
        { time: time(2), rank: 2 },
        { time: time(10), rank: 1 }
      ],
      best: { time: time(10), rank: 1 }
    })
    await follows(game, 2).toMatchObject({ item: { rank: 3, score: 0 }, ranks: [], best: null })

    const page = await visitor.ok<string>('GET', pageOf(game, 1))
    expect(page).toContain(game.teams[1]!.name)
    for (const { title } of [first, second]) expect(page).toContain(title)
    expect(page).toContain(game.teams[1]!.members[0].name)
    // Neither members without a solve nor what the board does not have.
    expect(await visitor.ok<string>('GET', pageOf(game, 2))).not.toContain(game.teams[2]!.members[0].name)

    // Off the board the page is missing, and returns with it.
    const { participationId } = game.teams[1]!
    await admin.ok('PUT', `/api/admin/participation/${participationId}/Suspended`)
    const status = async () => [
      (await visitor.call('GET', call(game, 1))).status,
      (await visitor.call('GET', pageOf(game, 1))).status
    ]
    await expect.poll(status, { timeout: 30_000 }).toEqual([404, 404])
    await follows(game, 0).toMatchObject({ item: { rank: 1 }, ranks: [{ time: time(1), rank: 1 }] })
    await admin.ok('PUT', `/api/admin/participation/${participationId}/Accepted`)
    await expect.poll(status, { timeout: 30_000 }).toEqual([200, 200])
  })

  it('is frozen with the board', async () => {
    const game = await playGame(platform.stores.db, { teams: 2, challenges: 2, startsIn: -HOUR_MS })
    const [challenge, hidden] = game.challenges as [PlayedGame['challenges'][0], PlayedGame['challenges'][0]]
    await sendFlags(platform.stores.db, game, [{ team: game.teams[0]!, challenge, at: Date.now() - 600_000 }])
    await judged(platform.stores, game.id)
    await follows(game, 0).toMatchObject({ item: { rank: 1 }, ranks: [{ rank: 1 }] })
    await admin.ok('PUT', `/api/edit/games/${game.id}/freeze`, { at: 'now' })
    await sendFlags(platform.stores.db, game, [
      { team: game.teams[1]!, challenge },
      { team: game.teams[1]!, challenge: hidden }
    ])
    await judged(platform.stores, game.id)
    const [one, other] = [await readTeam(game, 0), await readTeam(game, 1)]
    expect([one.item.rank, one.ranks.length, other.item.solvedCount, other.ranks]).toEqual([1, 1, 0, []])
    await admin.ok('POST', `/api/edit/games/${game.id}/reveal`, {})
    await follows(game, 0).toMatchObject({ item: { rank: 2 }, ranks: [{ rank: 1 }, { rank: 2 }] })
  })

  it('is missing before the start, for teams off the board, and in hidden games', async () => {
    const { db } = platform.stores
    const before = await playGame(db, { teams: 1, challenges: 1, startsIn: HOUR_MS, endsIn: 7_200_000 })
    const answer = await visitor.call('GET', pageOf(before, 0))
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `/games/${before.id}/Scoreboard`])
    expect((await visitor.call('GET', call(before, 0))).status).toBe(400)

    const [game, elsewhere] = [
      await playGame(db, { teams: 1, challenges: 1 }),
      await playGame(db, { teams: 1, challenges: 1 })
    ]
    const other = elsewhere.teams[0]!.teamId
    for (const team of [other, 999_999, 'x', -1])
      expect([
        (await visitor.call('GET', `/games/${game.id}/Teams/${team}`)).status,
        (await visitor.call('GET', `/api/game/${game.id}/scoreboard/teams/${team}`)).status >= 400
      ]).toEqual([404, true])
    const hidden = await playGame(db, { teams: 1, challenges: 1, hidden: true })
    for (const path of [pageOf, call]) expect((await visitor.call('GET', path(hidden, 0))).status).toBe(404)
  })
})
