import { afterAll, beforeAll, expect, it } from 'vitest'
import { Client } from '../../support/api/client'
import { filled, routes } from '../../support/api/routes'
import { addUsers, type Member, sessionOf } from '../../support/fixtures'
import { addFullGame, type FullGame } from '../../support/games/full-game'
import { Organiser } from '../../support/games/organiser'
import { type Planted, plantSecrets } from '../../support/plant-secrets'
import { type Platform, startPlatform } from '../../support/processes/platform'
import { type BreakableStore, breakable } from '../../support/stores/outage'
import { type Statement, statementsOf } from '../../support/stores/statements'

/** Number of teams, challenges, notices and so on: more than any page may query. */
const MANY = 30
const FEW = 3

/** Most statements of Postgres for a page or call by any caller, with filled caches. */
const BUDGET: Record<string, number> = {
  '/games': 2,
  '/games/:id': 1,
  '/games/:id/Challenges': 1,
  '/games/:id/Challenges?c=:cId': 2,
  '/games/:id/Challenges?q=x&f=tried': 1,
  '/games/:id/Challenges/Found?q=x&f=tried': 1,
  '/games/:id/Challenges/Found': 1,
  '/games/:id/Challenges/:challengeId': 1,
  '/games/:id/monitor/Watch': 2,
  '/games/:id/monitor/Events': 7,
  '/games/:id/monitor/Submissions': 9,
  '/games/:id/monitor/Submissions?team=:teamId&search=x': 10,
  '/games/:id/monitor/CheatInfo': 4,
  '/games/:id/monitor/CheatInfo?view=table': 4,
  '/games/:id/monitor/Signals': 2,
  '/games/:id/monitor/Cases': 4,
  '/games/:id/monitor/Cases/New': 4,
  '/games/:id/monitor/Cases/:caseId': 9,
  '/games/:id/monitor/Cases/:caseId/Print': 8,
  '/games/:id/Answers': 1,
  '/games/:id/Decisions': 1,
  '/games/:id/Help': 2,
  '/games/:id/Workspace': 1,
  '/games/:id/Help/:ticketId': 2,
  '/games/:id/monitor/Help': 4,
  '/games/:id/monitor/Help/Message': 2,
  '/games/:id/monitor/Help/Message?to=all': 2,
  '/games/:id/monitor/Help/Answers': 3,
  '/games/:id/monitor/Help/Earlier': 4,
  '/games/:id/monitor/Help/:ticketId': 6,
  '/games/:id/monitor/Feedback': 5,
  '/games/:id/monitor/Blocks': 3,
  '/games/:id/monitor/Traffic': 3,
  '/games/:id/monitor/Traffic?challenge=:cId&team=:partId': 6,
  '/account/Profile': 8,
  '/account/Check': 3,
  '/account/Passkey': 1,
  '/account/Authenticator': 1,
  '/account/SignIn/:provider/Callback': 1,
  '/api/account/push': 1,
  '/api/game/:id/workspace': 1,
  '/api/account/tokens': 1,
  // One for each list of what is stored.
  '/api/account/data': 36,
  '/api/admin/users/:userid/data': 36,
  '/api/admin/tokens': 1,
  '/Teams': 6,
  '/Teams/Find': 3,
  '/api/admin/plugins': 1,
  '/players/:id': 2,
  '/seasons/:id': 2,
  '/api/season/:id': 2,
  '/api/season/:id/csv': 2,
  '/posts/:postId': 1,
  '/posts/:postId/Edit': 1,
  '/Search': 1,
  '/Search/Answer': 1,
  '/admin/Teams': 2,
  '/admin/Teams?team=:teamId': 4,
  '/admin/Users': 2,
  '/admin/Users?user=:userid': 5,
  '/admin/Users/Import': 1,
  '/admin/Users/Import/:importId': 2,
  '/admin/Settings': 2,
  '/admin/Appearance': 1,
  '/admin/Pages': 1,
  '/admin/Pages/:address': 1,
  '/pages/:address': 1,
  '/api/pages/:address': 1,
  '/api/admin/pages': 1,
  '/api/admin/pages/:address': 1,
  '/api/admin/appearance': 1,
  '/admin/SignIn': 1,
  '/admin/Tokens': 1,
  '/admin/Plugins': 1,
  '/admin/Files': 2,
  '/admin/Trash': 2,
  '/admin/Logs': 3,
  '/admin/Logs/Audit': 4,
  '/admin/Instances': 6,
  '/admin/Engines': 3,
  '/admin/Seasons': 1,
  '/admin/Seasons/:id': 3,
  '/admin/games': 4,
  '/admin/games/:id/Info': 3,
  '/admin/games/:id/Notices': 3,
  '/admin/games/:id/Review': 6,
  '/admin/games/:id/Writeups': 4,
  '/admin/games/:id/Writeups?team=:partId': 5,
  '/admin/games/:id/Categories': 3,
  '/admin/games/:id/challenges': 3,
  '/admin/games/:id/challenges/Selected?act=delete&ids[]=:cId': 3,
  '/admin/games/:id/Standings': 5,
  '/admin/games/:id/Reveal': 3,
  '/api/edit/games/:id/ceremony': 1,
  '/admin/games/:id/Corrections': 11,
  '/admin/games/:id/Staff': 7,
  '/StaffInvitation/:code': 1,
  '/api/edit/games/:id/staff': 1,
  '/api/edit/games/:id/staff/invitations': 1,
  '/api/staff/invitations/:code': 1,
  '/api/edit/games/:id/tokens': 1,
  '/api/edit/seasons': 1,
  '/api/edit/seasons/:id': 1,
  '/admin/games/:id/Webhooks': 3,
  '/admin/games/:id/Webhooks/:hookId': 6,
  '/api/edit/games/:id/webhooks': 1,
  '/api/edit/games/:id/webhooks/:hookId/deliveries': 3,
  '/admin/games/:id/Corrections/Preview': 4,
  '/admin/games/:id/Rehearsal': 4,
  '/api/edit/games/:id/rehearsals': 2,
  '/admin/games/:id/Suitcase': 4,
  '/admin/games/:id/ExtraTime': 4,
  '/admin/games/:id/Questions': 3,
  '/api/game/:id/answers': 1,
  '/api/game/:id/participations/csv': 1,
  '/api/edit/games/:id/extratime': 2,
  '/admin/games/:id/WhatIf': 5,
  '/api/edit/games/:id/suitcases': 1,
  '/api/edit/games/:id/suitcases/results': 1,
  '/api/edit/games/:id/whatif': 1,
  '/games/:id/verify': 2,
  '/games/:id/Replay': 1,
  '/api/edit/games/:id/awards': 1,
  '/api/edit/games/:id/corrections': 4,
  '/api/edit/games/:id/corrections/drafts': 2,
  '/api/game/:id/cases': 2,
  '/api/game/:id/cases/:number': 5,
  '/api/game/:id/cases/:number/export': 8,
  '/api/game/:id/cases/:number/decision': 2,
  '/api/game/:id/decisions': 1,
  '/api/game/:id/tickets': 1,
  '/api/game/:id/tickets/:ticketId': 2,
  '/api/game/:id/tickets/queue': 1,
  '/api/game/:id/tickets/queue/:ticketId': 2,
  '/api/game/:id/tickets/staff': 1,
  '/api/game/:id/tickets/answers': 1,
  '/api/game/:id/tickets/earlier': 2,
  '/api/game/:id/feedback': 2,
  '/api/game/:id/feedback/csv': 2,
  '/api/game/:id/ledger': 5,
  '/api/game/:id/ledger/checkpoints': 1,
  '/api/game/:id/challenges/:challengeId/receipt': 2,
  '/admin/games/:id/challenges/Replace': 2,
  '/admin/games/:id/challenges/Replace?find=a&whole=on': 3,
  '/admin/games/:id/challenges/:chalId': 9,
  '/admin/games/:id/challenges/:chalId/Container': 8,
  '/admin/games/:id/challenges/:chalId/Flags': 8,
  '/admin/games/:id/challenges/:chalId/Flags/Sample': 2,
  '/admin/games/:id/challenges/:chalId/Check': 10,
  '/admin/games/:id/challenges/:chalId/History': 11,
  '/api/account/profile': 1,
  '/api/team': 1,
  '/api/team/:id': 1,
  '/api/team/:id/invite': 1,
  '/api/team/:id/invitations': 2,
  '/api/team/:id/requests': 2,
  '/api/team/requests': 1,
  '/api/team/listings': 1,
  '/api/team/seekers': 1,
  '/api/posts/:id': 1,
  '/api/edit/games': 2,
  '/api/edit/games/:id': 1,
  '/api/edit/games/:id/hashsalt': 1,
  '/api/edit/games/:id/export': 11,
  '/api/edit/games/:id/everything': 123,
  '/admin/games/:id/Corrections/Drafts/:draftId': 2,
  '/api/admin/trash': 2,
  '/api/edit/games/:id/notices': 1,
  '/api/edit/games/:id/categories': 1,
  '/api/edit/games/:id/challenges': 1,
  '/api/edit/games/:id/challenges/:cId': 4,
  '/api/edit/games/:id/challenges/:cId/preview': 1,
  '/api/edit/games/:id/challenges/:cId/container': 1,
  '/api/edit/games/:id/challenges/:cId/image': 1,
  '/api/edit/games/:id/challenges/:cId/versions': 3,
  '/api/edit/games/:id/challenges/:cId/check': 1,
  '/api/edit/games/:id/checks': 1,
  '/api/game/:id/checks': 1,
  '/api/game/:id/challenges/:challengeId': 1,
  '/api/game/:id/challenges/:challengeId/solvers': 1,
  '/api/game/:id/challenges/:challengeId/status/:submitId': 1,
  '/api/game/:id/challenges/:challengeId/tries': 1,
  '/api/game/:id/container/:challengeId': 1,
  '/api/game/:id/writeup': 1,
  '/api/game/games/:id/captures': 1,
  '/api/game/captures/:challengeId': 1,
  '/api/game/captures/:challengeId/all': 1,
  '/api/game/captures/:challengeId/:partId': 1,
  '/api/game/captures/:challengeId/:partId/all': 1,
  '/api/game/captures/:challengeId/:partId/:filename': 1,
  '/api/game/:id/events': 1,
  '/api/game/:id/submissions': 1,
  '/api/game/:id/cheatinfo': 1,
  '/api/game/:id/scoreboardsheet': 1,
  '/api/game/:id/submissionsheet': 4,
  '/api/game/:id/participations': 1,
  '/api/admin/users': 2,
  '/api/admin/users/:userid': 1,
  '/api/admin/teams': 2,
  '/api/admin/files': 2,
  '/api/admin/logs': 1,
  '/api/admin/instances': 1,
  '/api/admin/engines': 1,
  '/api/admin/writeups/:id': 1,
  '/api/admin/writeups/:id/all': 1,
  '/api/admin/config': 2,
  '/assets/:hash/:filename': 2
}

