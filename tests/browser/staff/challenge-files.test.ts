import { expect, it } from 'vitest'
import { overflow, PHONE, violations } from '../../support/browser/browser'
import { openBrowserSuite, SCRIPT_MODES } from '../../support/browser/browser-suite'

const stage = openBrowserSuite()
const fileOf = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`of ${name}`) })

it.each(SCRIPT_MODES)(
  'staff add several files, order, rename and remove them, and players get the list, %s',
  async (_, options) => {
    const game = await stage.organiser.game({ challenges: [{ title: 'Alpha' }] })
    const { id } = game.challenges[0]!
    const href = `/admin/games/${game.id}/challenges/${id}`
    const { page, open, faults } = await stage.visit({ ...options, cookie: stage.organiser.client.cookie })
    await open(href)
    await page.getByLabel('Choose files').setInputFiles(['a.txt', 'b.txt', 'c.txt'].map(fileOf))
    await page.getByRole('button', { name: 'Add files' }).click()
    await page.getByText('c.txt').first().waitFor()
    await open(href)
    const list = page.locator('.file-rows')
    const names = () => list.getByRole('link').allTextContents()
    const press = async (name: string) => {
      await page.getByRole('button', { name, exact: true }).click()
      await page.getByText('Files saved.').waitFor()
    }
    expect(await names()).toEqual(['a.txt', 'b.txt', 'c.txt'])
    expect(await page.getByRole('button', { name: 'Move up a.txt' }).isDisabled()).toBe(true)
    await press('Move up c.txt')
    await expect.poll(names).toEqual(['a.txt', 'c.txt', 'b.txt'])
    await press('Remove a.txt')
    await expect.poll(names).toEqual(['c.txt', 'b.txt'])
    await list.getByText('Rename b.txt').first().click()
    await list.getByLabel('Name').nth(1).fill('run.sh')
    await press('Rename b.txt')
    await expect.poll(names).toEqual(['c.txt', 'run.sh'])
    if (options.javaScript !== false) expect(await violations(page)).toEqual([])
    const player = await stage.organiser.player(game)
    const seen = await stage.visit({ ...options, cookie: player.client.cookie, size: PHONE })
    await seen.open(`/games/${game.id}/Challenges?c=${id}`)
    const files = seen.page.getByRole('dialog').locator('.files')
    expect(await files.getByRole('link').count()).toBe(2)
    expect(await files.getByRole('link', { name: 'run.sh' }).getAttribute('href')).toMatch(
      /^\/assets\/[0-9a-f]{64}\/run\.sh$/
    )
    if (options.javaScript !== false) expect(await violations(seen.page)).toEqual([])
    expect(await overflow(seen.page)).toEqual([])
    expect([...faults, ...seen.faults]).toEqual([])
  }
)
