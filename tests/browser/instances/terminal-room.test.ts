import { expect, it } from 'vitest'
import { overflow, PHONE, type VisitorOptions, violations } from '../../support/browser/browser'
import { inTerminal, openTerminalSuite, shot, terminal } from '../../support/browser/terminal-suite'

const stage = openTerminalSuite()
const { enter, instance } = stage

it('the terminal leaves the challenge usable beside it, and stays when that is closed', async () => {
  const visitor = await enter()
  const { page, box } = visitor
  const { dialog, see } = await terminal(visitor)
  await see(/name\?/)
  const sheet = page.locator('.chal-dialog')
  const [above, below] = [(await sheet.boundingBox())!, (await dialog.boundingBox())!]
  expect(above.y + above.height).toBeLessThanOrEqual(below.y)
  const flag = sheet.locator('input[name=flag]')
  await flag.click()
  await page.keyboard.type('flag{wrong}')
  expect(await flag.inputValue()).toBe('flag{wrong}')
  // A second click shows the same terminal.
  await box.getByRole('button', { name: 'Open terminal' }).click()
  await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await page.keyboard.type('both\n')
  await see(/^name\? both\nhello both$/)
  expect(await page.locator('dialog.term').count()).toBe(1)

  await sheet.getByRole('link', { name: 'Close' }).click()
  await sheet.waitFor({ state: 'detached' })
  await dialog.locator('.pane').click()
  await page.keyboard.type('still\n')
  await see(/hello still$/)
  await page
    .getByRole('link', { name: /Parrot/ })
    .first()
    .click()
  await sheet.waitFor()
  await dialog.locator('.pane').click()
  await page.keyboard.type('again\n')
  await see(/hello again$/)
  await dialog.getByRole('button', { name: 'Close terminal' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await sheet.isVisible()).toBe(true)
})

it('the terminal covers everything on a narrow screen', async () => {
  const visitor = await enter()
  const { page } = visitor
  const { dialog, see } = await terminal(visitor)
  await see(/name\?/)
  const modal = () => dialog.evaluate((element) => element.matches(':modal'))
  expect(await modal()).toBe(false)
  await page.setViewportSize({ width: 890, height: 800 })
  await expect.poll(modal).toBe(true)
  await page.keyboard.type('narrow\n')
  await see(/hello narrow$/)
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect.poll(modal).toBe(false)
  await page.keyboard.type('wide\n')
  await see(/hello wide$/)
  expect(await dialog.getByRole('status').textContent()).toBe('Connected')
})

it.each(['dark', 'light'] as const)('the terminal looks like the other pages, %s', async (scheme) => {
  for (const [name, options] of [
    ['wide', { size: { width: 1440, height: 900 } }],
    ['phone', { size: PHONE, touch: true }]
  ] as [string, VisitorOptions][]) {
    const visitor = await enter({ ...options, scheme })
    const { page } = visitor
    const { see } = await terminal(visitor)
    await see(/name\?/)
    await page.keyboard.type('mira\n')
    await see(/hello mira$/)
    await shot(page, `${name}-${scheme}`)
    expect([await overflow(page), await violations(page)]).toEqual([[], []])
  }
})

it('an administrator has a terminal at the instance of a team as well', async () => {
  const player = await stage.organiser.player(stage.game)
  const id = await instance(player.name, 'team')
  const visitor = await stage.visit({ cookie: stage.organiser.client.cookie })
  const { page, faults } = visitor
  await visitor.open(`/admin/Instances?i=${id}`)
  const drawer = page.locator('.drawer')
  await drawer.getByRole('button', { name: 'Open terminal' }).click()
  const { dialog, see } = await inTerminal(page)
  await see(/name\?/)
  await page.keyboard.type('support\n')
  await see(/hello support$/)
  const figures = drawer.locator('section', { hasText: 'through the platform' })
  await expect.poll(() => figures.textContent(), { timeout: 20_000 }).toMatch(/Open now1.*service8 B/)
  await shot(page, 'drawer')
  expect([await overflow(page), await violations(page)]).toEqual([[], []])
  await dialog.getByRole('button', { name: 'Close terminal' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => figures.textContent(), { timeout: 20_000 }).toMatch(/Open now0/)
  // There is no engine to read the instance's log from.
  expect(faults.filter((fault) => !/503 .*\/logs$/.test(fault))).toEqual([])
})
