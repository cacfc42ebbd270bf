import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { violations } from '../../support/browser/browser'
import { openBrowserSuite, SCRIPT_MODES_AND_PHONE } from '../../support/browser/browser-suite'
import { type OpenGame, solve, tag } from '../../support/games/organiser'

const stage = openBrowserSuite()
const CHALLENGES = [{ title: 'Alpha' }, { title: 'Bravo' }, { title: 'Charlie' }]

const dialogOf = (game: OpenGame) => `/games/${game.id}/Challenges?c=${game.challenges[0]!.id}`

describe.each(SCRIPT_MODES_AND_PHONE)('the moment of a solve, %s', (_, options) => {
  const scripted = options.javaScript !== false

  it('is a scene for the own first blood, until the reader goes on', async () => {
    const game = await stage.organiser.game({ challenges: CHALLENGES })
    const { client, name, team } = await stage.organiser.player(game)
    const { page, open, where, faults } = await stage.visit({ ...options, cookie: client.cookie })
    await open(dialogOf(game))
    const dialog = page.getByRole('dialog', { name: 'Alpha' })
    await dialog.getByLabel('Flag').fill(game.challenges[0]!.flag)
    await dialog.getByRole('button', { name: 'Submit flag' }).click()
    const scene = dialog.locator('.first-blood')
    await scene.waitFor()
    await expect
      .poll(async () => (await scene.textContent())?.replaceAll(/\s+/g, ' '))
      .toMatch(new RegExp(`First blood.*Alpha.*Solved by ${name} for ${team.name}, .* after the start`))
    expect(await scene.textContent()).toMatch(/Points1,050 ?1,000 \+ 50 bonus/)
    expect(await dialog.locator('.dialog-head, .dialog-body, #flag').count()).toBe(0)
    const delays = await scene
      .locator('*')
      .evaluateAll((parts) => parts.map((part) => getComputedStyle(part).animationDelay))
    expect(new Set(delays), 'who wants no motion waits for none').toEqual(new Set(['0s']))

    if (scripted) {
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Back to the challenges')
      await page.keyboard.press('Escape')
    } else await dialog.getByRole('link', { name: 'Show the challenge' }).click()
    await scene.waitFor({ state: 'detached' })
    await dialog.locator('.blood-ribbon').getByText('First blood').waitFor()
    if (scripted) {
      await dialog.getByRole('button', { name: 'Show again' }).click()
      await scene.waitFor()
    } else await open(`${dialogOf(game)}`)
    await dialog.getByRole('link', { name: scripted ? 'Back to the challenges' : 'Close' }).click()
    await expect.poll(where).toBe(`/games/${game.id}/Challenges`)
    // It is shown once only.
    await open(dialogOf(game))
    await dialog.locator('.blood-ribbon').waitFor()
    expect(await scene.count()).toBe(0)
    expect(faults).toEqual([])
  })

  it('is a band for other solves, with their points and the next rank within reach', async () => {
    const game = await stage.organiser.game({ challenges: CHALLENGES })
    const rival = await stage.organiser.player(game)
    await solve(rival, game)
    const { client } = await stage.organiser.player(game)
    const { page, open, faults } = await stage.visit({ ...options, cookie: client.cookie })
    await open(dialogOf(game))
    const dialog = page.getByRole('dialog', { name: 'Alpha' })
    const field = dialog.getByLabel('Flag')
    if (scripted) {
      // Spaces are no flag, and the browser says so.
      await field.fill('   ')
      await field.press('Enter')
      expect(await field.evaluate((one: HTMLInputElement) => [one.value, one.validity.valueMissing])).toEqual(
        ['', true]
      )
    }
    await field.fill(game.challenges[0]!.flag)
    await dialog.getByRole('button', { name: 'Submit flag' }).click()
    const band = dialog.locator('.got')
    await band.getByText('Right. Alpha is yours.').waitFor()
    await band.getByText(/^Solve 2 of 2 teams, at \d\d:\d\d:\d\d UTC\.$/).waitFor()
    await band.getByText('Rank 2').waitFor()
    const [points] = (await band.locator('.gain b').textContent())!.match(/\d+/)!
    expect(Number(points)).toBeGreaterThan(0)
    const way = dialog.getByRole('link', { name: 'Back to the challenges' })
    if (scripted) await expect.poll(() => way.evaluate((one) => one === document.activeElement)).toBe(true)
    await dialog.getByRole('link', { name: 'Bravo' }).click()
    await page.getByRole('dialog', { name: 'Bravo' }).getByLabel('Flag').waitFor()
    expect(faults).toEqual([])
  })

  it('offers what it unlocks, and nothing that the team cannot answer', async () => {
    const titles = ['Alpha', 'Blocked', 'Exhausted', 'Closed', 'Locked', 'Unlocked']
    const game = await stage.organiser.game({ challenges: titles.map((title) => ({ title })) })
    const [first, second, third, fourth, fifth, sixth] = game.challenges.map(({ id }) => id)
    const { client: admin } = stage.organiser
    const edit = (id: number | undefined, change: object) =>
      admin.ok('PUT', `/api/edit/games/${game.id}/challenges/${id}`, change)
    await admin.ok('PUT', `/api/edit/games/${game.id}/challenges/${second}/block`, { reason: 'It is down.' })
    await edit(third, { attemptLimit: 1 })
    await edit(fifth, { requires: [second] })
    await edit(sixth, { requires: [first] })
    const rival = await stage.organiser.player(game)
    await solve(rival, game)
    const { client } = await stage.organiser.player(game)
    await client.ok('POST', `/api/game/${game.id}/challenges/${third}`, { flag: 'flag{no}' })
    const closesAt = Date.now() + 1000
    await edit(fourth, { closesAt: new Date(closesAt).toISOString() })
    await expect.poll(() => Date.now()).toBeGreaterThan(closesAt)
    const { page, open, faults } = await stage.visit({ ...options, cookie: client.cookie })
    await open(dialogOf(game))
    const dialog = page.getByRole('dialog', { name: 'Alpha' })
    await dialog.getByLabel('Flag').fill(game.challenges[0]!.flag)
    await dialog.getByRole('button', { name: 'Submit flag' }).click()
    await dialog.locator('.ways').getByRole('link', { name: 'Unlocked' }).waitFor()
    expect(await dialog.locator('.ways a bdi').allTextContents()).toEqual(['Unlocked'])
    expect(faults).toEqual([])
  })
})