/** Read by many at the same time: no statements for any caller. */
const HOT = [
  '/',
  '/games/:id/Calendar',
  '/games/:id/Reveal',
  '/games/:id/Challenges/Notices',
  '/games/:id/Notices',
  '/games/:id/Notices/Unread',
  '/games/:id/Corrections',
  '/games/:id/Scoreboard',
  '/games/:id/Teams/:teamId',
  '/posts',
  '/api/config',
  '/api/game',
  '/api/game/:id',
  '/api/game/:id/details',
  '/api/game/:id/watch',
  '/api/game/:id/signals',
  '/api/game/:id/ceremony',
  '/api/game/:id/workspace/claims',
  '/api/game/:id/scoreboard',
  '/api/game/:id/scoreboard/columns',
  '/api/game/:id/scoreboard/page',
  '/api/game/:id/scoreboard/teams/:teamId',
  '/api/game/:id/notices',
  '/api/game/:id/corrections',
  '/api/game/:id/ctftime',
  '/api/posts',
  '/api/posts/latest',
  '/api/pages'
]

/** No statements for visitors; accounts see more. */
const FOR_VISITORS = ['/games/:id']

/** No statements for anybody but staff, who see what is not open yet. */
const FOR_PLAYERS = ['/games/:id/Challenges']

