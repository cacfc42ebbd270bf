import { afterAll, beforeAll, expect, it } from 'vitest'
import { notifyScoring } from '~/server/ledger'
import { HOUR_MS } from '~/server/platform/time'
import { Client } from '~/tests/support/api/client'
import { type PlayedGame, playGame, sendFlags, sessionOf } from '~/tests/support/fixtures'
import { Organiser } from '~/tests/support/games/organiser'
import { type Platform, startPlatform } from '~/tests/support/processes/platform'
import { until } from '~/tests/support/until'

let platform: Platform
let organiser: Organiser
let visitor: Client
beforeAll(async () => {
  platform = await startPlatform()
  organiser = await Organiser.of(platform)
  visitor = new Client(platform.url)
})
afterAll(() => platform?.close())

const pageOf = (id: number, client = visitor) => client.ok<string>('GET', `/games/${id}`)
const iso = (from: number) => new Date(Date.now() + from).toISOString()
const change = (id: number, changes: object) => organiser.client.ok('PUT', `/api/edit/games/${id}`, changes)

const freeze = (id: number, at: string | null) =>
  organiser.client.ok('PUT', `/api/edit/games/${id}/freeze`, { at })

/** Pages are long: a failure names what is missing, or there by mistake, and not the page. */
function has(page: string, all: string[], none: string[]): void {
  expect(all.filter((text) => !page.includes(text))).toEqual([])
  expect(none.filter((text) => page.includes(text))).toEqual([])
}

/** A game of three teams, of which the first has solved both challenges and the second one. */
async function played(plan: Parameters<typeof playGame>[1] = {}): Promise<PlayedGame> {
  const game = await playGame(platform.stores.db, { teams: 3, challenges: 2, startsIn: -HOUR_MS, ...plan })
  const [first, second] = game.teams as [PlayedGame['teams'][0], PlayedGame['teams'][0]]
  const sent = game.challenges.map((challenge) => ({ team: first, challenge }))
  await sendFlags(platform.stores.db, game, [...sent, { team: second, challenge: game.challenges[0]! }])
  await notifyScoring(platform.stores.redis, game.id)
  await until(async () => (await platform.stores.db.pool.query('SELECT FROM unjudged')).rowCount === 0)
  return game
}

async function memberOf(game: PlayedGame, team: number): Promise<Client> {
  const client = new Client(platform.url)
  client.cookie = await sessionOf(platform, game.teams[team]!.members[0])
  return client
}

/** The solved and all challenges that a page counts over its categories. */
const counts = (page: string) => /(\d+) of (\d+) solved by/.exec(page)?.slice(1).map(Number)

it('shows a team its own solves by category, and everybody else those of all', async () => {
  const game = await played()
  await expect.poll(async () => counts(await pageOf(game.id))).toEqual([2, 2])
  expect(counts(await pageOf(game.id, await memberOf(game, 0)))).toEqual([2, 2])
  expect(counts(await pageOf(game.id, await memberOf(game, 1)))).toEqual([1, 2])
  expect(counts(await pageOf(game.id, await memberOf(game, 2)))).toEqual([0, 2])
})

it('names nothing of the board before the start', async () => {
  const { id } = await organiser.game({
    startsIn: HOUR_MS,
    endsIn: 2 * HOUR_MS,
    challenges: [{ title: 'Sealed' }]
  })
  const page = await pageOf(id)
  has(
    page,
    [`href="/games/${id}/Calendar"`],
    ['Sealed', 'class="catgrid"', 'class="figrow"', 'class="podium"']
  )
})

it('names winners and offers the replay once the game is over, but not while its board is frozen', async () => {
  const game = await played()
  await freeze(game.id, 'now')
  await change(game.id, { end: iso(1500) })
  await expect
    .poll(async () => (await pageOf(game.id)).includes('data-phase="ended"'), { timeout: 5000 })
    .toBe(true)
  has(await pageOf(game.id), [], ['class="podium"', '/Replay"'])
  await organiser.client.ok('POST', `/api/edit/games/${game.id}/reveal`)
  await expect.poll(async () => (await pageOf(game.id)).includes('class="podium"')).toBe(true)
  const page = await pageOf(game.id)
  const podium = page.slice(page.indexOf('class="podium"'))
  const places = game.teams.map(({ name }) => podium.indexOf(`>${name}<`))
  expect(places.slice(0, 2).every((place) => place > 0)).toBe(true)
  expect(places[0]).toBeLessThan(places[1]!)
  has(page, [`href="/games/${game.id}/Replay"`], [])
})

