import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browsing, openBrowser, PHONE, type VisitorOptions } from '../support/browser/browser'
import { type OpenGame, Organiser, type Player } from '../support/games/organiser'
import { dockerHost, hasEngine, testImage } from '../support/instances/engine'
import { type Platform, startPlatform } from '../support/processes/platform'
import { until } from '../support/until'

/** The built processes, a browser and a real engine; what the box looks like is in tests/browser. */
describe.skipIf(!hasEngine)('the instance box, with a real engine', () => {
  let platform: Platform
  let organiser: Organiser
  let browsing: Browsing
  let game: OpenGame
  let challenge: number
  const flag = 'flag{quill}'
  beforeAll(async () => {
    const env = { DOCKER_HOST: dockerHost(), INSTANCE_PUBLIC_ENTRY: '127.0.0.1', INSTANCE_BIND: '127.0.0.1' }
    platform = await startPlatform(env, { jobs: true })
    organiser = await Organiser.of(platform)
    browsing = await openBrowser(platform.url)
    game = await organiser.game()
    const path = `/api/edit/games/${game.id}/challenges`
    const { client } = organiser
    const made = { title: 'GraphQuill', category: 'Web', type: 'StaticContainer' }
    challenge = (await client.ok<{ id: number }>('POST', path, made)).id
    await client.ok('POST', `${path}/${challenge}/flags`, [{ flag }])
    const container = { containerImage: testImage(), containerExposePort: 80 }
    await client.ok('PUT', `${path}/${challenge}`, { isEnabled: true, ...container })
    // The first blood is somebody else's: one's own takes the place of the challenge with its box.
    const rival = await organiser.player(game)
    await rival.client.ok('POST', `/api/game/${game.id}/challenges/${challenge}`, { flag })
    const { pool } = platform.stores.db
    await until(async () => (await pool.query('SELECT FROM solves')).rowCount === 1)
    await until(async () => (await pool.query(`SELECT FROM engines WHERE guard <> 'unknown'`)).rowCount === 1)
  }, 120_000)
  afterAll(async () => {
    await browsing?.close()
    await platform?.close()
  })

  const sql = (text: string) => platform.stores.db.pool.query(text)
  /** The pause between two requests is over. */
  const later = () => sql(`UPDATE instances SET operated_at = now() - interval '11 seconds'`)
  const url = () => `/games/${game.id}/Challenges?c=${challenge}`
  const enter = async (player: Player, options: VisitorOptions = {}) => {
    const visitor = await browsing.visit({ ...options, cookie: player.client.cookie })
    await visitor.open(url())
    return { ...visitor, box: visitor.page.locator('.ibox') }
  }

  it('a player starts, extends and stops an instance, the team sees it live, and the right flag ends it', async () => {
    const player = await organiser.player(game)
    const { page, box, faults } = await enter(player)
    await box.getByRole('button', { name: 'Start instance' }).click()
    await box.locator('.top').getByText('Running').waitFor()
    const entry = await box.locator('.copy-field code').textContent()
    expect(await (await fetch(`http://${entry}/`)).text()).toBe('ready\n')
    const other = await enter(player, { size: PHONE, touch: true })
    await other.box.locator('.top').getByText('Running').waitFor()
    await sql(`UPDATE instances SET expires_at = now() + interval '9 minutes'`)
    await page.reload()
    await box.getByRole('button', { name: /Extend by/ }).click()
    for (const one of [box, other.box]) await one.getByText(/2:0\d:\d\d/).waitFor()
    await later()
    await box.getByRole('button', { name: 'Stop' }).click()
    for (const one of [box, other.box]) await one.getByText('Stopped by the team').waitFor()
    await later()
    await box.getByRole('button', { name: 'Start again' }).click()
    await box.locator('.top').getByText('Running').waitFor()
    // The button that was pressed is gone.
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('ibox')
    await page.fill('#flag', flag)
    await page.keyboard.press('Enter')
    await box.locator('.top').getByText('Ended').waitFor()
    await box.getByText('Challenge solved').waitFor()
    // Networks of instances come and go on the machine of this browser, which it notices.
    expect(faults.filter((fault) => !fault.includes('ERR_NETWORK_CHANGED'))).toEqual([])
  }, 120_000)

  it('a player without script starts and stops an instance', async () => {
    const { page, box } = await enter(await organiser.player(game), { javaScript: false })
    await box.getByRole('button', { name: 'Start instance' }).click()
    await until(async () => {
      await page.goto(url())
      return (await box.locator('.top').getByText('Running').count()) > 0
    })
    await later()
    await box.getByRole('button', { name: 'Stop' }).click()
    await box.getByText('Stopped by the team').waitFor()
  }, 120_000)
})