/** Never 200: redirects, forms only, or for containers, of which there are none. */
const NEVER = [
  // Of an ended game.
  '/api/edit/games/:id/site',
  // Of a game that came in a suitcase.
  '/api/edit/games/:id/suitcases/results',
  '/api/edit/seasons/:id',
  '/account/Logout',
  '/account/SignIn/:provider/Callback',
  '/account/SignIn/:provider/BackChannelLogout',
  '/admin',
  '/admin/Preview',
  '/admin/games/:id',
  '/games/:id/monitor',
  '/admin/Users/Import/:importId/Result',
  '/admin/games/:id/challenges/Selected',
  '/admin/games/:id/challenges/:chalId/Container',
  '/admin/games/:id/challenges/:chalId/Container/Compose',
  '/language',
  '/theme',
  '/theme.css',
  '/remember',
  '/clear-cache',
  '/*',
  '/api/edit/games/:id/challenges/:cId/container',
  '/api/edit/games/:id/challenges/:cId/image',
  '/api/game/:id/container/:challengeId',
  '/api/game/:id/tickets/receivers',
  '/api/proxy/noinst/:id',
  '/api/edit/games/:id/challenges/:cId/versions/:number',
  '/api/edit/games/:id/ceremony',
  '/api/edit/games/:id/corrections/:number',
  '/api/edit/games/:id/corrections/drafts/:draftId',
  '/admin/games/:id/Corrections/Drafts/:draftId',
  '/api/edit/games/:id/corrections/:number/undo',
  // The game of this test is not over.
  '/api/game/:id/solutions',
  '/api/game/:id/solutions/:challengeId',
  '/games/:id/Solutions',
  '/games/:id/Solutions/:challengeId',
  '/games/:id/Teams/:teamId/Card.png',
  '/games/:id/Teams/:teamId/Card.svg',
  '/games/:id/Teams/:teamId/Certificate.pdf',
  '/api/proxy/:id',
  '/api/admin/instances/:id',
  '/api/admin/instances/:id/logs',
  '/api/admin/instances/:id/traffic'
]

