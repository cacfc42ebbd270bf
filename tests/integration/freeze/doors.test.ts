import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { notifyScoring } from '~/server/ledger'
import { Client } from '../../support/client'
import { unzipped } from '../../support/files/xlsx'
import { addUsers, type Member, sendFlags, sessionOf } from '../../support/fixtures'
import { addFullGame, type FullGame } from '../../support/full-game'
import { Organiser } from '../../support/organiser'
import { type Platform, startPlatform } from '../../support/platform'
import { filled, routes } from '../../support/routes'
import { foldedBoard, watchGame } from '../../support/scoring'
import { until } from '../../support/until'

let platform: Platform
let admin: Client
let world: FullGame
/** Clients that must not see behind the freeze: a visitor, an account without a team, a rival captain. */
let outsiders: Record<string, Client>

// Before each try, because the test freezes, ends and reveals the game.
beforeEach(async () => {
  platform = await startPlatform()
  admin = (await Organiser.of(platform)).client
  world = await addFullGame(platform, admin, 5)
  const visitor = new Client(platform.url)
  const [user] = await addUsers(platform.stores.db, 1, 'outside')
  const rival = world.game.teams[4]!.members[0]
  outsiders = { visitor, user: await callerOf(user!), rival: await callerOf(rival) }
})
afterEach(() => platform?.close())

async function callerOf(member: Member): Promise<Client> {
  const client = new Client(platform.url)
  client.cookie = await sessionOf(platform, member)
  return client
}

/** Replaces what differs between requests by itself: nonces, times, the time left. */
const steady = (text: string) =>
  text
    .replace(/nonce="[^"]*"/g, '')
    .replace(/nonce-[\w+/=-]+/g, '')
    .replace(/DTSTAMP:\w+/g, '')
    .replace(/\b1[789]\d{11}\b/g, 'TIME')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?/g, 'TIME')
    .replace(/\b\d{1,2}:\d\d(:\d\d)?\b/g, 'CLOCK')
    .replace(/\b(50|\d+\.\d+)%/g, 'SHARE')
    .replace(/(?<=[\d.])H\d+(\.\d+)?/g, 'H')
    .replace(/\b(\d+ (sec|min)( ago)?|\d+[smh] ago|now)\b/g, 'AGO')
    .replace(/aria-value(max|now)="\d+"/g, 'aria-value=""')
    .replace(/\b(\d+[dhm] ?)+(?= (left|of)\b)/g, 'SPAN')
    // The axis of a chart has more times as it grows.
    .replace(/(<text[^>]*>CLOCK<\/text>)+/g, 'TICKS')

type Challenge = FullGame['game']['challenges'][0]
/** Indices of challenges that are solved behind the freeze; nobody has solved those of odd indices before. */
const HIDDEN = [1, 3]

/** The files of a ZIP, whose bytes contain times. */
const unpacked = async (client: Client, address: string) => {
  const answer = await fetch(platform.url + address, { headers: { Cookie: client.cookie ?? '' } })
  const files = [...(await unzipped(Buffer.from(await answer.arrayBuffer())))].flat().join('\n')
  // Exports of personal data and refused requests are themselves in the next export.
  return files.replace(/\{[^{}]*"(?:user_exported|access_refused)"[^{}]*\},?\s*/g, '')
}

const HEADERS = ['etag', 'content-length', 'content-type', 'last-modified']

