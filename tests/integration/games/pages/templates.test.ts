import { mkdtempSync, rmSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HalyardContext } from '~/app/request/context'
import { createBoardReader } from '~/scoring'
import { judge } from '~/scoring/judge'
import { builtApplication, type Site } from '~/server/http/application'
import { createContextOf } from '~/server/http/context'
import { createRenderQueue } from '~/server/http/load/render-queue'
import { createLimits } from '~/server/limits'
import { createCaches } from '~/server/platform/cache'
import type { Env } from '~/server/platform/env'
import { createI18n } from '~/server/platform/i18n'
import { createServices } from '~/server/services'
import {
  addUsers,
  type Member,
  type PlayedGame,
  playGame,
  sendFlags,
  sessionOf
} from '~/tests/support/fixtures'
import { type RunningScoring, runScoring } from '~/tests/support/scoring/scoring'
import { openStores, type Stores } from '~/tests/support/stores/stores'
import { until } from '~/tests/support/until'

const LEADING = { division: null, matches: null, from: 0, count: 5, leaders: 0 }
const ORIGIN = 'http://ctf.example.org'

let stores: Stores
let scoring: RunningScoring
let site: Site
let contextOf: (path: string, cookie: string) => Promise<HalyardContext>
let game: PlayedGame
let cookies: Record<string, string>
let staff: string
const UNSEEN = 'not-for-players-yet'
const closing: (() => unknown)[] = []

const cookieOf = (member: Member) => sessionOf({ stores }, member)

beforeAll(async () => {
  stores = await openStores()
  const data = mkdtempSync(join(tmpdir(), 'halyard-test-'))
  scoring = await runScoring(stores)
  site = await (await builtApplication()).site()
  const { db, redis, log } = stores
  const caches = await createCaches(redis, log)
  const env = { HALYARD_DATA: data, HALYARD_SECRET: '0'.repeat(64), TRUSTED_PROXIES: [] } as unknown as Env
  const boards = await createBoardReader({ redis, db, log })
  const parts = {
    services: { ...createServices({ db, redis, caches, env, log }), boards },
    limits: createLimits(redis, log, { enabled: false }),
    translator: createI18n(),
    renders: createRenderQueue(),
    log,
    env
  }
  closing.push(
    () => boards.close(),
    () => caches.close(),
    () => rmSync(data, { recursive: true })
  )
  const make = createContextOf(parts)
  contextOf = (path, cookie) =>
    make(
      {
        url: path,
        headers: { host: 'ctf.example.org', cookie },
        socket: { remoteAddress: '203.0.113.9' }
      } as unknown as IncomingMessage,
      'a-nonce'
    )
  game = await playGame(db, { teams: 6, challenges: 8 })
  await db.pool.query(`UPDATE participations SET token = 'token-of-' || id || '-' WHERE game_id = $1`, [
    game.id
  ])
  const sent = game.teams.flatMap((team, place) =>
    game.challenges.slice(0, place).map((challenge) => ({ team, challenge, answer: challenge.flag }))
  )
  await sendFlags(db, game, sent)
  await until(async () => (await judge(db, game.id)).rows.length === 0)
  await db.pool.query(
    `INSERT INTO notices (game_id, type, "values", published_at) VALUES ($1, 'Normal', $2, now())`,
    [game.id, ['Lunch is **ready** </script>']]
  )
  // The home page does not wait for leaders.
  await until(async () => (await boards.part(game.id, LEADING)).part.items.length > 0)
  const [idle, some, , , , best] = game.teams as PlayedGame['teams']
  await db.pool.query(`UPDATE users SET role = 'Admin' WHERE id = $1`, [some!.members[0].id])
  cookies = {
    visitor: '',
    'a player without a solve': await cookieOf(idle!.members[0]),
    'the best team': await cookieOf(best!.members[0]),
    'an administrator who plays': await cookieOf(some!.members[0])
  }
  const [organiser] = await addUsers(db, 1, 'organiser', 'Admin')
  staff = await cookieOf(organiser!)
  await db.pool.query(`INSERT INTO challenges (game_id, title) VALUES ($1, $2)`, [game.id, UNSEEN])
}, 60_000)
afterAll(async () => {
  for (const close of closing) await close()
  await scoring?.close()
  await stores?.close()
})

const askedOf = (path: string, cookie: string) => ({
  method: 'GET',
  url: new URL(ORIGIN + path),
  cookies: cookie || null,
  request: () => requestOf(path, cookie)
})

const requestOf = (path: string, cookie: string) =>
  new Request(ORIGIN + path, { headers: cookie ? { Cookie: cookie } : {} })

/** The page from its template, and as Remix renders it for the same request. */
async function both(path: string, cookie: string) {
  const context = await contextOf(path, cookie)
  const answer = await site.page(askedOf(path, cookie), context)
  const plain = await site.render(requestOf(path, cookie), context)
  return { answer, plain: await plain.text() }
}

/** Where two texts differ, and how they go on; null when they are equal. */
function difference(one: string, other: string): [string, string] | null {
  if (one === other) return null
  let at = 0
  while (one[at] === other[at]) at++
  return [one.slice(at - 40, at + 160), other.slice(at - 40, at + 160)]
}

const paths = () => [
  '/',
  `/games/${game.id}/Challenges`,
  `/games/${game.id}/Challenges?sort=score&hide=1`,
  `/games/${game.id}/Challenges?q=${encodeURIComponent('<b>')}`,
  `/games/${game.id}/Challenges?c=${game.challenges[0]!.id}`,
  `/games/${game.id}/Scoreboard`,
  `/games/${game.id}/Scoreboard?q=2`
]

const looks = ['', 'theme=light', 'language=zh-CN', 'custom-theme={"provider":"Custom","color":"#ff8800"}']