/** Secrets that no page or call of this test shows anybody; the last two are for one team alone. */
const FOR_NOBODY = [
  ...['private key of the game', 'name of a session', 'hash of a password'],
  ...['token of a team', 'note of a team']
]

let postgres: BreakableStore
let platform: Platform
let crowd: FullGame
let few: FullGame
let visitor: Client
let callers: Client[]
let planted: Planted
/** By the name of a secret, who got it and where. */
const seen = new Map<string, { by: Client; route: string }[]>()
const ran: Statement[] = []
/** Written after the request, together with others. */
const BACKGROUND = /INSERT INTO "?challenge_(openings|downloads)/

beforeAll(async () => {
  platform = await startPlatform(async ({ databaseUrl }) => {
    postgres = await breakable(databaseUrl, () => statementsOf((statement) => ran.push(statement)))
    return { DATABASE_URL: postgres.url }
  })
  const { client } = await Organiser.of(platform)
  few = await addFullGame(platform, client, FEW)
  crowd = await addFullGame(platform, client, MANY)
  planted = await plantSecrets(platform.stores.db, crowd)
  const others = ['User', 'Monitor', 'Admin'].map((role) => addUsers(platform.stores.db, 1, role, role))
  visitor = new Client(platform.url)
  callers = [visitor]
  for (const member of [crowd.player, ...(await Promise.all(others)).flat()])
    callers.push(await callerOf(member))
})
afterAll(async () => {
  await platform?.close()
  await postgres?.close()
})

async function callerOf(member: Member): Promise<Client> {
  const client = new Client(platform.url)
  client.cookie = await sessionOf(platform, member)
  return client
}

let asked = 0

interface Answered {
  status: number
  texts: string[]
}

/** One request; its address is new, so that no rendering is shared. */
async function ask(client: Client, route: string, world: FullGame): Promise<Answered> {
  const from = ran.length
  const address = filled(route, world)
  const { status, body } = await client.call(
    'GET',
    `${address}${address.includes('?') ? '&' : '?'}n=${++asked}`
  )
  const answer = typeof body === 'string' ? body : JSON.stringify(body)
  for (const [name, secret] of planted)
    if (answer.includes(secret)) seen.set(name, [...(seen.get(name) ?? []), { by: client, route }])
  const texts = ran
    .slice(from)
    .flatMap(({ by, text }) => (by === 'halyard-web' && !BACKGROUND.test(text) ? [text] : []))
  return { status, texts }
}

