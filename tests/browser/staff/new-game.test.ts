import { expect, it } from 'vitest'
import { press } from '../../support/browser/actions'
import { openBrowserSuite } from '../../support/browser/browser-suite'

const stage = openBrowserSuite()

it('a refused new game keeps the fields for dates, and the focus is in the first wrong one', async () => {
  const { page, open } = await stage.visit({ cookie: stage.organiser.client.cookie })
  await open('/admin/games?new')
  await page.getByLabel('Title').fill('Night run')
  await page.getByRole('spinbutton').first().waitFor()
  await press(page, 'Create game')
  await page.getByText('Please enter title and time').waitFor()
  await page.getByRole('spinbutton').first().waitFor()
  expect(await page.locator('input[name=start]').isVisible()).toBe(false)
  const role = () => page.evaluate(() => document.activeElement?.getAttribute('role'))
  await expect.poll(role).toBe('spinbutton')
})
