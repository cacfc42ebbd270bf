import { describe, expect, it } from 'vitest'
import { violations } from '../../support/browser/browser'
import { openBrowserSuite, SCRIPT_MODES_AND_PHONE } from '../../support/browser/browser-suite'
import { setTags, tagsOf } from '../../support/browser/widgets'
import { solve } from '../../support/games/organiser'
import { until } from '../../support/until'

const stage = openBrowserSuite()

describe.each(SCRIPT_MODES_AND_PHONE)('what if %s', (_, options) => {
  it('is chosen by a form, and its address shows the same two boards again', async () => {
    const { organiser } = stage
    const game = await organiser.game({ challenges: [{ title: 'Anchor' }] })
    const [first, second] = [await organiser.player(game), await organiser.player(game)]
    for (const player of [first, second]) await solve(player, game)
    const api = `/api/edit/games/${game.id}/whatif`
    await until(async () => {
      const { after } = await organiser.client.ok<{ after: { after: { score: number } }[] }>('GET', api)
      return after.length === 2 && after.every((team) => team.after.score > 0)
    })

    const { page, open, faults } = await stage.visit({ ...options, cookie: organiser.client.cookie })
    await open(`/admin/games/${game.id}/Corrections`)
    await page.getByRole('link', { name: 'What if' }).click()
    await page.getByText('These are the game’s own rules').waitFor()
    await page.getByLabel('Minimum rate').fill('2')
    await page.getByRole('button', { name: 'Compare' }).click()
    await page.getByText('Enter a number of at most 1.').waitFor()
    await page.getByLabel('Minimum rate').fill('')
    await setTags(page, 'Without these teams', [first.team.name])
    await page.getByRole('button', { name: 'Compare' }).click()

    const other = page.getByRole('region', { name: 'Under these rules' })
    await other.getByRole('cell', { name: second.team.name }).waitFor()
    expect(await other.getByText(first.team.name).count()).toBe(0)
    expect(await page.getByRole('region', { name: 'As it is' }).getByText(first.team.name).count()).toBe(1)
    expect(await other.locator('.delta.up').count()).toBe(1)
    expect(await page.getByRole('region', { name: 'Bloods that change hands' }).textContent()).toContain(
      'Anchor'
    )
    if (options.javaScript !== false) expect(await violations(page)).toEqual([])

    const { pathname, search } = new URL(page.url())
    await open(pathname + search)
    await other.getByRole('cell', { name: second.team.name }).waitFor()
    expect(await tagsOf(page, 'teams')).toEqual([first.team.name])
    expect(faults).toEqual([])
  })
})
