import { describe, expect, it } from 'vitest'
import { Client } from '../../support/api/client'
import { openBrowserSuite, SCRIPT_MODES } from '../../support/browser/browser-suite'
import { playGame } from '../../support/fixtures'

const stage = openBrowserSuite()

let count = 0
async function member() {
  const client = new Client(stage.platform.url)
  count += 1
  const name = `life${count}`
  await client.register(name)
  return { client, name }
}

describe.each(SCRIPT_MODES)('a team that looks for people, %s', (_, options) => {
  it('invites one person by a link that is shown once', async () => {
    const [captain, guest] = [await member(), await member()]
    await captain.client.ok('POST', '/api/team', { name: `Owls ${captain.name}` })
    const { page, open, faults } = await stage.visit({ ...options, cookie: captain.client.cookie })
    await open('/Teams')
    await page.getByText('New invitation', { exact: true }).click()
    await page.getByRole('button', { name: 'Create invitation' }).click()
    const link = await page.getByRole('status').locator('code').textContent()
    await open('/Teams')
    expect(await page.getByText(link!).count()).toBe(0)

    const other = await stage.visit({ ...options, cookie: guest.client.cookie })
    const { pathname, search } = new URL(link!)
    await other.open(pathname + search)
    await other.page.getByRole('button', { name: 'Join team' }).click()
    await other.page.getByText(`You joined Owls ${captain.name}.`).waitFor()
    await open('/Teams')
    const row = page.getByRole('row', { name: /One person/ })
    expect(await row.textContent()).toContain(guest.name)
    expect([...faults, ...other.faults]).toEqual([])
  })

  it('is found, asked and told on every page, and takes the player in', async () => {
    const [captain, player] = [await member(), await member()]
    const name = `Finders ${captain.name}`
    await captain.client.ok('POST', '/api/team', { name })
    const led = await stage.visit({ ...options, cookie: captain.client.cookie })
    await led.open('/Teams')
    await led.page.getByLabel('Take requests').check()
    await led.page.getByLabel('Looking for').fill('crypto at night')
    await led.page
      .getByRole('region', { name: 'Requests to join' })
      .getByRole('button', { name: 'Save' })
      .click()
    await led.page.getByText('Players can ask to join now.').waitFor()

    const { page, open, faults } = await stage.visit({ ...options, cookie: player.client.cookie })
    await open(`/Teams/Find?q=${encodeURIComponent(name)}`)
    const found = page.getByRole('listitem').filter({ hasText: 'crypto at night' })
    await found.getByText('Ask to join').click()
    await found.getByRole('textbox').fill('I like pwn')
    await found.getByRole('button', { name: 'Send request' }).click()
    await page.getByText('Request sent. The captain decides.').waitFor()

    await led.open('/About')
    await expect
      .poll(() => led.page.getByRole('navigation', { name: 'Main', exact: true }).textContent())
      .toContain('Team11 unread')
    await led.open('/Teams')
    await led.page.getByRole('button', { name: `Accept ${player.name}` }).click()
    await led.page.getByText('The player is in your team now.').waitFor()
    await open('/Teams')
    await page.getByRole('button', { name: `Close the answer of ${name}` }).click()
    await page.getByText('Done.').waitFor()
    expect([...faults, ...led.faults]).toEqual([])
  })

  it('is none when somebody plays alone, by one click', async () => {
    const game = await stage.organiser.game({ solo: true, acceptWithoutReview: true, challenges: [] })
    const player = await member()
    const { page, open, faults } = await stage.visit({ ...options, cookie: player.client.cookie })
    await open(`/games/${game.id}`)
    await page.getByRole('button', { name: 'Play alone' }).click()
    await page.getByRole('button', { name: 'Play alone' }).waitFor({ state: 'detached' })
    const teams = await player.client.ok<{ name: string }[]>('GET', '/api/team')
    expect(teams.map(({ name }) => name)).toEqual([player.name])
    expect(faults).toEqual([])
  })
})

describe('followed teams', () => {
  it('of the browser go to the account once, and are compared on another device', async () => {
    const game = await playGame(stage.platform.stores.db, { teams: 4 })
    const [a, b, c] = game.teams.map(({ teamId }) => teamId)
    const reader = await member()
    const follows = () => reader.client.ok('GET', `/api/game/${game.id}/follows`)
    const { page, open, where } = await stage.visit({ cookie: reader.client.cookie })
    await open(`/games/${game.id}/Teams/${a}`)
    await page.getByRole('button', { name: /^Follow/ }).click()
    await page.getByText('You follow this team.').waitFor()
    await page.evaluate(([id, team]) => localStorage.setItem(`teams ${id}`, String(team)), [game.id, b])
    await open(`/games/${game.id}/Scoreboard`)
    await expect.poll(where).toBe(`/games/${game.id}/Scoreboard?teams=${a},${b}`)
    await expect.poll(follows).toEqual({ teams: [a, b] })
    await expect.poll(() => page.evaluate((id) => localStorage.getItem(`teams ${id}`), game.id)).toBeNull()

    const other = await stage.visit({ cookie: reader.client.cookie })
    // An address of somebody else changes nothing.
    await other.open(`/games/${game.id}/Scoreboard?teams=${c}`)
    await other.open(`/games/${game.id}/Scoreboard`)
    await expect.poll(other.where).toBe(`/games/${game.id}/Scoreboard?teams=${a},${b}`)
    expect(await follows()).toEqual({ teams: [a, b] })
    await other.page
      .getByRole('navigation', { name: 'Compare teams' })
      .getByRole('link', { name: 'Stop comparing' })
      .click()
    await expect.poll(follows).toEqual({ teams: [] })
  })

  it('without script are followed and compared by the page of a team', async () => {
    const game = await playGame(stage.platform.stores.db, { teams: 3 })
    const reader = await member()
    const team = game.teams[1]!
    const { page, open, where } = await stage.visit({ javaScript: false, cookie: reader.client.cookie })
    await open(`/games/${game.id}/Teams/${team.teamId}`)
    await page.getByRole('button', { name: `Follow ${team.name}` }).click()
    await page.getByRole('link', { name: 'Compare followed teams' }).click()
    expect(where()).toBe(`/games/${game.id}/Scoreboard?teams=${team.teamId}`)
    await open(`/games/${game.id}/Teams/${team.teamId}`)
    await page.getByRole('button', { name: `Stop following ${team.name}` }).click()
    await page.getByText('You no longer follow this team.').waitFor()
    expect(await reader.client.ok('GET', `/api/game/${game.id}/follows`)).toEqual({ teams: [] })
  })
})