let asked = 0
const NUMBER = /[?&]?n(=|%3D|%253D)\d+|%3Fn%3D\d+|\\u0026n=\d+/g
/** Replies to outsiders by caller and route (of `wanted`, or all). Addresses are new, so that no rendering is cached. */
async function everything(wanted?: readonly string[]): Promise<Map<string, string>> {
  const all = new Map<string, string>()
  for (const [name, client] of Object.entries(outsiders))
    for (const route of [
      ...(await routes(outsiders.visitor!)),
      '/games/:id/Scoreboard?view=projector',
      ...world.game.teams.map(({ members }) => `/players/${members[0].id}`),
      '/games/:id/Challenges?c=:cId&part=solvers',
      ...HIDDEN.map((place) => `/api/game/:id/challenges/${world.game.challenges[place]!.id}`),
      ...HIDDEN.map((place) => `/games/:id/Challenges/${world.game.challenges[place]!.id}`),
      ...HIDDEN.map((place) => `/games/:id/Challenges?c=${world.game.challenges[place]!.id}`)
    ]) {
      if (wanted && !wanted.includes(`${name} ${route}`)) continue
      const address = filled(route, world)
      const answer = await client.call('GET', `${address}${address.includes('?') ? '&' : '?'}n=${++asked}`)
      const type = answer.headers.get('content-type') ?? ''
      const zip = type.startsWith('application/zip') && (await unpacked(client, address))
      const body = zip || (typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body))
      // The lengths of pages and of packed files depend on the times in them.
      const html = zip || type.startsWith('text/html')
      const headers = HEADERS.map((header) =>
        html || answer.status !== 200 ? '' : answer.headers.get(header)
      )
      all.set(`${name} ${route}`, steady([answer.status, ...headers, body].join('\n')).replace(NUMBER, ''))
    }
  return all
}

function parting(before: string, after: string): string {
  const at = [...before].findIndex((letter, index) => letter !== after[index])
  const around = (text: string) => text.slice(Math.max(0, at - 120), at + 120)
  return `${around(before)}\n→ ${around(after)}`
}

/** How often a differing reply is requested again: a leak stays, a late board on a busy machine does not. */
const AGAIN = 8

async function expectSame(before: Map<string, string>): Promise<void> {
  let after = await everything()
  const changed = () => [...before].filter(([door, text]) => after.get(door) !== text)
  for (let n = 0; n < AGAIN && changed().length > 0; n++) {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    after = new Map([...after, ...(await everything(changed().map(([door]) => door)))])
  }
  expect(changed().map(([door, text]) => `${door}: ${parting(text, after.get(door) ?? '')}`)).toEqual([])
}

/** Repeats each request until it gives the same reply twice. */
async function everythingStill(): Promise<Map<string, string>> {
  await settled()
  const all = await everything()
  let unsure = [...all.keys()]
  for (let n = 0; n < AGAIN && unsure.length > 0; n++) {
    await new Promise((resolve) => setTimeout(resolve, 1100))
    const next = await everything(unsure)
    unsure = unsure.filter((door) => next.get(door) !== all.get(door))
    for (const door of unsure) all.set(door, next.get(door)!)
  }
  expect(unsure).toEqual([])
  return all
}

const correct = (correction: object) =>
  admin.ok<{ number: number }>('POST', `/api/edit/games/${world.game.id}/corrections`, {
    correction,
    reason: 'Behind the freeze.'
  })

async function judged(): Promise<void> {
  const { db, redis } = platform.stores
  await notifyScoring(redis, world.game.id)
  await until(async () => (await db.pool.query('SELECT FROM unjudged')).rowCount === 0)
  // A wrong message would arrive within this time.
  await new Promise((resolve) => setTimeout(resolve, 1200))
}

/** Waits until scoring keeps the board; before, pages show the age of their board. */
async function settled(): Promise<void> {
  await until(async () => {
    const { body } = await outsiders.visitor!.call('GET', `/games/${world.game.id}/Scoreboard?n=${++asked}`)
    return typeof body === 'string' && !body.includes('class="banner warn inline"')
  })
}

const CEREMONY = [/^\w+ \/games\/:id\/Reveal$/, /^\w+ \/api\/game\/:id\/ceremony$/]

/** The game ends and is revealed step by step: only the routes of the ceremony change. */
async function expectCeremonyKept(): Promise<void> {
  const { id } = world.game
  await admin.ok('PUT', `/api/edit/games/${id}`, { end: new Date().toISOString() })
  await judged()
  const rest = (all: Map<string, string>) =>
    new Map([...all].filter(([route]) => !CEREMONY.some((door) => door.test(route))))
  const before = await everythingStill()
  await admin.ok('POST', `/api/edit/games/${id}/ceremony`, {})
  for (const version of [1, 2, 3])
    await admin.ok('PUT', `/api/edit/games/${id}/ceremony`, { act: 'next', version })
  await judged()
  await expectSame(rest(before))
  expect(before.size - rest(before).size).toBe(2 * Object.keys(outsiders).length)
}