it('names the first of each division once everybody has ended, also who has extra time', async () => {
  const game = await played({ divisionOf: (place) => (place === 1 ? 'Students' : 'Open') })
  const own = game.teams[2]!
  const extra = `/api/edit/games/${game.id}/extratime/${own.participationId}`
  await organiser.client.ok('PUT', extra, { minutes: 90, reason: 'Agreed.' })
  await change(game.id, { end: iso(-1000) })
  await expect
    .poll(async () => (await pageOf(game.id)).includes('data-phase="ended"'), { timeout: 5000 })
    .toBe(true)
  has(await pageOf(game.id), [], ['class="podium"', 'class="division-winners"'])
  has(await pageOf(game.id, await memberOf(game, 2)), ['data-phase="running"'], ['class="division-winners"'])
  await organiser.client.ok('DELETE', extra)
  await expect.poll(async () => (await pageOf(game.id)).includes('class="division-winners"')).toBe(true)
  const page = await pageOf(game.id)
  const winners = page.slice(page.indexOf('class="division-winners"'))
  const places = ['Open', game.teams[0]!.name, own.name, 'Students', game.teams[1]!.name].map((name) =>
    winners.indexOf(`>${name}<`)
  )
  expect(places.every((place) => place > 0)).toBe(true)
  expect(places.toSorted((a, b) => a - b)).toEqual(places)

  const whole = await played({ divisionOf: () => 'Open', endsIn: -1000 })
  await expect.poll(async () => (await pageOf(whole.id)).includes('class="podium"')).toBe(true)
  has(await pageOf(whole.id), [], ['class="division-winners"'])
})

it('offers the writeup first that a team owes after the end, and no more once it is sent or late', async () => {
  const game = await played({ endsIn: -60_000 })
  await change(game.id, { writeupRequired: true, writeupDeadline: iso(HOUR_MS) })
  const member = await memberOf(game, 0)
  const offered = /<a class="btn primary lg" href="[^"]*\/Writeup">/
  await expect.poll(async () => offered.test(await pageOf(game.id, member))).toBe(true)
  has(await pageOf(game.id, member), ['writeup is not submitted yet'], [])
  expect(offered.test(await pageOf(game.id))).toBe(false)
  await platform.stores.db.pool.query(
    `WITH file AS (INSERT INTO blobs (hash, size) VALUES ($2, 1) ON CONFLICT DO NOTHING)
     INSERT INTO writeups (participation_id, hash, name, uploaded_at) VALUES ($1, $2, 'w.pdf', now())`,
    [game.teams[0]!.participationId, 'a'.repeat(64)]
  )
  await expect.poll(async () => offered.test(await pageOf(game.id, member))).toBe(false)
  const mate = await memberOf(game, 1)
  expect(offered.test(await pageOf(game.id, mate))).toBe(true)
  await change(game.id, { writeupDeadline: iso(-1000) })
  await expect.poll(async () => offered.test(await pageOf(game.id, mate))).toBe(false)
})

it('has a timetable with the freeze and the deadline of writeups', async () => {
  const { id } = await organiser.game({ writeupRequired: true })
  has(await pageOf(id), ['Writeups due'], ['Board freezes'])
  await freeze(id, iso(HOUR_MS / 2))
  await change(id, { writeupRequired: false })
  // Visitors share a rendering for a moment.
  await expect.poll(async () => (await pageOf(id)).includes('Board freezes')).toBe(true)
  has(await pageOf(id), [], ['Writeups due'])
})

it('has its times as a file for calendars, which tells no stranger of a hidden game', async () => {
  const { id, title } = await organiser.game({ summary: 'Rope, tar; and\nsalt, as ever' })
  const { start, end } = await organiser.client.ok<{ start: string; end: string }>('GET', `/api/game/${id}`)
  const read = async () => {
    const response = await visitor.call('GET', `/games/${id}/Calendar`)
    return { status: response.status, text: String(response.body) }
  }
  const stamp = (time: string) => `${new Date(time).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
  const { status, text } = await read()
  expect(status).toBe(200)
  expect(text).toContain(`DTSTART:${stamp(start)}`)
  expect(text).toContain(`DTEND:${stamp(end)}`)
  expect(text).toContain(`SUMMARY:${title}`)
  expect(text.replace(/\r\n /g, '')).toContain('DESCRIPTION:Rope\\, tar\\; and\\nsalt\\, as ever')
  expect(text.match(/^UID:.*$/m)?.[0]).toContain(`game-${id}@`)
  await change(id, { hidden: true })
  expect((await read()).status).toBe(404)
})