it('a team mate learns of a solve by a toast, once, and the solver does not', async () => {
  const game = await stage.organiser.game({ challenges: CHALLENGES })
  const player = await stage.organiser.player(game)
  const { page, open, faults } = await stage.visit({ cookie: player.client.cookie })
  await open(`/games/${game.id}/Challenges`)
  await page.getByText('Live', { exact: true }).first().waitFor()
  const title = await page.title()
  const look = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, hidden)
  await look(true)
  await solve(player, game)
  await expect.poll(() => page.title()).toBe(`(1) ${title}`)
  await look(false)
  expect(await page.title()).toBe(title)
  const toast = page.locator('.toast', { hasText: `${player.name} solved Alpha.` })
  await toast.getByText(/^First blood · \+1,050$/).waitFor()
  await toast.getByRole('link', { name: 'Alpha' }).click()
  const dialog = page.getByRole('dialog', { name: 'Alpha' })
  await dialog.getByRole('link', { name: 'Close' }).click()
  await toast.getByRole('button').click()
  // The own solve that follows brings the details again, and no toast.
  await page.getByRole('link', { name: /^Bravo/ }).click()
  await page.getByRole('dialog', { name: 'Bravo' }).getByLabel('Flag').fill(game.challenges[1]!.flag)
  await page.getByRole('dialog', { name: 'Bravo' }).getByRole('button', { name: 'Submit flag' }).click()
  await page.locator('.first-blood').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('.blood-ribbon').waitFor()
  expect(await page.locator('.toast').count()).toBe(0)
  expect(faults).toEqual([])
})

it('a team mate learns of a solve on every page of the game and at home', async () => {
  const game = await stage.organiser.game({ challenges: CHALLENGES })
  const player = await stage.organiser.player(game)
  const mate = await stage.organiser.mate(player, game)
  const base = `/games/${game.id}`
  const pages: Page[] = []
  for (const path of [
    base,
    `${base}/Scoreboard`,
    `${base}/Notices`,
    `${base}/Help`,
    `${base}/Workspace`,
    '/'
  ]) {
    const { page, open } = await stage.visit({ cookie: mate.client.cookie })
    await open(path)
    pages.push(page)
  }
  // A received message proves that the socket is connected.
  await expect
    .poll(
      async () => {
        const content = `Heard ${tag()}`
        await stage.organiser.client.ok('POST', `/api/edit/games/${game.id}/notices`, { content })
        const heard = pages.map((page) => page.locator('.toast', { hasText: 'Heard' }).count())
        return (await Promise.all(heard)).every(Boolean)
      },
      { interval: 1500 }
    )
    .toBe(true)
  await solve(player, game)
  for (const page of pages) {
    const toast = page.locator('.toast', { hasText: `${player.name} solved Alpha.` })
    await toast.getByText(/^First blood · \+1,050$/).waitFor()
    const link = toast.getByRole('link', { name: 'Alpha' })
    expect(await link.getAttribute('href')).toBe(dialogOf(game))
  }
  const home = pages.at(-1)!.locator('.toast', { hasText: 'Alpha' })
  await home.getByRole('link', { name: game.title }).waitFor()
  expect(await violations(pages[1]!)).toEqual([])
})

it('a team mate learns who solved the open challenge', async () => {
  const game = await stage.organiser.game({ challenges: CHALLENGES })
  await solve(await stage.organiser.player(game), game)
  const player = await stage.organiser.player(game)
  const { page, open, faults } = await stage.visit({ cookie: player.client.cookie })
  await open(dialogOf(game))
  const dialog = page.getByRole('dialog', { name: 'Alpha' })
  await dialog.getByLabel('Flag').fill('flag{nearly')
  await page.getByText('Live', { exact: true }).first().waitFor()
  await solve(player, game)
  await dialog.locator('.got.mate[role=status]').getByText(`${player.name} solved Alpha.`).waitFor()
  expect(await dialog.locator('#flag').count()).toBe(0)
  // What was being written is kept to copy, and takes no answer.
  expect(await dialog.locator('.unsent code').textContent()).toBe('flag{nearly')
  expect(faults).toEqual([])
})