// Six times some 500 requests: half a minute on a fast machine, several on a slow one.
describe('a frozen game', { timeout: 600_000 }, () => {
  it('looks the same to outsiders before, at and after what is hidden; the reveal shows it all', async () => {
    const { game } = world
    const { db } = platform.stores
    const [, team, rival, other] = game.teams as [
      FullGame['game']['teams'][0],
      FullGame['game']['teams'][0],
      FullGame['game']['teams'][0],
      FullGame['game']['teams'][0]
    ]
    const [first, second] = HIDDEN.map((place) => game.challenges[place]!) as [Challenge, Challenge]
    // Ten minutes ago, because the projector marks a new first blood for 90 seconds.
    await sendFlags(db, game, [{ team: rival, challenge: first, at: Date.now() - 600_000 }])
    await judged()
    const watched = await watchGame(platform.url, { game: game.id })
    await admin.ok('PUT', `/api/edit/games/${game.id}/freeze`, { at: 'now' })
    await judged()
    const board = await foldedBoard(platform.stores, game.id)

    const before = await everythingStill()
    const heard = watched.received.length

    await sendFlags(db, game, [
      { team, challenge: first },
      { team, challenge: second },
      { team: other, challenge: second, answer: 'flag{no}' }
    ])
    await judged()
    const { number } = await correct({ kind: 'award', participationIds: [team.participationId], points: 77 })
    await correct({ kind: 'void', challengeId: first.id, participationIds: [rival.participationId] })
    await correct({ kind: 'solve', challengeId: second.id, participationIds: [other.participationId] })
    await admin.ok('POST', `/api/edit/games/${game.id}/corrections/${number}/undo`, { reason: 'No.' })
    await judged()
    await expectSame(before)
    expect(watched.received.slice(heard)).toEqual([])
    const again = await watchGame(platform.url, { game: game.id })
    expect(again.of('hello')).toEqual(
      watched
        .of('hello')
        .slice(-1)
        .map(() => ({ seq: board.seq }))
    )
    expect(await foldedBoard(platform.stores, game.id)).toEqual(board)

    // The board changes by what is not hidden, and counts by what it shows.
    await admin.ok('PUT', `/api/edit/games/${game.id}/challenges/${second.id}`, { originalScore: 800 })
    await judged()
    const moved = await admin.ok<{ seq: number }>('GET', `/api/game/${game.id}/scoreboard`)
    expect(moved.seq).toBe(board.seq + 1)

    await expectCeremonyKept()

    await admin.ok('POST', `/api/edit/games/${game.id}/reveal`, {})
    await judged()
    const { rows } = await db.pool.query('SELECT seq FROM ledger_heads WHERE game_id = $1', [game.id])
    const shown = await admin.ok<{ seq: number; items: { participationId: number; score: number }[] }>(
      'GET',
      `/api/game/${game.id}/scoreboard`
    )
    expect(shown.seq).toBe(rows[0].seq)
    expect({ ...shown, updateTimeUtc: 0 }).toEqual({
      ...(await foldedBoard(platform.stores, game.id)),
      updateTimeUtc: 0
    })
    expect(shown.items[0]!.participationId).toBe(team.participationId)
    expect(watched.received.slice(heard).map(({ name }) => name)).toContain('resync')
    const notices = await outsiders.visitor!.ok<{ type: string; values: string[] }[]>(
      'GET',
      `/api/game/${game.id}/notices`
    )
    expect(notices).toContainEqual(
      expect.objectContaining({ type: 'FirstBlood', values: [team.name, second.title] })
    )
    expect(notices).toContainEqual(
      expect.objectContaining({ type: 'FirstBlood', values: [team.name, first.title] })
    )
    watched.socket.close()
    again.socket.close()
  })
})
