import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { press, showsText } from '../../support/browser/actions'
import { hydrated, overflow, PHONE, type Visitor, type VisitorOptions } from '../../support/browser/browser'
import { openBrowserSuite } from '../../support/browser/browser-suite'
import { tag } from '../../support/games/organiser'
import { ADMIN } from '../../support/processes/platform'

const stage = openBrowserSuite()

const PASSWORD = 'a pass phrase'

/** Follows a link of the navigation; on phones it is in the menu. */
async function follow(page: Page, name: string) {
  const menu = page.locator('.nav-more > summary')
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('banner').getByRole('link', { name, exact: true }).click()
}

async function fillRegistration(page: Page, name: string) {
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Email').fill(`${name}@example.org`)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Repeat password', { exact: true }).fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Register' }).click()
}

async function login(page: Page, userName: string, password: string) {
  await page.getByLabel('Username or email').fill(userName)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
}

/** Score and solved count in the team's row of the scoreboard; null while it has none. */
async function standing(page: Page, team: string): Promise<(string | null)[] | null> {
  const row = page.locator('tbody.rows tr', { hasText: team })
  if ((await row.count()) === 0) return null
  const cell = (name: string) => row.locator(`.${name}`).textContent()
  return [await cell('c-score'), await cell('c-n')]
}

async function accept({ page, open, where }: Visitor, game: number, team: string) {
  const path = `/admin/games/${game}/Review`
  await open(path)
  expect(where()).toBe(`/account/Login?from=${encodeURIComponent(path)}`)
  await login(page, ADMIN.userName, ADMIN.password)
  await page.getByRole('heading', { name: 'Review' }).waitFor()
  await press(page, `Accept: ${team}`)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Accept' }).click()
  await showsText(page, 'Team accepted.')
}

const SCRIPT_MODES: [string, VisitorOptions][] = [
  ['with script', { motion: true }],
  ['without script', { javaScript: false }],
  ['on a phone', { size: PHONE, touch: true }]
]

describe.each(SCRIPT_MODES)('a newcomer %s', (_, options) => {
  it('registers, makes a team, joins, is accepted, solves, moves the board, leaves', async () => {
    const title = `Sounding ${tag()}`
    const game = await stage.organiser.game({ acceptWithoutReview: false, challenges: [{ title }] })
    const flag = game.challenges[0]!.flag
    const name = `n${tag()}`
    const team = `Crew of ${name}`
    const newcomer = await stage.visit(options)
    const { page } = newcomer
    const fits = async () => expect(await overflow(page)).toEqual([])

    await newcomer.open('/')
    await follow(page, 'Register')
    await fits()
    await fillRegistration(page, name)
    await showsText(page, 'You are registered and logged in.')

    await follow(page, 'Team')
    await page.getByLabel('Name').fill(team)
    await press(page, 'Create team')
    await showsText(page, `Team ${team} created.`)
    await fits()

    await follow(page, 'Games')
    await fits()
    await page.getByRole('main').getByRole('link', { name: game.title }).click()
    await press(page, 'Sign up')
    await showsText(page, 'You are signed up.')
    await fits()

    const watcher = await stage.visit()
    await watcher.open(`/games/${game.id}/Scoreboard`)
    await showsText(watcher.page, 'Live')
    expect(await standing(watcher.page, team)).toBeNull()

    const official = await stage.visit(options)
    await accept(official, game.id, team)
    expect(await overflow(official.page)).toEqual([])
    await expect.poll(() => standing(watcher.page, team)).toEqual(['0', '0'])

    await newcomer.open(`/games/${game.id}`)
    await page.getByRole('link', { name: 'Go to challenges' }).click()
    await page.getByRole('link', { name: title }).waitFor()
    if (options.javaScript !== false) await hydrated(page)
    await page.getByRole('link', { name: title }).click()
    const dialog = page.getByRole('dialog', { name: title })
    await dialog.getByLabel('Flag').fill('flag{not this one}')
    await press(page, 'Submit flag')
    await showsText(page, 'Wrong flag.')
    await fits()
    expect(await standing(watcher.page, team)).toEqual(['0', '0'])
    await dialog.getByLabel('Flag').fill(flag)
    await press(page, 'Submit flag')
    await showsText(page, 'Accepted.')
    await expect.poll(() => standing(watcher.page, team)).toEqual(['1,050', '1'])
    await dialog.getByRole('link', { name: 'Close' }).click()
    await page.getByRole('link', { name: title }).getByText('Solved', { exact: true }).waitFor()
    await fits()

    await page.getByRole('navigation', { name: 'Game' }).getByRole('link', { name: 'Scoreboard' }).click()
    await expect.poll(() => standing(page, team)).toEqual(['1,050', '1'])
    await fits()

    await page.locator('summary.account').click()
    await press(page, 'Log out')
    await showsText(page, 'You are logged out.')
    await newcomer.open('/Teams')
    expect(newcomer.where()).toBe('/account/Login?from=%2FTeams')

    for (const { faults, context } of [newcomer, official, watcher]) {
      expect(faults).toEqual([])
      await context.close()
    }
  })
})

describe.each(SCRIPT_MODES.slice(0, 2))('an invite link, %s', (_, options) => {
  it('leads a visitor through registration into the team', async () => {
    const captain = await stage.organiser.player()
    const captainsView = await stage.visit({ ...options, cookie: captain.client.cookie })
    await captainsView.open('/Teams')
    const link = await captainsView.page.locator('code', { hasText: '/Teams?invite=' }).textContent()
    expect(new URL(link!).origin).toBe(stage.platform.url)

    const visitor = await stage.visit(options)
    const name = `s${tag()}`
    await visitor.page.goto(link!)
    await visitor.page.getByRole('main').getByRole('link', { name: 'Register' }).click()
    await fillRegistration(visitor.page, name)
    const invitation = visitor.page.getByRole('region', { name: 'Invitation' })
    expect(await invitation.textContent()).toContain(captain.team.name)
    await press(visitor.page, 'Join team')
    await showsText(visitor.page, `You joined ${captain.team.name}.`)

    await captainsView.open('/Teams')
    await captainsView.page.getByRole('row', { name: name }).waitFor()
    await press(captainsView.page, 'New code')
    await captainsView.page.getByRole('alertdialog').getByRole('button', { name: 'New code' }).click()
    await showsText(captainsView.page, 'New invite code created.')

    const late = await stage.organiser.player()
    const lateView = await stage.visit({ ...options, cookie: late.client.cookie })
    await lateView.page.goto(link!)
    await showsText(lateView.page, 'This invite link is not valid. Ask the captain for a new one.')
    expect(await lateView.page.getByRole('button', { name: 'Join team', exact: true }).count()).toBe(0)
    expect(await lateView.page.getByRole('row', { name: captain.name }).count()).toBe(0)

    expect([...captainsView.faults, ...visitor.faults]).toEqual([])
  })
})
