import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { confirm, showsText } from '../../support/browser/actions'
import { overflow, violations } from '../../support/browser/browser'
import { openBrowserSuite, SCRIPT_MODES, SCRIPT_MODES_AND_PHONE } from '../../support/browser/browser-suite'
import { focused } from '../../support/browser/keyboard'
import { picture } from '../../support/files/files'
import { tag } from '../../support/games/organiser'

const stage = openBrowserSuite()

const card = (page: Page, team: string) => page.getByRole('region', { name: team, exact: true })

describe.each(SCRIPT_MODES_AND_PHONE)('teams %s', (_, options) => {
  it('are joined by link, edited, handed over, left and disbanded', async () => {
    const [captain, member] = [await stage.organiser.player(), await stage.organiser.player()]
    await member.client.ok('DELETE', `/api/team/${member.team.id}`)
    const team = `Gig ${tag()}`
    const lead = await stage.visit({ ...options, cookie: captain.client.cookie })
    const mate = await stage.visit({ ...options, cookie: member.client.cookie })
    const fits = async (page: Page) => expect(await overflow(page)).toEqual([])

    await lead.open('/Teams')
    await lead.page.getByRole('link', { name: 'Edit' }).click()
    await card(lead.page, captain.team.name).getByLabel('Name').fill('n\u200bn')
    await lead.page.getByRole('button', { name: 'Save' }).click()
    await showsText(lead.page, 'The team name contains characters that are not allowed.')
    await captain.client.ok('PUT', `/api/team/${captain.team.id}`, { bio: 'meanwhile' })
    await focused(card(lead.page, captain.team.name).getByLabel('Name'))
    await card(lead.page, captain.team.name).getByLabel('Name').fill(team)
    await card(lead.page, captain.team.name).getByLabel('Affiliation').fill('Harbour School')
    await card(lead.page, captain.team.name).getByLabel('Country').selectOption({ label: 'Czechia' })
    await lead.page.getByRole('button', { name: 'Save' }).click()
    await showsText(lead.page, 'Someone else saved changes while you were editing.')
    await lead.page.getByRole('button', { name: 'Save' }).click()
    await showsText(lead.page, `Team ${team} saved.`)
    const shown = { affiliation: 'Harbour School', website: null, country: 'CZ' }
    expect(await captain.client.ok('GET', `/api/team/${captain.team.id}`)).toMatchObject(shown)

    await lead.page.getByRole('link', { name: 'Edit' }).click()
    const file = (name: string, buffer: Buffer) =>
      lead.page.getByLabel('Choose an image').setInputFiles({ name, mimeType: 'image/png', buffer })
    await file('team.png', Buffer.from('<svg onload="alert(1)"/>'))
    await lead.page.getByRole('button', { name: 'Upload avatar' }).click()
    await showsText(lead.page, 'The avatar could not be changed.')
    await fits(lead.page)
    await file('team.png', await picture('png'))
    await lead.page.getByRole('button', { name: 'Upload avatar' }).click()
    await showsText(lead.page, 'Team avatar updated.')
    await card(lead.page, team).locator('header img[src^="/assets/"]').waitFor()

    const link = async () => (await card(lead.page, team).getByText('/Teams?invite=').textContent())!
    const old = await link()
    await confirm(lead.page, 'New code', 'New code')
    await showsText(lead.page, 'New invite code created.')
    await mate.page.goto(old)
    await showsText(mate.page, 'This invite link is not valid.')
    expect(await mate.page.getByRole('button', { name: 'Join team' }).count()).toBe(0)
    await mate.page.goto(await link())
    await mate.page.getByRole('button', { name: 'Join team' }).click()
    await showsText(mate.page, `You joined ${team}.`)
    await fits(mate.page)

    await lead.open('/Teams')
    await confirm(lead.page, `Kick ${member.name}`, 'Kick')
    await showsText(lead.page, 'Member removed.')
    await mate.page.goto(await link())
    await mate.page.getByRole('button', { name: 'Join team' }).click()
    await showsText(mate.page, `You joined ${team}.`)
    await lead.open('/Teams')
    await fits(lead.page)
    await confirm(lead.page, `Make ${member.name} captain`, 'Transfer')
    await showsText(lead.page, 'The team has a new captain.')
    await confirm(lead.page, `Leave ${team}`, 'Leave')
    await showsText(lead.page, `You left ${team}.`)
    expect(await card(lead.page, team).count()).toBe(0)

    await mate.open('/Teams')
    await confirm(mate.page, `Disband ${team}`, 'Disband')
    await showsText(mate.page, `${team} disbanded.`)
    const faults = [...lead.faults, ...mate.faults]
    expect(faults.filter((fault) => !/status of 4(00|09)/.test(fault))).toEqual([])
  })
})

