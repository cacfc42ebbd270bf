import { describe, expect, it } from 'vitest'
import { overflow, violations } from '../../support/browser/browser'
import { openBrowserSuite, SCRIPT_MODES_AND_PHONE } from '../../support/browser/browser-suite'
import { tag } from '../../support/games/organiser'

const stage = openBrowserSuite()

describe.each(SCRIPT_MODES_AND_PHONE)('an organiser %s', (_, options) => {
  it('sees the players of every team without opening it, and moves teams to another division', async () => {
    const { organiser } = stage
    const game = await organiser.game({ acceptWithoutReview: false, organizations: ['Students', 'Open'] })
    const crews = [`Kelp ${tag()}`, `Reef ${tag()}`]
    const players = []
    for (const crew of crews) players.push(await organiser.player(game, { organization: 'Open', crew }))
    const { page, open, faults } = await stage.visit({ ...options, cookie: organiser.client.cookie })
    await open(`/admin/games/${game.id}/Review`)
    for (const [place, crew] of crews.entries()) {
      const row = page.locator('.review-row', { hasText: crew })
      const name = await row.locator('.review-team small').first().textContent()
      expect(name!.length).toBeGreaterThan(2)
      expect(await row.locator('.review-team small').first().isVisible()).toBe(true)
      expect(await row.getByText('Open', { exact: false }).filter({ visible: true }).count()).toBeGreaterThan(
        0
      )
      expect(players[place]).toBeDefined()
    }
    expect(await overflow(page)).toEqual([])
    if (options.javaScript !== false) expect(await violations(page)).toEqual([])
    for (const crew of crews) await page.getByRole('checkbox', { name: `Select ${crew}` }).check()
    await page.getByRole('combobox', { name: 'Move to division' }).selectOption('Students')
    await page.getByRole('button', { name: 'Move to division' }).click()
    await page.getByText('2 changed.').waitFor()
    expect(await page.locator('.review-row', { hasText: 'Students' }).count()).toBe(2)
    expect(faults).toEqual([])
  })
})

it('more rows than an action accepts are refused with that number', async () => {
  const game = await stage.organiser.game()
  const body = new URLSearchParams({ intent: 'bulk-disable' })
  for (let id = 1; id <= 401; id++) body.append('ids[]', String(id))
  const answer = await fetch(`${stage.platform.url}/admin/games/${game.id}/challenges`, {
    method: 'POST',
    headers: { cookie: stage.organiser.client.cookie!, origin: stage.platform.url },
    body
  })
  expect(answer.status).toBe(400)
  expect((await answer.text()).includes('Select at most 400 rows.')).toBe(true)
})
