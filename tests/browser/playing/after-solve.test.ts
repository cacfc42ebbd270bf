import { describe, expect, it } from 'vitest'
import { openBrowserSuite } from '../../support/browser/browser-suite'
import { solve } from '../../support/games/organiser'

const stage = openBrowserSuite()

const FORM = 'form.feedback'

describe('the form for feedback', () => {
  it('comes with the solve, without a reload, and keeps what was given', async () => {
    const game = await stage.organiser.game({ feedback: true })
    const { id, flag } = game.challenges[0]!
    // The first blood of another team, whose scene would cover the form.
    await solve(await stage.organiser.player(game), game)
    const player = await stage.organiser.player(game)
    const { page, open } = await stage.visit({ cookie: player.client.cookie })
    await open(`/games/${game.id}/Challenges?c=${id}`)
    const form = page.locator(FORM)
    await form.waitFor({ state: 'attached' })
    expect(await form.isVisible()).toBe(false)
    await page.locator('input[name=flag]').fill(flag)
    await page.keyboard.press('Enter')
    await form.waitFor({ state: 'visible' })
    await form.getByRole('radio', { name: '4 stars' }).check()
    await form.getByLabel('A word to the authors').fill('Lovely <b>&')
    await form.getByRole('button', { name: 'Send' }).click()
    const given = page.locator(`${FORM}.open`)
    await given.waitFor()
    expect(await given.getByRole('radio', { name: '4 stars' }).isChecked()).toBe(true)
    expect(await given.getByLabel('A word to the authors').inputValue()).toBe('Lovely <b>&')
    expect(await page.locator('.chal-dialog').isVisible()).toBe(true)
  })

  it('works without script', async () => {
    const game = await stage.organiser.game({ feedback: true })
    const player = await stage.organiser.player(game)
    await solve(player, game)
    const { page, open } = await stage.visit({ javaScript: false, cookie: player.client.cookie })
    await open(`/games/${game.id}/Challenges?c=${game.challenges[0]!.id}`)
    const form = page.locator(`${FORM}.open`)
    await form.getByRole('radio', { name: '2 stars' }).check()
    await form.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('button', { name: 'Change' }).waitFor()
    expect(await form.getByRole('radio', { name: '2 stars' }).isChecked()).toBe(true)
  })
})
