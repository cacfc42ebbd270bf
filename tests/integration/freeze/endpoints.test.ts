import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ServerMessages } from '~/scoring/gateway/contract'
import { Client } from '../../support/api/client'
import { Endpoints } from '../../support/api/endpoints'
import { addUsers, type Member, sendFlags, sessionOf } from '../../support/fixtures'
import { addFullGame, type FullGame } from '../../support/games/full-game'
import { Organiser } from '../../support/games/organiser'
import { type Platform, startPlatform } from '../../support/processes/platform'
import { type HubClient, joinHub } from '../../support/scoring/hubs'
import { judged } from '../../support/scoring/judged'
import { foldedBoard, type Received, type ViewerSocket, watchGame } from '../../support/scoring/scoring'
import { overtaken } from '../../support/stores/overtaken'
import { until } from '../../support/until'

let platform: Platform
let admin: Client
let world: FullGame
/**
 * As those who must not see behind the freeze have them: a visitor, an account without a team, a rival captain, and a member of a
 * team whose results are corrected, who is told nothing of that either.
 */
let endpoints: Endpoints
let callers: number
let visitor: Client

// Before each try, because the test freezes, ends and reveals the game.
beforeEach(async () => {
  platform = await startPlatform()
  admin = (await Organiser.of(platform)).client
  world = await addFullGame(platform, admin, 5)
  visitor = new Client(platform.url)
  const [user] = await addUsers(platform.stores.db, 1, 'outside')
  const rival = world.game.teams[4]!.members[0]
  const corrected = await callerOf(world.game.teams[2]!.members[0])
  const outsiders = { visitor, user: await callerOf(user!), rival: await callerOf(rival), corrected }
  const { challenges, teams } = world.game
  endpoints = new Endpoints(platform, world, outsiders, [
    '/games/:id/Scoreboard?view=projector',
    ...teams.map(({ members }) => `/players/${members[0].id}`),
    '/games/:id/Challenges?c=:cId&part=solvers',
    '/games/:id/Challenges?f=tried',
    ...HIDDEN.flatMap((place) => [
      `/api/game/:id/challenges/${challenges[place]!.id}/tries`,
      `/games/:id/Challenges?c=${challenges[place]!.id}&t=tries`
    ]),
    '/games/:id/Notices?n=team',
    ...['team', 'bloods'].map((kind) => `/?n=${kind}`),
    ...['challenge', 'Team', 'Blood'].flatMap((q) => [`/Search?q=${q}`, `/Search/Answer?q=${q}`]),
    ...HIDDEN.map((place) => `/api/game/:id/challenges/${challenges[place]!.id}`),
    ...HIDDEN.map((place) => `/games/:id/Challenges/${challenges[place]!.id}`),
    ...HIDDEN.map((place) => `/games/:id/Challenges?c=${challenges[place]!.id}`)
  ])
  callers = Object.keys(outsiders).length
})
afterEach(() => platform?.close())

async function callerOf(member: Member): Promise<Client> {
  const client = new Client(platform.url)
  client.cookie = await sessionOf(platform, member)
  return client
}

type Challenge = FullGame['game']['challenges'][0]
/** Indices of challenges that are solved behind the freeze; nobody has solved those of odd indices before. */
const HIDDEN = [1, 3]

const correct = (correction: object) =>
  admin.ok<{ number: number }>('POST', `/api/edit/games/${world.game.id}/corrections`, {
    correction,
    reason: 'Behind the freeze.'
  })

async function judgedAndHeard(...sockets: ViewerSocket[]): Promise<void> {
  await judged(platform.stores, world.game.id)
  await overtaken(admin, world.game, sockets)
}

/** Without what the wait for all other messages causes itself. */
const withoutMarks = (received: readonly Received[]) => received.filter(({ name }) => name !== 'renamed')

/** Whether a message may tell the team that solves of what happens behind the freeze; outsiders hear none. */
const TOLD: Record<keyof ServerMessages, boolean> = {
  ...{ hello: false, delta: false, resync: false, renamed: false, notices: false, times: false },
  teamSolve: false,
  // Its own verdicts, instances, standing and claims.
  ...{ verdict: true, ceremony: false, standing: true, instance: true, queue: true, claims: true }
}

/** Sockets of a visitor, a rival and the team that solves behind the freeze. */
async function listeners(solving: Member, rival: Member): Promise<[ViewerSocket[], ViewerSocket]> {
  const auth = { game: world.game.id }
  const as = async (member: Member) =>
    watchGame(platform.url, auth, { Cookie: await sessionOf(platform, member) })
  return [[await watchGame(platform.url, auth), await as(rival)], await as(solving)]
}