describe('pages from templates', () => {
  it.each(['visitor', 'a player without a solve', 'the best team', 'an administrator who plays'])(
    'are byte for byte what Remix renders: %s',
    async (who) => {
      let put = 0
      // Twice, because what is cached from the first time must be right too.
      for (const round of [1, 2])
        for (const path of paths())
          for (const look of looks) {
            const cookie = [cookies[who], look].filter(Boolean).join('; ')
            const { answer, plain } = await both(path, cookie)
            if (answer instanceof Response) continue
            put++
            expect(difference(answer.body.toString(), plain), `${path} ${look} ${round}`).toBeNull()
          }
      expect(put).toBeGreaterThan(who === 'visitor' ? 7 : 40)
    },
    120_000
  )

  it('contain nothing of the reader before, in turn and at once', async () => {
    const marks = async (cookie: string) => {
      const { ctx } = await contextOf('/', cookie)
      return [ctx.actor!.id, ctx.actor!.userName]
    }
    const readers = await Promise.all(
      Object.entries(cookies)
        .filter(([, cookie]) => cookie)
        .map(async ([who, cookie]) => ({ who, cookie, marks: await marks(cookie) }))
    )
    const tokens = new Map<string, string>()
    const { rows } = await stores.db.pool.query<{ id: string; token: string }>(
      `SELECT r.user_id AS id, p.token FROM registrations r JOIN participations p ON p.id = r.participation_id
       WHERE p.game_id = $1`,
      [game.id]
    )
    for (const { id, token } of rows) tokens.set(id, token)
    const path = `/games/${game.id}/Challenges`
    const pages = await Promise.all(
      Array.from({ length: 5 }, () => readers)
        .flat()
        .map(async (reader) => {
          const answer = await site.page(askedOf(path, reader.cookie), await contextOf(path, reader.cookie))
          if (answer instanceof Response) throw new Error('The page was not put together')
          return { reader, html: answer.body.toString() }
        })
    )
    for (const { reader, html } of pages)
      for (const other of readers) {
        const own = other === reader
        for (const mark of other.marks) expect(html.includes(mark), `${reader.who}: ${mark}`).toBe(own)
        const token = tokens.get(other.marks[0]!)!
        expect(html.includes(token), `${reader.who}: token of ${other.who}`).toBe(own)
      }
  })

  it('contain nothing of another team on the board and at home, although parts of both are cached', async () => {
    const readers = ['a player without a solve', 'the best team', 'an administrator who plays'] as const
    const seen = await Promise.all(
      readers.map(async (who) => {
        const { ctx, services } = await contextOf('/', cookies[who]!)
        return { who, actor: ctx.actor!, own: (await services.games.standing(ctx, game.id))!.participationId }
      })
    )
    // Twice each, in turn, so that a cached page of one reader could reach the next.
    for (const { who, actor, own } of [...seen, ...seen])
      for (const path of ['/', `/games/${game.id}/Scoreboard`]) {
        const answer = await site.page(askedOf(path, cookies[who]!), await contextOf(path, cookies[who]!))
        if (answer instanceof Response) throw new Error('The page was not put together')
        const html = answer.body.toString()
        for (const { actor: other } of seen) {
          expect(html.includes(other.id), `${path} ${who}: id`).toBe(other === actor)
          expect(html.includes(other.userName), `${path} ${who}: name`).toBe(other === actor)
        }
        const owned = [...html.matchAll(/"own":(\d+)/g)].map(([, id]) => Number(id))
        expect(owned, `${path} ${who}`).toEqual(path === '/' ? [] : [own])
      }
  })

  it('contain nothing of the page of staff, in turn and at once', async () => {
    const open = `/games/${game.id}/Challenges?c=${game.challenges[0]!.id}`
    const player = cookies['the best team']!
    const playing = cookies['an administrator who plays']!
    const pageOf = async (path: string, cookie: string) => {
      const answer = await site.page(askedOf(path, cookie), await contextOf(path, cookie))
      if (!(answer instanceof Response)) return { put: true, html: answer.body.toString() }
      return { put: false, html: await answer.text() }
    }
    for (const path of [`/games/${game.id}/Challenges`, open]) {
      const asked = [staff, player, playing, staff, player].map((cookie) => pageOf(path, cookie))
      const [first, ...rest] = [
        ...(await Promise.all(asked)),
        await pageOf(path, staff),
        await pageOf(path, player)
      ]
      const pages = [first!, ...rest]
      expect(pages.map(({ html }) => html.includes(UNSEEN))).toEqual([
        true,
        false,
        false,
        true,
        false,
        true,
        false
      ])
      expect(pages.map(({ put }) => put)).toEqual([false, true, true, false, true, false, true])
      expect(pages.map(({ html }) => html.includes('data-island="trial"'))).toEqual(
        pages.map(({ html }) => html.includes(UNSEEN))
      )
    }
    const asking = `/games/${game.id}/Challenges?preview=1`
    expect((await pageOf(asking, playing)).html).toContain(UNSEEN)
    for (const cookie of [player, '']) expect((await pageOf(asking, cookie)).html).not.toContain(UNSEEN)
  })

  it('leave redirects and messages to Remix', async () => {
    const player = cookies['the best team']!
    const flash = `flash=${encodeURIComponent(JSON.stringify({ tone: 'ok', key: 'games:join.left' }))}`
    for (const [path, cookie] of [
      ['/', `${player}; ${flash}`],
      [`/games/${game.id}/Challenges`, ''],
      ['/games/999999/Challenges', player]
    ] as const) {
      const answer = await site.page(askedOf(path, cookie), await contextOf(path, cookie))
      expect(answer instanceof Response, path).toBe(true)
    }
  })
})
