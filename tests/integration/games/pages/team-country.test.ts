import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '~/server/platform/time'
import { Client } from '~/tests/support/api/client'
import { type PlayedGame, playGame, sendFlags, sessionOf } from '~/tests/support/fixtures'
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

interface Item {
  name: string
  organization: string | null
  country: string | null
}
interface Part {
  total: number
  data: Item[]
}

const DIVISIONS = ['Students', 'Open', 'Students', 'Open']
const played = () =>
  playGame(platform.stores.db, {
    teams: 4,
    challenges: 1,
    startsIn: -HOUR_MS,
    divisionOf: (place) => DIVISIONS[place]!
  })

async function captainOf(game: PlayedGame, team: number): Promise<Client> {
  const client = new Client(platform.url)
  client.cookie = await sessionOf(platform, game.teams[team]!.members[0])
  return client
}

const fly = async (game: PlayedGame, team: number, body: object) =>
  (await captainOf(game, team)).call<{ title: string }>('PUT', `/api/team/${game.teams[team]!.teamId}`, body)

const countries = async (game: PlayedGame) => {
  const { items } = await visitor.ok<{ items: Item[] }>('GET', `/api/game/${game.id}/scoreboard`)
  return new Map(items.map(({ name, country }) => [name, country]))
}

let asked = 0
/** Teams of the table, by the page that comes without script; addresses are new, because pages are shared for a second. */
async function listed(game: PlayedGame, query = ''): Promise<string[]> {
  const page = await visitor.ok<string>('GET', `/games/${game.id}/Scoreboard?n=${++asked}${query}`)
  const table = page.slice(page.indexOf('class="rows"'))
  return game.teams.map(({ name }) => name).filter((name) => table.includes(`<bdi>${name}</bdi>`))
}

const names = (game: PlayedGame, ...places: number[]) => places.map((place) => game.teams[place]!.name)
const soon = { timeout: 30_000, interval: 200 }

describe('countries on a running board', () => {
  it('a change of country is on the board at once, and off it when it is cleared', async () => {
    const game = await played()
    const [first] = names(game, 0) as [string]
    await expect.poll(async () => (await countries(game)).get(first), soon).toBe(null)
    const before = await visitor.ok<string>('GET', `/games/${game.id}/Scoreboard`)
    expect(before).not.toMatch(/class="cc"|name="country"/)
    expect((await fly(game, 0, { country: 'DE' })).status).toBe(200)
    await expect.poll(async () => (await countries(game)).get(first), soon).toBe('DE')
    await expect
      .poll(() => visitor.ok<string>('GET', `/games/${game.id}/Scoreboard?n=${++asked}`), soon)
      .toMatch(/<span class="cc" role="img" aria-label="Germany" title="Germany">DE<\/span>/)

    const path = `/api/admin/teams/${game.teams[0]!.teamId}`
    await admin.ok('PUT', path, { country: 'CZ' })
    await expect.poll(async () => (await countries(game)).get(first), soon).toBe('CZ')
    await fly(game, 0, { country: null })
    await expect.poll(async () => (await countries(game)).get(first), soon).toBe(null)
  })

  it('a refused country changes neither the team nor the board', async () => {
    const game = await played()
    await fly(game, 0, { country: 'DE' })
    const refused = await fly(game, 0, { bio: 'changed', country: 'Germany' })
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining('country')])
    expect((await fly(game, 0, {})).body).toMatchObject({ bio: null, country: 'DE' })
  })
})