/** The least of some requests, because the first fill caches and short caches may run out between two. */
async function least(client: Client, route: string, budget: number, world: FullGame): Promise<Answered> {
  let best = await ask(client, route, world)
  for (let i = 0; i < 4 && best.texts.length > budget; i++) {
    const next = await ask(client, route, world)
    if (next.texts.length < best.texts.length) best = next
  }
  return best
}

interface Measured {
  /** By route, the most statements of any request; without routes that took none. */
  most: Record<string, number>
  /** Requests beyond the budget, with their statements. */
  over: string[]
  /** Routes that replied 200 to nobody. */
  never: string[]
}

async function measure(routes: string[], clients: Client[], world: FullGame): Promise<Measured> {
  const measured: Measured = { most: {}, over: [], never: [] }
  for (const route of routes) {
    const answers: Answered[] = []
    for (const client of clients) {
      const memory =
        (client === visitor && FOR_VISITORS.includes(route)) ||
        (client !== clients.at(-1) && FOR_PLAYERS.includes(route))
      const budget = memory ? 0 : (BUDGET[route] ?? 0)
      const answer = await least(client, route, budget, world)
      if (answer.texts.length > budget) measured.over.push([route, ...answer.texts].join('\n'))
      answers.push(answer)
    }
    const count = Math.max(...answers.map(({ texts }) => texts.length))
    if (count > 0) measured.most[route] = count
    if (answers.every(({ status }) => status !== 200)) measured.never.push(route)
  }
  return measured
}

const withQueries = (all: string[]) => [...all, ...Object.keys(BUDGET).filter((route) => route.includes('?'))]

it('every page and call stays within its budget of statements, however many rows there are', async () => {
  const all = await routes(visitor)
  expect(all).toEqual(expect.arrayContaining(HOT))
  const { most, over, never } = await measure(withQueries(all), callers, crowd)
  expect(over).toEqual([])
  // A route that now takes fewer fails too, so that the table stays exact.
  expect(most).toEqual(BUDGET)
  expect(never.toSorted()).toEqual(NEVER.toSorted())
  expect(HOT.filter((route) => route in BUDGET)).toEqual([])
  // Exports of a person and of an event ask once for each of their lists, as the other test proves.
  const others = Object.entries(BUDGET).filter(([route]) => !/\/(data|everything)$/.test(route))
  expect(Math.max(...others.map(([, most]) => most))).toBeLessThan(MANY)
})

it('no page and no call shows a player what is for staff, for another team or for nobody', () => {
  // Monitors and administrators come last.
  const players = callers.slice(0, 3)
  const [, administrator] = callers.slice(3)
  const leaks: string[] = []
  const unseen: string[] = []
  for (const name of planted.keys()) {
    const places = seen.get(name) ?? []
    for (const { by, route } of places)
      if (players.includes(by) || FOR_NOBODY.includes(name)) leaks.push(`${name}: ${route}`)
    if (!places.some(({ by }) => by === administrator)) unseen.push(name)
  }
  expect([...new Set(leaks)]).toEqual([])
  // Of every other secret, this proves that it was where a page could have shown it.
  expect(unseen.toSorted()).toEqual(FOR_NOBODY.toSorted())
})

it('a game with few rows needs as many statements as one with many', async () => {
  const clients = [await callerOf(few.player), ...callers.slice(2)]
  const ofGames = (route: string) => /^\/(api\/)?(admin\/|edit\/)?(game|games|team|writeups)\//.test(route)
  const all = withQueries(await routes(visitor)).filter(ofGames)
  expect(all.length).toBeGreaterThan(30)
  const { most, over } = await measure(all, clients, few)
  expect(over).toEqual([])
  expect(most).toEqual(Object.fromEntries(Object.entries(BUDGET).filter(([route]) => ofGames(route))))
})