it('a player who makes a team because a game requires one is led back to the game', async () => {
  const game = await stage.organiser.game()
  const { client, team } = await stage.organiser.player()
  await client.ok('DELETE', `/api/team/${team.id}`)
  const { page, open, where } = await stage.visit({ javaScript: false, cookie: client.cookie })
  await open(`/games/${game.id}`)
  await page.getByRole('link', { name: 'Go to teams' }).click()
  const name = page.getByLabel('Name')
  await name.fill('n\u200bn')
  await page.getByRole('button', { name: 'Create team' }).click()
  await showsText(page, 'The team name contains characters that are not allowed.')
  await name.fill(`Gig ${tag()}`)
  await page.getByRole('button', { name: 'Create team' }).click()
  await page.getByRole('button', { name: 'Sign up' }).waitFor()
  expect(where()).toBe(`/games/${game.id}`)
})

it('an invite code is copied as often as wanted', async () => {
  const { client, team } = await stage.organiser.player()
  const { page, open } = await stage.visit({ cookie: client.cookie })
  await open('/Teams')
  const copy = card(page, team.name).getByRole('button', { name: 'Invite code:' })
  for (const _ of [1, 2]) {
    await copy.click()
    await copy.getByText('Copied', { exact: true }).waitFor()
  }
  await copy.getByText('Copy', { exact: true }).waitFor()
})

describe('the lock', () => {
  it('is explained: by which game, until when, or by administrators', async () => {
    const game = await stage.organiser.game()
    const player = await stage.organiser.player(game)
    const { page, open } = await stage.visit({ cookie: player.client.cookie })
    const official = await stage.visit({ javaScript: false, cookie: stage.organiser.client.cookie })
    await open('/Teams')
    const own = card(page, player.team.name)
    await own.getByRole('link', { name: game.title }).waitFor()
    await own.getByText('Nobody can leave or be removed before').waitFor()
    expect(await own.getByRole('button', { name: 'Disband' }).isDisabled()).toBe(true)

    await official.open(`/admin/Teams?q=${encodeURIComponent(player.team.name)}`)
    await confirm(official.page, `Lock ${player.team.name}`, 'Lock')
    await showsText(official.page, `${player.team.name} locked.`)
    await open('/Teams')
    await own.getByText('An administrator locked this team.').waitFor()
    expect(await violations(page)).toEqual([])
  })

  it('refuses a change on a page that was opened before it', async () => {
    const player = await stage.organiser.player()
    const { page, open } = await stage.visit({ javaScript: false, cookie: player.client.cookie })
    await open('/Teams')
    await stage.organiser.client.ok('PUT', `/api/admin/teams/${player.team.id}`, { locked: true })
    await confirm(page, `Disband ${player.team.name}`, 'Disband')
    await card(page, player.team.name).getByRole('alert').getByText('The team is locked').waitFor()
  })
})

describe.each(SCRIPT_MODES)('an administrator %s', (_, options) => {
  it('finds a team, changes it, and sees what a deletion takes along', async () => {
    const game = await stage.organiser.game()
    const player = await stage.organiser.player(game)
    const { page, open, where, faults } = await stage.visit({
      ...options,
      cookie: stage.organiser.client.cookie
    })
    await open('/admin/Teams')
    await page.getByRole('searchbox').fill(player.team.name.toUpperCase())
    await page.getByRole('searchbox').press('Enter')
    await page.getByRole('link', { name: `Edit ${player.team.name}` }).click()
    expect(await overflow(page)).toEqual([])
    await page.getByLabel('Name', { exact: true }).fill('')
    await page.getByLabel('Name', { exact: true }).evaluate((field) => field.removeAttribute('required'))
    await page.getByRole('button', { name: 'Save' }).click()
    await showsText(page, 'The team needs a name.')
    const name = `Brig ${tag()}`
    await player.client.ok('PUT', `/api/team/${player.team.id}`, { bio: 'meanwhile' })
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByRole('switch').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await showsText(page, 'Someone else saved changes while you were editing.')
    await page.getByRole('button', { name: 'Save' }).click()
    await showsText(page, `Team ${name} saved.`)
    expect(where()).not.toContain('team=')

    await open(`/admin/Teams?q=${encodeURIComponent(name)}`)
    await confirm(page, `Unlock ${name}`, 'Unlock')
    await showsText(page, `${name} unlocked.`)
    await page.getByText('by a game').waitFor()
    await page.getByRole('link', { name: `Delete ${name}` }).click()
    await page.getByRole('button', { name: 'Delete team' }).click()
    const question = page.getByRole('alertdialog')
    await question.getByText('It disappears from one scoreboard').waitFor()
    expect(await overflow(page)).toEqual([])
    await question.getByRole('button', { name: 'Delete team' }).click()
    await showsText(page, `Team ${name} moved to the trash for 30 days.`)
    await showsText(page, 'No teams match')
    expect(faults.filter((fault) => !/status of 4(00|09)/.test(fault))).toEqual([])
  })
})
