import { expect, it } from 'vitest'
import { PHONE, scriptBytes, violations } from '../support/browser/browser'
import { openBrowserSuite } from '../support/browser/browser-suite'
import { focused } from '../support/browser/keyboard'
import { tag } from '../support/games/organiser'

const stage = openBrowserSuite()

it('the palette opens by Ctrl-K on any page, works by keyboard, and loads nothing before', async () => {
  const game = await stage.organiser.game({ title: `Lagoon ${tag()}`, challenges: [{ title: 'Deep blue' }] })
  const player = await stage.organiser.player(game)
  const { page, open, where, faults } = await stage.visit({ cookie: player.client.cookie })
  await open('/About')
  expect(await scriptBytes(page)).toBeLessThan(2.2 * 1024)
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Search' })
  const field = dialog.getByRole('searchbox')
  await focused(field)
  await page.keyboard.type('deep bl')
  await dialog.getByRole('menuitem', { name: /^Deep blue/ }).waitFor()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/games/${game.id}/Challenges?c=${game.challenges[0]!.id}`)
  await page.getByRole('dialog', { name: 'Deep blue' }).waitFor()

  await open('/')
  const link = page.getByRole('link', { name: 'Search and commands' })
  await link.click()
  await focused(field)
  await page.keyboard.type('no such thing')
  await dialog.getByRole('status').getByText('No results for “no such thing”.').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await focused(link)
  expect(where()).toBe('/')

  await page.keyboard.press('Control+k')
  await focused(field)
  await page.keyboard.type('light mode')
  // At once: the list still shows the results of earlier words.
  await page.keyboard.press('Enter')
  await page.locator('html[data-theme=light]').waitFor()
  expect(where()).toBe('/')
  expect(faults).toEqual([])
})

it('the field of the palette keeps every letter, on a page where letters are keys', async () => {
  const game = await stage.organiser.game({ challenges: [{ title: 'Signal hoist' }] })
  const player = await stage.organiser.player(game)
  const { page, open } = await stage.visit({ cookie: player.client.cookie })
  for (const path of ['Challenges', 'Scoreboard']) {
    await open(`/games/${game.id}/${path}`)
    await page.keyboard.press('Control+k')
    const dialog = page.getByRole('dialog', { name: 'Search' })
    const field = dialog.getByRole('searchbox')
    await focused(field)
    await page.keyboard.type('sig')
    // A result that is marked gets copies of the keys that follow.
    await dialog.getByRole('menuitem', { name: /^Signal hoist/ }).waitFor()
    await page.keyboard.type('nal hpjos')
    expect(await field.inputValue()).toBe('signal hpjos')
    expect(await page.getByRole('dialog').count()).toBe(1)
    await page.keyboard.press('Escape')
  }
})

it('a page has the same results without script', async () => {
  const game = await stage.organiser.game({ title: `Estuary ${tag()}` })
  const staff = { cookie: stage.organiser.client.cookie }
  const { page, open, where, faults } = await stage.visit({ ...staff, javaScript: false })
  await open('/')
  await page.getByRole('link', { name: 'Search and commands' }).click()
  await page.getByRole('searchbox').fill(game.title)
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
  const titles = await page.getByRole('main').getByRole('listitem').allInnerTexts()
  const answer = await stage.organiser.client.ok<{ groups: { items: { text: string; detail: string }[] }[] }>(
    'GET',
    `/Search/Answer?q=${encodeURIComponent(game.title)}`
  )
  const told = answer.groups.flatMap(({ items }) => items)
  expect(told).toHaveLength(3)
  expect(titles.map((text) => text.split(/\s*\n\s*/))).toEqual(
    told.map(({ text, detail }) => (detail ? [text, detail] : [text]))
  )
  await page.getByRole('searchbox').fill('deutsch')
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
  await page.getByRole('button', { name: 'Language: Deutsch' }).click()
  expect(where()).toContain('/language')
  expect(faults).toEqual([])
})

it('the palette fits a phone, and closes by its button', async () => {
  const { page, open, faults } = await stage.visit({ size: PHONE, touch: true, scheme: 'light' })
  await open('/')
  await page.getByRole('link', { name: 'Search and commands' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Search' })
  await dialog.getByRole('menuitem', { name: 'Log in' }).waitFor()
  // It exists a frame before it is visible.
  await expect.poll(() => dialog.evaluate((it) => it.checkVisibility({ opacityProperty: true }))).toBe(true)
  expect(await violations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  await dialog.getByRole('button', { name: 'Close' }).tap()
  await dialog.waitFor({ state: 'detached' })
  expect(faults).toEqual([])
})
