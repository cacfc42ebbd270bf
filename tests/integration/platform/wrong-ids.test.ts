import { afterAll, beforeAll, expect, it } from 'vitest'
import { Client } from '../../support/api/client'
import { routes } from '../../support/api/routes'
import { addUsers, sessionOf } from '../../support/fixtures'
import { Organiser } from '../../support/games/organiser'
import { type Platform, startPlatform } from '../../support/processes/platform'

let platform: Platform
let admin: Client
let game: number

beforeAll(async () => {
  platform = await startPlatform()
  const organiser = await Organiser.of(platform)
  admin = organiser.client
  game = (await organiser.game()).id
})
afterAll(() => platform?.close())

const WRONG = ['undefined', '0', '-1', '2147483647', '99999999999999999999', '%00', '..%2F1']

/** The addresses of a route with wrong ids: all of them, and all but the game's. */
function wrong(route: string): string[] {
  return WRONG.flatMap((id) => {
    const all = route.replace(/:\w+/g, id)
    const rest = route.replace(':id', String(game)).replace(/:\w+/g, id)
    return rest.includes(id) ? [all, rest] : [all]
  })
}

it('no id in an address ends the process or fails it, for an administrator, a player and a visitor', async () => {
  const [player] = await addUsers(platform.stores.db, 1, 'wrong')
  const user = new Client(platform.url)
  user.cookie = await sessionOf(platform, player!)
  const callers = [admin, user, new Client(platform.url)]
  const addresses = (await routes(admin)).filter((route) => route.includes(':')).flatMap(wrong)
  expect(addresses.length).toBeGreaterThan(500)
  const failed: string[] = []
  const visit = async (client: Client) => {
    for (const address of addresses) {
      // Not `catch`: a process that ended refuses the connection, which fails the test by itself.
      const { status } = await client.call('GET', address)
      if (status >= 500) failed.push(`${status} ${address}`)
    }
  }
  await Promise.all(callers.map(visit))
  expect(failed).toEqual([])
  // What the log holds of this comes in order, so it is there once this is.
  await callers[2]!.call('POST', '/api/account/login', { userName: 'Nobody', password: 'a wrong one' })
  const logged = async (event: string) =>
    (await platform.stores.db.pool.query('SELECT id FROM log_events WHERE event = $1', [event])).rows.length
  await expect.poll(() => logged('login_refused')).toBe(1)
  expect(await logged('rejection_unhandled')).toBe(0)
})

it('a page that fails shows its stack to staff, and to others only the id of the request', async () => {
  const [player, monitor] = await addUsers(platform.stores.db, 2, 'failing')
  const { pool } = platform.stores.db
  await pool.query(`UPDATE users SET role = 'Monitor' WHERE id = $1`, [monitor!.id])
  await pool.query('ALTER TABLE posts RENAME TO posts_away')
  try {
    const shown = async (client: Client) => {
      const { status, body } = await client.call('GET', '/posts')
      const area = /<textarea[^>]*id="stack"[^>]*>([^<]*)</.exec(String(body))
      return { status, area: area?.[1] ?? '' }
    }
    const as = async (member: typeof player) => {
      const client = new Client(platform.url)
      client.cookie = await sessionOf(platform, member!)
      return shown(client)
    }
    for (const { status, area } of [await shown(admin), await as(monitor)]) {
      expect([status, area]).toEqual([
        500,
        expect.stringMatching(/relation .*posts.* does not exist\n\s+at /)
      ])
      expect(area).toMatch(/^request {2}\w/m)
    }
    for (const { status, area } of [await as(player), await shown(new Client(platform.url))]) {
      expect([status, area]).toEqual([500, expect.stringMatching(/^request {2}\w/m)])
      expect(area).not.toMatch(/posts_?a|relation|\n\s+at /)
    }
  } finally {
    await pool.query('ALTER TABLE posts_away RENAME TO posts')
  }
})
