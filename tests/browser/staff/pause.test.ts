import { expect, it } from 'vitest'
import { openBrowserSuite, SCRIPT_MODES } from '../../support/browser/browser-suite'

const stage = openBrowserSuite()

it.each(SCRIPT_MODES)('a pause is previewed before it begins, %s', async (_, options) => {
  const { organiser } = stage
  const { id } = await organiser.game()
  const { page, open, faults } = await stage.visit({ cookie: organiser.client.cookie, ...options })
  await open(`/admin/games/${id}/Info`)
  const panel = page.locator('.panel', { has: page.locator('input[name=until]') })
  const until = () => panel.locator('input[name=until]:not([type=hidden])').inputValue()
  const reason = panel.getByLabel('Reason', { exact: true })
  const proposed = await until()
  expect(await panel.getByRole('button', { name: /^Pause/ }).count()).toBe(0)
  await reason.fill('No power.')
  await panel.getByRole('button', { name: 'Show what would move' }).click()
  await expect.poll(() => panel.getByRole('row').count()).toBe(2)
  expect(await panel.getByRole('row').last().textContent()).toMatch(/^End of the game/)
  expect([await until(), await reason.inputValue()]).toEqual([proposed, 'No power.'])
  const view = () => organiser.client.ok<{ pause: unknown }>('GET', `/api/game/${id}`)
  expect((await view()).pause).toBeNull()

  expect(await panel.getByRole('button', { name: /^Pause until/ }).count()).toBe(1)
  await panel.getByRole('button', { name: /^Pause until/ }).click()
  await expect.poll(async () => (await view()).pause).toMatchObject({ reason: 'No power.' })
  expect(faults).toEqual([])
})