/** Clients of the contract's hub for players: a visitor, and the team that solves behind the freeze. */
const hubs = async (solving: Member): Promise<HubClient[]> => {
  const path = `user?game=${world.game.id}`
  return [
    await joinHub(platform.url, path),
    await joinHub(platform.url, path, { cookie: await sessionOf(platform, solving) })
  ]
}

const CEREMONY = [/^\w+ \/games\/:id\/Reveal$/, /^\w+ \/api\/game\/:id\/ceremony$/]

/** The game ends and is revealed step by step: only the routes of the ceremony change. */
async function expectCeremonyKept(): Promise<void> {
  const { id } = world.game
  await admin.ok('PUT', `/api/edit/games/${id}`, { end: new Date().toISOString() })
  await judgedAndHeard()
  const rest = (all: Map<string, string>) =>
    new Map([...all].filter(([route]) => !CEREMONY.some((endpoint) => endpoint.test(route))))
  const before = await endpoints.everythingStill()
  await admin.ok('POST', `/api/edit/games/${id}/ceremony`, {})
  for (const version of [1, 2, 3])
    await admin.ok('PUT', `/api/edit/games/${id}/ceremony`, { act: 'next', version })
  await judgedAndHeard()
  await endpoints.expectSame(rest(before))
  expect(before.size - rest(before).size).toBe(2 * callers)
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
    await sendFlags(db, game, [
      { team: rival, challenge: first, answer: 'flag{typo}', at: Date.now() - 700_000 },
      { team: rival, challenge: first, at: Date.now() - 600_000 }
    ])
    await judgedAndHeard()
    const award = { kind: 'award', participationIds: [rival.participationId], points: 5 }
    const { number: early } = await correct(award)
    const [outside, own] = await listeners(team.members[0], rival.members[0])
    const [watched] = outside as [ViewerSocket]
    const clients = await hubs(team.members[0])
    await admin.ok('PUT', `/api/edit/games/${game.id}/freeze`, { at: 'now' })
    await judgedAndHeard()
    const board = await foldedBoard(platform.stores, game.id)

    const before = await endpoints.everythingStill()
    const heard = watched.received.length
    const [heardOutside, heardOwn] = [outside.map(({ received }) => received.length), own.received.length]

    await sendFlags(db, game, [
      { team, challenge: first },
      { team, challenge: second },
      { team: other, challenge: second, answer: 'flag{no}' }
    ])
    await judgedAndHeard(...outside, own)
    const { number } = await correct({ kind: 'award', participationIds: [team.participationId], points: 77 })
    const undo = (number: number) =>
      admin.ok('POST', `/api/edit/games/${game.id}/corrections/${number}/undo`, { reason: 'No.' })
    await undo(early)
    await db.pool.query('INSERT INTO flags (challenge_id, flag) VALUES ($1, $2)', [first.id, 'flag{typo}'])
    await correct({ kind: 'rejudge', challengeIds: [first.id] })
    await correct({ kind: 'void', challengeId: first.id, participationIds: [rival.participationId] })
    await correct({
      kind: 'solve',
      challengeId: second.id,
      participationIds: [other.participationId, rival.participationId]
    })
    await undo(number)
    await judgedAndHeard(...outside, own)
    await endpoints.expectSame(before)
    for (const [place, { received }] of outside.entries())
      expect(withoutMarks(received.slice(heardOutside[place]))).toEqual([])
    expect(clients.flatMap(({ received }) => received)).toEqual([])
    const toOwn = withoutMarks(own.received.slice(heardOwn))
    expect(toOwn.filter(({ name }) => !TOLD[name])).toEqual([])
    expect(toOwn.map(({ name }) => name)).toContain('verdict')
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
    await judgedAndHeard()
    const moved = await admin.ok<{ seq: number }>('GET', `/api/game/${game.id}/scoreboard`)
    expect(moved.seq).toBe(board.seq + 1)

    await expectCeremonyKept()

    await admin.ok('POST', `/api/edit/games/${game.id}/reveal`, {})
    await judgedAndHeard()
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
    const notices = await visitor.ok<{ type: string; values: string[] }[]>(
      'GET',
      `/api/game/${game.id}/notices`
    )
    expect(notices).toContainEqual(
      expect.objectContaining({ type: 'FirstBlood', values: [team.name, second.title] })
    )
    expect(notices).toContainEqual(
      expect.objectContaining({ type: 'FirstBlood', values: [team.name, first.title] })
    )
    // What is told of later events shows that they could have been heard.
    await admin.ok('POST', `/api/edit/games/${game.id}/notices`, { content: 'All is shown.' })
    for (const { of } of clients) await until(() => of('ReceivedGameNotice').length > 0)
    for (const { connection } of clients) await connection.stop()
    for (const { socket } of [...outside, own]) socket.close()
    again.socket.close()
  })
})
