import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '~/server/platform/time'
import { overflow, violations } from '../../support/browser/browser'
import { openBrowserSuite, SCRIPT_MODES } from '../../support/browser/browser-suite'
import { playGame, sendFlags } from '../../support/fixtures'

const stage = openBrowserSuite()

describe.each(SCRIPT_MODES)('the watch, %s', (_, options) => {
  it('shows that scoring stands still, for whom, and that it has recovered', async () => {
    const { db } = stage.platform.stores
    const game = await playGame(db, {
      teams: 2,
      challenges: 2,
      startsIn: -120 * MINUTE_MS,
      endsIn: 60 * MINUTE_MS
    })
    const { page, open, faults } = await stage.visit({ ...options, cookie: stage.organiser.client.cookie })
    await stage.platform.kill('scoring')
    const sent = { team: game.teams[0]!, challenge: game.challenges[0]! }
    await sendFlags(db, game, [{ ...sent, at: Date.now() - 3 * MINUTE_MS }])
    await open(`/games/${game.id}/monitor/Watch`)
    await page.getByText('Scoring stands still').waitFor()
    await page.locator('.matters b', { hasText: 'Flags without a verdict: 1' }).waitFor()
    await page.getByRole('button', { name: 'Take it' }).click()
    const who = page.locator('.matters .who').getByText('Admin')
    await who.waitFor()
    expect(await page.getByRole('button', { name: 'Take it' }).count()).toBe(0)
    // Without script the page reloads itself, which would interrupt axe.
    if (options.javaScript !== false) expect(await violations(page)).toEqual([])

    await stage.platform.restart('scoring')
    await expect
      .poll(
        async () => {
          const { rows } = await db.pool.query(`SELECT FROM submissions WHERE status = 'FlagSubmitted'`)
          return rows.length
        },
        { timeout: 30_000 }
      )
      .toBe(0)
    if (options.javaScript === false) {
      await open(`/games/${game.id}/monitor/Watch`)
      expect(await page.locator('noscript meta[http-equiv=refresh]').count()).toBe(1)
    }
    await page.locator('[data-cell=scoring][data-tone=ok]').waitFor()
    expect(faults).toEqual([])
  })

  it('goes on a wall without its lists, and tells who of the staff is here', async () => {
    const game = await playGame(stage.platform.stores.db, { teams: 1, challenges: 1 })
    const { page, open, where, faults } = await stage.visit({
      ...options,
      cookie: stage.organiser.client.cookie
    })
    const watch = `/games/${game.id}/monitor/Watch`
    await open(watch)
    await page.getByText('1 staff here: Admin').waitFor()
    const list = page.getByRole('heading', { name: 'No solves yet' })
    await list.waitFor()
    await page.getByRole('region', { name: 'First bloods' }).getByText('Nothing is solved yet.').waitFor()
    await page.getByRole('link', { name: 'Wall', exact: true }).click()
    await page.getByRole('link', { name: 'Leave the wall' }).waitFor()
    await page.getByText('All is well').waitFor()
    expect([where(), await list.count()]).toEqual([`${watch}?view=wall`, 0])
    expect(await overflow(page)).toEqual([])
    if (options.javaScript !== false) expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: 'Leave the wall' }).click()
    await list.waitFor()
    await page.getByRole('link', { name: 'Message to teams' }).click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(where()).toBe(`/games/${game.id}/monitor/Help/Message?to=all`)
    expect(faults).toEqual([])
  })
})
