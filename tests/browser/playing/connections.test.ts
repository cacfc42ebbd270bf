import { expect, it } from 'vitest'
import { overflow, PHONE, violations } from '../../support/browser/browser'
import { openBrowserSuite, SCRIPT_MODES } from '../../support/browser/browser-suite'

const stage = openBrowserSuite()

it.each(SCRIPT_MODES)(
  'staff write connections as rows, and players get a command and a link, %s',
  async (_, options) => {
    const game = await stage.organiser.game({ challenges: [{ title: 'Alpha' }] })
    const { id } = game.challenges[0]!
    const { page, open, faults } = await stage.visit({ ...options, cookie: stage.organiser.client.cookie })
    await open(`/admin/games/${game.id}/challenges/${id}`)
    const row = (number: number) => page.getByRole('group', { name: `Connection ${number}` })
    const save = async () => {
      await page.getByRole('button', { name: 'Save', exact: true }).last().click()
      await page.waitForLoadState()
    }
    expect(await row(1).getByLabel('User').isVisible()).toBe(false)
    await row(1).getByLabel('Host').fill('pwn.example.org')
    await row(1).getByLabel('Label').fill('Main')
    await row(2).getByLabel('Kind').selectOption('https')
    await row(2).getByLabel('Host').fill('web.example.org')
    await row(2).getByLabel('Path').fill('/start')
    await save()
    await row(1).getByText('This field cannot be empty.').waitFor()
    expect(await row(2).getByLabel('Path').inputValue()).toBe('/start')
    await row(1).getByLabel('Port').fill('1337')
    await save()
    await row(4).waitFor()
    if (options.javaScript !== false) expect(await violations(page)).toEqual([])
    const player = await stage.organiser.player(game)
    const seen = await stage.visit({ ...options, cookie: player.client.cookie, size: PHONE })
    await seen.open(`/games/${game.id}/Challenges?c=${id}`)
    const list = seen.page.getByRole('dialog').getByRole('list', { name: 'Connections' })
    await list.getByText('nc pwn.example.org 1337').waitFor()
    const link = list.getByRole('link', { name: 'https://web.example.org/start' })
    expect(await link.getAttribute('href')).toBe('https://web.example.org/start')
    expect(await link.getAttribute('rel')).toContain('noopener')
    if (options.javaScript === false) expect(await list.getByRole('button').count()).toBe(0)
    else {
      await list.getByRole('button', { name: /Connection 1/ }).click()
      await list.getByText('Copied').waitFor()
      expect(await violations(seen.page)).toEqual([])
    }
    expect(await overflow(seen.page)).toEqual([])
    // The refused form alone.
    expect(faults).toEqual([expect.stringContaining('status of 400')])
    expect(seen.faults).toEqual([])
  }
)
