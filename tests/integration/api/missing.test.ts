import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { HOUR_MS } from '~/server/platform/time'
import { Client } from '../../support/api/client'
import { Contract } from '../../support/api/contract'
import { send } from '../../support/files/files'
import { type PlayedGame, playGame } from '../../support/fixtures'
import { ADMIN, type Platform, startPlatform } from '../../support/processes/platform'

/** As long as the ids below, so that lengths tell nothing. */
const NOWHERE = 799_999

let platform: Platform
let callers: Record<string, Client>
let game: PlayedGame
let hidden: PlayedGame
let later: PlayedGame
/** Hash of a file that only administrators may read. */
let file: string
let operations: { method: string; path: string }[]

beforeAll(async () => {
  platform = await startPlatform()
  const { db } = platform.stores
  await db.pool.query('ALTER TABLE games ALTER id RESTART WITH 700001')
  await db.pool.query('ALTER TABLE challenges ALTER id RESTART WITH 710001')
  game = await playGame(db)
  hidden = await playGame(db, { hidden: true })
  later = await playGame(db, { startsIn: HOUR_MS, endsIn: 2 * HOUR_MS })
  await db.pool.query('UPDATE challenges SET enabled = false WHERE id = $1', [game.challenges[1]!.id])
  const admin = new Client(platform.url)
  await admin.login(ADMIN.userName, ADMIN.password)
  const uploaded = await send<{ hash: string }[]>(admin, 'POST', '/api/assets', [
    { field: 'files', name: 'secret.txt', type: 'text/plain', content: Buffer.from('not yet') }
  ])
  file = uploaded.body[0]!.hash
  callers = { visitor: new Client(platform.url), player: new Client(platform.url) }
  await callers.player!.register('player')
  const { userId } = await callers.player!.ok<{ userId: string }>('GET', '/api/account/profile')
  for (const { id, teams } of [game, later])
    await db.pool.query(
      'INSERT INTO registrations (game_id, user_id, participation_id) VALUES ($1, $2, $3)',
      [id, userId, teams[0]!.participationId]
    )
  const contract = await Contract.of(callers.visitor!)
  const pages = [...readFileSync('app/routes.js', 'utf8').matchAll(/^ {2}'(\/games\/:id[^']*)'/gm)]
  operations = [
    ...contract.operations.filter(({ path }) => path.startsWith('/api/game/')),
    ...pages.flatMap(([, path = '']) =>
      ['GET', 'POST'].map((method) => ({ method, path: path.replace(/:(\w+)/g, '{$1}') }))
    )
  ]
})
afterAll(() => platform.close())

/** Headers of requests, because caches and downloads must not reveal anything either. */
const ASKED: Record<string, string>[] = [{}, { 'If-None-Match': '*' }, { Range: 'bytes=0-3' }]

/** Differs between equal replies: times, nonces, connections. */
const CHANCE =
  /time {5}\d[\w:.-]+Z|request {2}\w+-\w+|nonce-[\w+/=]+|nonce=\\*"[^"]*"|data-now=\\*"\d+|\\*"(?:now|cspNonce)\\*":\\*"?[\w+/=]+/g
const CHANCE_HEADERS = new Set(['date', 'x-request-id', 'connection', 'keep-alive'])

/** Whole replies to a caller, one per line, without the requested ids. */
async function answers(client: Client, method: string, path: string, ids: (string | number)[]) {
  const lines: string[] = []
  for (const one of method === 'GET' ? ['GET', 'HEAD'] : [method])
    for (const headers of one === 'GET' ? ASKED : [{}]) {
      const body = method === 'GET' ? undefined : { flag: 'flag{x}' }
      const whole = { 'Accept-Encoding': 'identity', ...headers }
      const { status, headers: told, body: text } = await client.call(one, path, body, whole)
      const kept = [...told].filter(([name]) => !CHANCE_HEADERS.has(name))
      const line = JSON.stringify([one, headers, status, kept, text]).replace(CHANCE, '')
      lines.push(ids.reduce((left: string, id) => left.replaceAll(String(id), 'ID'), line))
    }
  return lines
}

function expectSame(about: string, seen: string[], none: string[]): void {
  for (const [place, line] of seen.entries()) {
    const at = [...line].findIndex((letter, index) => letter !== none[place]![index])
    const around = (text: string) =>
      text === line && at < 0 ? '' : text.slice(Math.max(0, at - 80), at + 80)
    if (line !== none[place]) expect([about, around(line)]).toEqual([about, around(none[place]!)])
  }
  expect(seen).toEqual(none)
}

const filled = (path: string, values: Record<string, string | number>) =>
  path.replace(/{(\w+)}/g, (_, name: string) => String(values[name] ?? 1))

it('a hidden game gives exactly the replies of a missing one', async () => {
  const ids = { id: hidden.id, challengeId: hidden.challenges[0]!.id }
  const nowhere = { id: NOWHERE, challengeId: NOWHERE }
  for (const [name, client] of Object.entries(callers))
    for (const { method, path } of operations) {
      if (!/^\/(api\/game|games)\/{id}/.test(path)) continue
      const seen = await answers(client, method, filled(path, ids), Object.values(ids))
      const none = await answers(client, method, filled(path, nowhere), [NOWHERE])
      expectSame(`${name} ${method} ${path}`, seen, none)
    }
})

it('a challenge that is disabled, of another game, or of a future game gives exactly the replies of a missing one', async () => {
  for (const { method, path } of operations) {
    if (!path.includes('{challengeId}') || !path.includes('{id}')) continue
    const asked = (id: number, challengeId: number) =>
      answers(callers.player!, method, filled(path, { id, challengeId }), [challengeId])
    const none = await asked(game.id, NOWHERE)
    expectSame(`disabled: ${method} ${path}`, await asked(game.id, game.challenges[1]!.id), none)
    expectSame(`foreign: ${method} ${path}`, await asked(game.id, hidden.challenges[0]!.id), none)
    const early = await asked(later.id, later.challenges[0]!.id)
    expectSame(`early: ${method} ${path}`, early, await asked(later.id, NOWHERE))
  }
})

it('a file that nobody may read yet gives exactly the replies of a missing one', async () => {
  const none = file.replace(/./g, (digit) => (digit === 'f' ? '0' : 'f'))
  for (const [name, client] of Object.entries(callers))
    for (const tail of ['secret.txt', 'poster', 'avatar', 'secret.txt?token=1']) {
      const seen = await answers(client, 'GET', `/assets/${file}/${tail}`, [file])
      expectSame(`${name} ${tail}`, seen, await answers(client, 'GET', `/assets/${none}/${tail}`, [none]))
    }
})
