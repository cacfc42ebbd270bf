import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Client } from '~/tests/support/api/client'
import { type PlayedGame, playGame, sendFlags, sessionOf } from '~/tests/support/fixtures'
import { Organiser } from '~/tests/support/games/organiser'
import { type Platform, startPlatform } from '~/tests/support/processes/platform'
import { judged } from '~/tests/support/scoring/judged'
import { overtaken } from '~/tests/support/stores/overtaken'

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
type Challenge = PlayedGame['challenges'][0]

async function as({ members: [member] }: Team): Promise<Client> {
  const client = new Client(platform.url)
  client.cookie = await sessionOf(platform, member)
  return client
}

let asked = 0
async function pageAt(client: Client, path: string): Promise<string> {
  const { status, body } = await client.call<string>(
    'GET',
    `${path}${path.includes('?') ? '&' : '?'}r=${++asked}`
  )
  expect(status).toBe(200)
  return body
}

const words = (html: string) =>
  html
    .replace(/<!--.*?-->|<svg.*?<\/svg>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

const linesOf = (page: string) =>
  [...page.matchAll(/<li data-id="[^"]*">(.*?)<\/li>/gs)].map(([, line = '']) => words(line).trim())
const teamLines = async (client: Client, game: PlayedGame) =>
  linesOf(await pageAt(client, `/games/${game.id}/Notices?n=team`))
const hasTab = (page: string) => /<a href="[^"]*Notices\?n=team"/.test(page)
const nowOf = async (client: Client) => {
  const [, block] = /<section class="team-now"[^>]*>(.*?)<\/section>/s.exec(await pageAt(client, '/')) ?? []
  return block === undefined ? null : words(block).trim()
}

/** The figure of the next place; null for who leads or does not play. */
const placeAbove = async (client: Client) => {
  const [, figure] = /Next place<\/span>(.*?)<\/div>/s.exec(await pageAt(client, '/')) ?? []
  return figure === undefined ? null : words(figure).trim()
}

/** Three teams, of which two have solved the first challenge. */
async function begun() {
  const game = await playGame(platform.stores.db, { teams: 3, challenges: 3 })
  const [one, two, three] = game.teams as [Team, Team, Team]
  const [first, second, third] = game.challenges as [Challenge, Challenge, Challenge]
  await sendFlags(platform.stores.db, game, [
    { team: one, challenge: first },
    { team: two, challenge: first }
  ])
  await judged(platform.stores, game.id)
  // Fixtures write past the caches; a change makes the home page know the game.
  await admin.ok('PUT', `/api/edit/games/${game.id}`, { summary: 'A regatta' })
  return { game, one, two, three, first, second, third }
}

describe('solves of the own team among the notices', () => {
  it('are those of the reader, whoever else has solved what', async () => {
    const { game, one, two, three, first, second } = await begun()
    await sendFlags(platform.stores.db, game, [{ team: two, challenge: second }])
    await judged(platform.stores, game.id)
    await expect.poll(async () => (await teamLines(await as(two), game)).length).toBe(2)
    const [newer, older] = await teamLines(await as(two), game)
    expect(newer).toContain(second.title)
    expect(older).toContain(first.title)
    const page = await pageAt(await as(one), `/games/${game.id}/Notices?n=team`)
    expect(linesOf(page).length).toBe(1)
    expect(hasTab(page)).toBe(true)
    expect(await teamLines(await as(three), game)).toEqual([])
    expect(await pageAt(await as(three), `/games/${game.id}/Notices?n=team`)).toContain('Nothing solved yet.')
  })

  it('stand at their times among all that the game tells, for that team alone', async () => {
    const { game, one, two, three, first } = await begun()
    await admin.ok('POST', `/api/edit/games/${game.id}/notices`, { content: 'Soup is out' })
    const all = async (client: Client) => linesOf(await pageAt(client, `/games/${game.id}/Notices`))
    const own = `solved ${first.title}`
    await expect.poll(async () => (await all(await as(one))).join('\n'), { timeout: 10_000 }).toContain(own)
    const lines = await all(await as(one))
    expect(lines[0]).toContain('Soup is out')
    const solve = lines.findIndex((line) => line.includes(own))
    expect(solve).toBeGreaterThan(0)
    // The other team sent its flag at the same moment.
    const blood = lines.findIndex((line) => line.includes('First blood') && !line.includes(own))
    expect(blood).toBeGreaterThan(solve)
    expect((await all(await as(two))).filter((line) => line.includes(own)).length).toBe(1)
    for (const client of [await as(three), visitor, admin])
      expect((await all(client)).join('\n')).not.toContain(own)
    expect(linesOf(await pageAt(await as(one), `/games/${game.id}/Notices?n=bloods`)).join()).not.toContain(
      own
    )
  })

  it('have no tab for who is in no team of the game; their address shows all notices', async () => {
    const { game } = await begun()
    const stranger = await as((await begun()).one)
    for (const client of [visitor, stranger, admin]) {
      const page = await pageAt(client, `/games/${game.id}/Notices?n=team`)
      expect(hasTab(page)).toBe(false)
      expect(page).toContain('data-kind="all"')
    }
    await admin.ok('PUT', `/api/edit/games/${game.id}`, { hidden: true })
    await expect
      .poll(async () => (await visitor.call('GET', `/games/${game.id}/Notices?n=team&r=${++asked}`)).status)
      .toBe(404)
  })

  it('stay as the frozen board has them, and so does the block of the home page', async () => {
    const { game, one, two, second, third } = await begun()
    await admin.ok('PUT', `/api/edit/games/${game.id}/freeze`, { at: 'now' })
    await judged(platform.stores, game.id)
    const readers = [await as(one), await as(two)]
    const allLines = async (client: Client) => linesOf(await pageAt(client, `/games/${game.id}/Notices`))
    const seen = () =>
      Promise.all(readers.flatMap((client) => [teamLines(client, game), allLines(client), nowOf(client)]))
    const bell = async () => linesOf(await pageAt(visitor, `/games/${game.id}/Notices`))
    const isWhole = (parts: Awaited<ReturnType<typeof seen>>) =>
      parts.every((part) => part !== null && part.length > 0) &&
      JSON.stringify(parts).match(/Last solve/g)?.length === 2
    await expect.poll(async () => isWhole(await seen()), { timeout: 20_000 }).toBe(true)
    const before = [await seen(), await bell()]
    await sendFlags(platform.stores.db, game, [
      { team: two, challenge: second },
      { team: two, challenge: third }
    ])
    await judged(platform.stores, game.id)
    // The board was rewritten since, and would have told of the solves.
    await overtaken(admin, game)
    await expect.poll(async () => [await seen(), await bell()], { timeout: 10_000 }).toEqual(before)
    expect(await pageAt(readers[0]!, `/games/${game.id}/Notices?n=team`)).toContain(
      'The scoreboard is frozen'
    )
  })
})

describe('the block of the own team on the home page', () => {
  it('tells the teams beside it and the last solve, and is missing for who does not play', async () => {
    const { one, two, three, first } = await begun()
    const [a, b, c] = [await as(one), await as(two), await as(three)]
    await expect.poll(() => nowOf(a), { timeout: 10_000 }).toContain(`Last solve: ${first.title}`)
    expect(await nowOf(a)).toContain(`ahead of ${two.name}`)
    expect(await placeAbove(a)).toBeNull()
    await expect.poll(() => nowOf(b), { timeout: 10_000 }).toContain('Last solve')
    const middle = await nowOf(b)
    expect(await placeAbove(b)).toContain(one.name)
    expect(middle).toContain(`ahead of ${three.name}`)
    expect(await nowOf(c)).toContain('Nothing solved yet.')
    expect(await nowOf(visitor)).toBeNull()
    expect(await nowOf(admin)).toBeNull()
  })
})

/** Titles of the challenges that the home page offers. */
const offered = async (client: Client) => {
  const [, cards = ''] = /<ul class="next-cards">(.*?)<\/ul>/s.exec(await pageAt(client, '/')) ?? []
  return [...cards.matchAll(/<a [^>]*>(.*?)<\/a>/gs)].map(([, title = '']) => words(title).trim()).sort()
}

/** The own rank where the team reads it: on the home page, on that of the game and on that of the challenges. */
const ownRanks = async (client: Client, { id }: PlayedGame) => {
  const shown = await Promise.all(
    ['/', `/games/${id}`, `/games/${id}/Challenges`].map(async (path) => words(await pageAt(client, path)))
  )
  return shown.map((text) => /[Rr]ank (\d+\??) /.exec(text)?.[1])
}

describe('the own team on a frozen board', () => {
  it('has a rank with a question mark, and is not offered what it has solved since', async () => {
    const { game, two, second, third } = await begun()
    const client = await as(two)
    await expect.poll(() => offered(client)).toEqual([second.title, third.title].sort())
    expect(await ownRanks(client, game)).toEqual(['2', '2', '2'])
    await admin.ok('PUT', `/api/edit/games/${game.id}/freeze`, { at: 'now' })
    await judged(platform.stores, game.id)
    await sendFlags(platform.stores.db, game, [{ team: two, challenge: second }])
    await judged(platform.stores, game.id)
    await expect.poll(() => ownRanks(client, game), { timeout: 10_000 }).toEqual(['2?', '2?', '2?'])
    await expect.poll(() => offered(client), { timeout: 10_000 }).toEqual([third.title])
    await admin.ok('POST', `/api/edit/games/${game.id}/reveal`)
    await expect.poll(() => ownRanks(client, game), { timeout: 10_000 }).toEqual(['1', '1', '1'])
  })
})

describe('the feed of the home page', () => {
  const feed = async (client: Client, query = '') => {
    const [, lines = ''] =
      /<section class="panel live-feed".*?<ol>(.*?)<\/ol>/s.exec(await pageAt(client, `/${query}`)) ?? []
    return [...lines.matchAll(/<li[^>]*>(.*?)<\/li>/gs)].map(([, line = '']) => words(line).trim())
  }
  const tabs = async (client: Client) => {
    const [, nav = ''] =
      /<section class="panel live-feed".*?<nav[^>]*>(.*?)<\/nav>/s.exec(await pageAt(client, '/')) ?? []
    return [...nav.matchAll(/<a [^>]*>(.*?)<\/a>/gs)].map(([, tab = '']) => words(tab).trim())
  }

  it('tells solves of all teams that are on the board, and its tabs one kind', async () => {
    const game = await playGame(platform.stores.db, { teams: 4, challenges: 1 })
    const [challenge] = game.challenges as [Challenge]
    const [first, , , last] = game.teams as [Team, Team, Team, Team]
    await sendFlags(
      platform.stores.db,
      game,
      game.teams.map((team) => ({ team, challenge }))
    )
    await judged(platform.stores, game.id)
    // Ends first, so that the home page features it.
    const end = new Date(Date.now() + 600_000).toISOString()
    await admin.ok('PUT', `/api/edit/games/${game.id}`, { end })
    const told = (lines: string[]) =>
      lines.filter((line) => line.startsWith(`${last.name} solved ${challenge.title}`))
    await expect.poll(async () => told(await feed(visitor)).length, { timeout: 10_000 }).toBe(1)
    expect((await feed(visitor)).length).toBe(4)
    const bloods = await feed(visitor, '?n=bloods')
    expect(bloods.length).toBe(3)
    expect(bloods.at(-1)).toContain(`${first.name} drew first blood on ${challenge.title}`)
    expect(await feed(await as(last), '?n=team')).toEqual([
      expect.stringContaining(`solved ${challenge.title}`)
    ])
    expect(await feed(visitor, '?n=team')).toEqual(await feed(visitor))
    expect(await tabs(visitor)).toEqual(['All', 'Organisers', 'Bloods'])
    expect(await tabs(await as(last))).toEqual(['All', 'My team', 'Organisers', 'Bloods'])
    await admin.ok('PUT', `/api/admin/participation/${last.participationId}`, { status: 'Suspended' })
    await expect.poll(async () => told(await feed(visitor)).length, { timeout: 10_000 }).toBe(0)
  })

  it('stands beside the way to watch and to take part, for visitors', async () => {
    await begun()
    const page = await pageAt(visitor, '/')
    expect(page).toMatch(/<a class="btn primary" href="\/games\/\d+\/Scoreboard">Watch live<\/a>/)
    expect(page).toContain('<a class="btn" href="/account/Register">Create account</a>')
    expect(words(page)).toContain('How to take part')
    expect(words(await pageAt(admin, '/'))).not.toContain('How to take part')
  })
})

describe('the list of games', () => {
  const marks = async (client: Client, { id }: PlayedGame) => {
    const page = await pageAt(client, '/games')
    const [row = ''] = new RegExp(`<a class="game-row" href="/games/${id}".*?</a>`, 's').exec(page) ?? []
    const [, mark] = /<span class="own">(.*?)<\/bdi>/s.exec(row) ?? []
    return mark === undefined ? null : words(mark).trim()
  }

  it('tells the reader alone in which games they take part, for which team and how that stands', async () => {
    const { game, one } = await begun()
    const other = await as((await begun()).two)
    const client = await as(one)
    expect(await marks(client, game)).toBe(`You are in as team ${one.name}`)
    for (const reader of [visitor, other, admin]) expect(await marks(reader, game)).toBeNull()
    await admin.ok('PUT', `/api/admin/participation/${one.participationId}`, { status: 'Suspended' })
    await expect.poll(() => marks(client, game)).toBe(`Suspended as team ${one.name}`)
  })
})
