import { describe, expect, it } from 'vitest'
import { violations } from '../../support/browser/browser'
import { openBrowserSuite, SCRIPT_MODES_AND_PHONE } from '../../support/browser/browser-suite'
import { tag } from '../../support/games/organiser'

const stage = openBrowserSuite()

describe.each(SCRIPT_MODES_AND_PHONE)('categories of a game %s', (_, options) => {
  it('are added, refused by field, given to challenges and changed, and one in use is not deleted', async () => {
    const { organiser } = stage
    const game = await organiser.game()
    const { cookie } = organiser.client
    const { page, open: visit, faults } = await stage.visit({ ...options, cookie })
    const admin = `/admin/games/${game.id}`
    await visit(`${admin}/challenges`)
    await page.getByRole('link', { name: 'Categories of this game' }).click()
    const field = page.getByLabel('Name', { exact: true })
    await field.fill('reversing')
    await page.getByRole('button', { name: 'Add category' }).click()
    await page.getByText('This is a name of one of the thirteen categories.').first().waitFor()
    await field.fill('Quantum')
    await page.getByLabel('Stands for').selectOption('Crypto')
    await page.getByRole('radio', { name: 'Violet' }).check()
    await page.getByRole('radio', { name: 'Lightning' }).check()
    await page.getByRole('button', { name: 'Add category' }).click()
    await page.getByText('Category added.').waitFor()

    await visit(`${admin}/challenges?new`)
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill(`Entangled ${tag()}`)
    const made = page.getByRole('region', { name: 'New challenge' })
    await made.getByLabel('Category', { exact: true }).selectOption('Quantum')
    await page.getByRole('button', { name: 'Create challenge' }).click()
    await page.waitForURL(/\/challenges\/\d+$/)
    const chosen = page.getByLabel('Category', { exact: true })
    expect(await chosen.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]!.text)).toBe(
      'Quantum'
    )
    await page.locator('.cat[data-category="violet"]').getByText('Quantum').first().waitFor()

    await visit(`${admin}/Categories`)
    expect(await page.getByRole('button', { name: 'Delete Quantum' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Edit Quantum' }).click()
    await field.fill('Qubits')
    await page.getByRole('button', { name: 'Save category' }).click()
    await page.getByText('Category saved.').waitFor()
    await page.locator('.cat[data-category="violet"]').getByText('Qubits').first().waitFor()
    // The refused form alone.
    expect(faults).toEqual([expect.stringContaining('status of 400')])
  })
})

it('a category of the game is on open pages of players, and follows when it is renamed', async () => {
  const { organiser } = stage
  const game = await organiser.game({ challenges: [{ title: `Entangled ${tag()}` }] })
  const edit = `/api/edit/games/${game.id}`
  const space = { name: 'Space', color: 'blue', icon: 'Antenna', standsFor: 'Crypto' }
  const ok = organiser.client.ok.bind(organiser.client)
  const [category] = await ok<{ id: number }[]>('POST', `${edit}/categories`, space)
  await ok('PUT', `${edit}/challenges/${game.challenges[0]!.id}`, { customCategoryId: category!.id })
  const player = await organiser.player(game)
  const board = await stage.visit({})
  const mine = await stage.visit({ cookie: player.client.cookie })
  await expect
    .poll(async () => {
      await board.open(`/games/${game.id}/Scoreboard`)
      return board.page.locator('th.grp .cat').getAttribute('title')
    })
    .toBe('Space')
  await mine.open(`/games/${game.id}/Challenges?cat=space`)
  const tab = mine.page.locator('.cat-list a[aria-current]')
  expect(await tab.textContent()).toContain('Space')
  expect(await mine.page.locator('.cat-list use').first().getAttribute('href')).toContain('#Antenna')
  await ok('PUT', `${edit}/categories/${category!.id}`, { ...space, name: 'Orbit', color: 'red' })
  await board.page.locator('th.grp .cat[data-category="red"][title="Orbit"]').waitFor()
  await mine.page.locator('.cat-list [data-category="red"]').getByText('Orbit').waitFor()
  expect([...board.faults, ...mine.faults]).toEqual([])
})

it.each(['dark', 'light'] as const)('every colour and icon is readable: %s', async (scheme) => {
  const { organiser } = stage
  const game = await organiser.game()
  const { cookie } = organiser.client
  const colors = 'red orange amber yellow lime green teal cyan blue indigo violet pink grey'.split(' ')
  for (const color of colors)
    await organiser.client.ok('POST', `/api/edit/games/${game.id}/categories`, {
      ...{ name: `In ${color}`, color, icon: 'Cloud' }
    })
  const { page, open: visit, faults } = await stage.visit({ scheme, cookie })
  await visit(`/admin/games/${game.id}/Categories`)
  expect(await page.locator('th .cat').count()).toBe(colors.length)
  expect(await violations(page)).toEqual([])
  expect(faults).toEqual([])
})
