import { afterAll, beforeAll, expect, it } from 'vitest'
import { HOUR_MS } from '~/server/platform/time'
import { Client } from '~/tests/support/api/client'
import { type PlayedGame, playGame, sendFlags, sessionOf } from '~/tests/support/fixtures'
import { Organiser } from '~/tests/support/games/organiser'
import { type Platform, startPlatform } from '~/tests/support/processes/platform'
import { judged } from '~/tests/support/scoring/judged'

let platform: Platform
let organiser: Organiser
let visitor: Client
beforeAll(async () => {
  platform = await startPlatform()
  organiser = await Organiser.of(platform)
  visitor = new Client(platform.url)
})
afterAll(() => platform?.close())

let asked = 0
const home = (client: Client) => client.ok<string>('GET', `/?r=${++asked}`)

async function memberOf(game: PlayedGame, team: number): Promise<Client> {
  const client = new Client(platform.url)
  client.cookie = await sessionOf(platform, game.teams[team]!.members[0])
  return client
}

/** The names of a list's teams, and the one that is the reader's; null without a result. */
function resultOn(page: string) {
  const [, list] = /aria-labelledby="last-result".*?<ol[^>]*>(.*?)<\/ol>/s.exec(page) ?? []
  if (list === undefined) return null
  const names = (html: string) => [...html.matchAll(/<bdi>(.*?)<\/bdi>/g)].map(([, name]) => name)
  const own = /<li class="own".*?<\/li>/s.exec(list)?.[0] ?? ''
  return { all: names(list), own: names(own) }
}

/** Of four teams, each has solved one challenge less than the one before. */
async function ended(): Promise<PlayedGame> {
  const game = await playGame(platform.stores.db, { teams: 4, challenges: 4, startsIn: -2 * HOUR_MS })
  const sent = game.teams.flatMap((team, place) =>
    game.challenges.slice(place).map((challenge) => ({ team, challenge }))
  )
  await sendFlags(platform.stores.db, game, sent)
  await judged(platform.stores, game.id)
  const end = new Date(Date.now() - 1000).toISOString()
  await organiser.client.ok('PUT', `/api/edit/games/${game.id}`, { end })
  return game
}

it('begins with the next game and the last result while no game runs', async () => {
  const game = await ended()
  const next = await organiser.game({ startsIn: HOUR_MS, endsIn: 2 * HOUR_MS })
  const names = game.teams.map(({ name }) => name)
  await expect.poll(async () => resultOn(await home(visitor)), { timeout: 10_000 }).not.toBeNull()
  const page = await home(visitor)
  expect(page).toMatch(new RegExp(`<h1 id="feature"><a href="/games/${next.id}">`))
  expect(page).toContain(`href="/games/${next.id}/Calendar"`)
  expect(page.split(`href="/games/${next.id}"`).length).toBe(2)
  expect(resultOn(page)).toEqual({ all: names.slice(0, 3), own: [] })
  expect(resultOn(await home(await memberOf(game, 3)))).toEqual({ all: names, own: [names[3]] })
  expect(resultOn(await home(await memberOf(game, 0)))).toEqual({ all: names.slice(0, 3), own: [] })

  const player = await organiser.player(next)
  expect(await home(player.client)).toContain('You are in')
  await organiser.game({ startsIn: -HOUR_MS })
  await expect.poll(async () => resultOn(await home(visitor))).toBeNull()
})
