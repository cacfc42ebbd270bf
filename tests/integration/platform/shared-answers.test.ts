import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SESSION_COOKIE } from '~/server/accounts/contract'
import { filled, routes } from '../../support/api/routes'
import { addFullGame, type FullGame } from '../../support/games/full-game'
import { Organiser } from '../../support/games/organiser'
import { type Platform, startPlatform } from '../../support/processes/platform'

let platform: Platform
let world: FullGame
let all: string[]

beforeAll(async () => {
  platform = await startPlatform()
  const { client } = await Organiser.of(platform)
  world = await addFullGame(platform, client, 2)
  all = await routes(client)
})
afterAll(() => platform?.close())

/** The cookie of a session that is extended at its first request, which then gets the cookie anew. */
async function ageing(): Promise<string> {
  const cookie = randomBytes(25).toString('hex').slice(0, 40)
  await platform.stores.db.pool.query(
    `INSERT INTO sessions (id, user_id, expires_at) VALUES ($1, $2, now() + interval '1 day')`,
    [createHash('sha256').update(cookie).digest('hex'), world.player.id]
  )
  return `${SESSION_COOKIE}=${cookie}`
}

it('what others may keep carries nobody’s cookie, on every route that reads', async () => {
  const shared: string[] = []
  const renewed: string[] = []
  const leaking: string[] = []
  for (const route of all) {
    const answer = await fetch(`${platform.url + filled(route, world)}?lang=de-DE&c=aabbcc`, {
      redirect: 'manual',
      headers: { Cookie: await ageing(), Accept: 'text/html' }
    })
    await answer.arrayBuffer()
    const cookies = answer.headers.getSetCookie()
    if (!answer.headers.get('cache-control')?.startsWith('public')) {
      if (cookies.some((one) => one.startsWith(SESSION_COOKIE))) renewed.push(route)
      continue
    }
    shared.push(route)
    leaking.push(...cookies.map((cookie) => `${route}: ${cookie.split('=')[0]}`))
  }
  expect(leaking).toEqual([])
  expect(shared.length).toBeGreaterThan(5)
  // Else the session was not extended, and nothing was tried.
  expect(renewed.length).toBeGreaterThan(50)
})

it('what answers a form is kept by nobody, since it may hold a secret that is shown once', async () => {
  const pages = all.filter((route) => !route.startsWith('/api/'))
  const kept: string[] = []
  for (const route of pages) {
    const answer = await fetch(platform.url + filled(route, world), {
      method: 'POST',
      redirect: 'manual',
      headers: { Cookie: await ageing(), 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'intent=none'
    })
    await answer.arrayBuffer()
    const control = answer.headers.get('cache-control')
    if (answer.status !== 413 && !control?.includes('no-store'))
      kept.push(`${route}: ${answer.status} ${control}`)
  }
  expect(kept).toEqual([])
  expect(pages.length).toBeGreaterThan(50)
})
