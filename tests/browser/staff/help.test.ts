import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { violations } from '../../support/browser/browser'
import { openBrowserSuite, SCRIPT_MODES_AND_PHONE } from '../../support/browser/browser-suite'

const stage = openBrowserSuite()

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

describe.each(SCRIPT_MODES_AND_PHONE)('help %s', (_, options) => {
  it('is asked for, answered from the queue with a canned answer, and closed', async () => {
    const { organiser } = stage
    const game = await organiser.game({ challenges: [{ title: 'Anchor' }] })
    const player = await organiser.player(game)
    const team = await stage.visit({ ...options, cookie: player.client.cookie })
    const staff = await stage.visit({ ...options, cookie: organiser.client.cookie })
    const accessible = async (page: Page) => {
      if (options.javaScript !== false) expect(await violations(page)).toEqual([])
    }

    await team.open(`/games/${game.id}/Help`)
    await team.page.getByLabel('About').selectOption({ label: 'Anchor' })
    await team.page.getByLabel('Title').fill('It does not start')
    await team.page.getByLabel('Message').fill('We tried twice.\nIt says 502.')
    await accessible(team.page)
    await press(team.page, 'Send')
    await team.page.getByText('Ticket opened.').waitFor()
    await team.page.getByText('Waiting for an answer').waitFor()

    await staff.open(`/games/${game.id}/monitor/Help/Answers`)
    await staff.page.getByLabel('Name').fill('Restarted')
    await staff.page.getByLabel('Message').fill('We restarted it. Try again.')
    await press(staff.page, 'Add answer')
    await staff.page.getByText('Canned answer saved.').waitFor()
    await accessible(staff.page)
    await staff.open(`/games/${game.id}/monitor/Help`)
    await accessible(staff.page)
    await staff.page.getByRole('link', { name: 'It does not start' }).click()
    await staff.page.getByRole('button', { name: 'Use answer' }).click()
    const field = staff.page.getByLabel('Message', { exact: true })
    await expect.poll(() => field.inputValue()).toBe('We restarted it. Try again.')
    await accessible(staff.page)

    // Somebody writes meanwhile: what was typed stays, and what is new can be read.
    await team.page.getByLabel('Your message').fill('Now it says 503.')
    await press(team.page, 'Send')
    await team.page.getByText('Message sent.').waitFor()
    await press(staff.page, 'Send')
    await staff.page.getByText('Somebody has written since you read this ticket.').waitFor()
    await staff.page.getByText('Now it says 503.').waitFor()
    expect(await field.inputValue()).toBe('We restarted it. Try again.')
    // An open ticket takes what comes as read: the team looks at something else.
    await team.open(`/games/${game.id}/Scoreboard`)
    await press(staff.page, 'Send')
    await staff.page.getByText('Answer sent.').waitFor()
    await team.open(`/games/${game.id}/Scoreboard`)
    await team.page.getByRole('link', { name: 'New messages: 1' }).click()
    await team.page.getByText('New: 1').waitFor()
    await accessible(team.page)
    await team.page.getByRole('link', { name: 'It does not start' }).click()
    await team.page.getByText('We restarted it. Try again.').waitFor()
    expect(await team.page.getByRole('main').textContent()).not.toContain('Admin')
    expect(await team.page.getByText('New messages').count()).toBe(0)
    await accessible(team.page)
    await press(team.page, 'Close ticket')
    await team.page.getByRole('alertdialog').getByRole('button', { name: 'Close ticket' }).click()
    await team.page.getByText('Ticket closed.').waitFor()
    // Browsers log the refusal as a fault.
    const faults = [...team.faults, ...staff.faults].filter((fault) => !fault.includes('409 (Conflict)'))
    expect(faults).toEqual([])
  })
})

describe('a message to teams', () => {
  it('is told at once on the pages that a team has open', async () => {
    const { organiser } = stage
    const game = await organiser.game({ challenges: [{ title: 'Anchor' }] })
    const player = await organiser.player(game)
    const team = await stage.visit({ cookie: player.client.cookie })
    await team.open(`/games/${game.id}`)
    const staff = await stage.visit({ cookie: organiser.client.cookie })
    await staff.open(`/games/${game.id}/monitor/Help/Message`)
    await staff.page.getByLabel('Who it is for').selectOption('all')
    expect(await staff.page.getByLabel('Name of the team').isVisible()).toBe(false)
    await staff.page.getByLabel('Title').fill('News')
    await staff.page.getByLabel('Message', { exact: true }).fill('The network is back.')
    expect(await violations(staff.page)).toEqual([])
    await press(staff.page, 'Send message')
    await staff.page.getByText('Nothing has been sent yet.').waitFor()
    expect(await violations(staff.page)).toEqual([])
    await press(staff.page, 'Send to 1 team')
    await staff.page.getByText('Message sent to the teams.').waitFor()
    await team.page.getByText('The organisers wrote to your team.').waitFor()
    await team.page.getByRole('link', { name: 'New messages: 1' }).click()
    await team.page.getByRole('link', { name: 'News' }).click()
    await team.page.getByText('The network is back.').waitFor()
    expect([...team.faults, ...staff.faults]).toEqual([])
  })
})