describe('the choice by country', () => {
  it('keeps the order and points of a frozen board until the reveal, whose teams may still change their country', async () => {
    const game = await played()
    const [challenge] = game.challenges
    for (const team of [0, 1]) await fly(game, team, { country: 'DE' })
    const part = () =>
      visitor.ok<{ data: { name: string; score: number }[] }>(
        'GET',
        `/api/game/${game.id}/scoreboard/page?country=DE`
      )
    const order = async () => (await part()).data.map(({ name, score }) => [name, score > 0])
    await sendFlags(platform.stores.db, game, [{ team: game.teams[1]!, challenge: challenge! }])
    await judged(platform.stores, game.id)
    const [first, second, third] = names(game, 0, 1, 2)
    const before = [
      [second, true],
      [first, false]
    ]
    await expect.poll(order, soon).toEqual(before)
    await admin.ok('PUT', `/api/edit/games/${game.id}/freeze`, { at: 'now' })
    await sendFlags(
      platform.stores.db,
      game,
      [0, 2].map((team) => ({ team: game.teams[team]!, challenge: challenge! }))
    )
    await judged(platform.stores, game.id)
    // What the freeze does not hold back comes after what it does.
    await fly(game, 2, { country: 'DE' })
    await expect.poll(order, soon).toEqual([...before, [third, false]])
    expect(await listed(game, '&country=DE')).toEqual(names(game, 0, 1, 2))
    await admin.ok('POST', `/api/edit/games/${game.id}/reveal`)
    await expect.poll(order, soon).toEqual([second, first, third].map((name) => [name, true]))
  })

  it('lists the teams of a country, of a division too, and ignores what no team has', async () => {
    const game = await played()
    await fly(game, 0, { country: 'DE' })
    await fly(game, 1, { country: 'DE' })
    await fly(game, 2, { country: 'CZ' })
    await expect.poll(() => listed(game, '&country=CZ'), soon).toEqual(names(game, 2))
    expect(await listed(game, '&country=DE')).toEqual(names(game, 0, 1))
    expect(await listed(game, '&country=DE&division=Students')).toEqual(names(game, 0))
    expect(await listed(game, '&country=CZ&division=Open')).toEqual([])
    for (const unknown of ['FR', 'ZZ', 'de', '%00', 'x'.repeat(300)])
      expect(await listed(game, `&country=${unknown}`)).toEqual(names(game, 0, 1, 2, 3))

    const page = await visitor.ok<string>('GET', `/games/${game.id}/Scoreboard?country=CZ&division=Students`)
    // By name; only countries of this game; the division goes along.
    const options = [...page.matchAll(/<option value="([A-Z]{2})"( selected="")?>([^<]+)</g)]
    expect(options.map(([, code, selected, name]) => [code, Boolean(selected), name])).toEqual([
      ['CZ', true, 'Czechia'],
      ['DE', false, 'Germany']
    ])
    expect(page).toMatch(/<input type="hidden" name="division" value="Students"\/>/)
  })

  it('is made by the call for parts too, where another code is an error that names the field', async () => {
    const game = await played()
    await fly(game, 3, { country: 'JP' })
    const part = (query: string) => visitor.call<Part>('GET', `/api/game/${game.id}/scoreboard/page?${query}`)
    await expect.poll(async () => (await part('country=JP')).body.total, soon).toBe(1)
    expect((await part('country=JP')).body.data).toMatchObject([{ name: names(game, 3)[0], country: 'JP' }])
    expect((await part('country=JP&division=Students')).body.total).toBe(0)
    expect((await part('country=FR')).body.total).toBe(0)
    expect((await part('country=')).body.total).toBe(4)
    const refused = await part('country=Japan')
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining('country')])
  })
})

describe('the page of a team', () => {
  it('shows affiliation, country and website as they are now, with a link that lends no weight', async () => {
    const game = await played()
    const given = { affiliation: 'Sailors <b>', website: 'https://example.org/~crew/', country: 'CZ' }
    const page = () =>
      visitor.ok<string>('GET', `/games/${game.id}/Teams/${game.teams[0]!.teamId}?n=${++asked}`)
    await expect.poll(page, soon).toContain(names(game, 0)[0])
    expect(await page()).not.toContain('about-list')
    await fly(game, 0, given)
    await expect.poll(page, soon).toContain('Sailors &lt;b&gt;')
    const shown = await page()
    expect(shown).toContain('Czechia')
    expect(shown).toContain('href="https://example.org/~crew/" rel="nofollow ugc noopener">')
    expect(shown).toContain('<bdi>example.org/~crew</bdi>')
    await fly(game, 0, { affiliation: '', website: null, country: '' })
    await expect.poll(page, soon).not.toContain('about-list')
  })
})
