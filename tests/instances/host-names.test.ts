import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browsing, openBrowser } from '../support/browser/browser'
import { type OpenGame, Organiser } from '../support/games/organiser'
import { dockerHost, hasEngine, testImage } from '../support/instances/engine'
import { type Platform, startPlatform } from '../support/processes/platform'
import { until } from '../support/until'

/** The built processes, a browser and a real engine, on a machine where nothing of host names was set up. */
describe.skipIf(!hasEngine)('an instance by its host name', () => {
  let platform: Platform
  let organiser: Organiser
  let browsing: Browsing
  let game: OpenGame
  let challenge: number
  beforeAll(async () => {
    platform = await startPlatform({ DOCKER_HOST: dockerHost(), INSTANCE_BIND: '127.0.0.1' }, { jobs: true })
    organiser = await Organiser.of(platform)
    browsing = await openBrowser(platform.url.replace('127.0.0.1', 'localhost'))
    game = await organiser.game()
    const path = `/api/edit/games/${game.id}/challenges`
    const { client } = organiser
    const made = { title: 'Graph Quill!', category: 'Web', type: 'StaticContainer' }
    challenge = (await client.ok<{ id: number }>('POST', path, made)).id
    await client.ok('POST', `${path}/${challenge}/flags`, [{ flag: 'flag{quill}' }])
    const container = { containerImage: testImage(), containerExposePort: 80 }
    await client.ok('PUT', `${path}/${challenge}`, { isEnabled: true, ...container })
    const { pool } = platform.stores.db
    await until(async () => (await pool.query(`SELECT FROM engines WHERE guard <> 'unknown'`)).rowCount === 1)
  }, 120_000)
  afterAll(async () => {
    await browsing?.close()
    await platform?.close()
  })

  it('a browser opens the instance from the box, and gets a page of the gate once it has ended', async () => {
    const player = await organiser.player(game)
    const container = `/api/game/${game.id}/container/${challenge}`
    await player.client.ok('POST', container)
    // Without scripts: Chromium drops what it is loading when the engine makes a network beside it.
    const visit = { cookie: player.client.cookie, javaScript: false }
    const { page, context, open } = await browsing.visit(visit)
    await open(`/games/${game.id}/Challenges?c=${challenge}`)
    const port = new URL(platform.url).port
    const url = await page.locator('.ibox .copy-field code').first().textContent()
    expect(url).toMatch(new RegExp(`^http://graph-quill-[0-9a-f]{16}\\.localhost:${port}/$`))
    const answer = await until(() => page.goto(url!))
    expect(await answer!.text()).toBe('ready\n')
    expect(await answer!.request().headerValue('cookie')).toBeNull()
    expect((await context.cookies(url!)).length).toBe(0)

    await platform.stores.db.pool.query(`UPDATE instances SET operated_at = now() - interval '11 seconds'`)
    await player.client.ok('DELETE', container)
    // Another address each time, since the browser may keep what it was answered before.
    await until(async () => (await page.goto(`${url}?${Date.now()}`))!.status() === 404)
    expect(await page.locator('h1').textContent()).toBe('Nothing here')
  }, 120_000)
})
