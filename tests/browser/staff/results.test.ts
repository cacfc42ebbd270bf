import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { press } from '../../support/browser/actions'
import { hydrated, violations } from '../../support/browser/browser'
import { openBrowserSuite, SCRIPT_MODES_AND_PHONE } from '../../support/browser/browser-suite'
import { setMoment, setTags, tagsOf } from '../../support/browser/widgets'
import { solve } from '../../support/games/organiser'
import { until } from '../../support/until'

const stage = openBrowserSuite()

/** Takes the wrong name out and adds another. */
async function replaceTags(page: Page, name: string): Promise<void> {
  const wrong = page.getByRole('row', { name: 'Nobody of that name' })
  if (await wrong.count()) {
    await wrong.focus()
    await page.keyboard.press('Delete')
  }
  await setTags(page, 'Teams', [name])
}

describe.each(SCRIPT_MODES_AND_PHONE)('results %s', (_, options) => {
  it('are corrected with a preview and a public reason, and the correction is undone', async () => {
    const { organiser } = stage
    const game = await organiser.game({ challenges: [{ title: 'Anchor' }] })
    const player = await organiser.player(game)
    await solve(player, game)
    const { page, open, faults } = await stage.visit({ ...options, cookie: organiser.client.cookie })
    await open(`/admin/games/${game.id}/Corrections`)
    await page.getByText('Points and solves stand as they were earned.').waitFor()
    await setTags(page, 'Teams', ['Nobody of that name'])
    await page.getByLabel('Points').fill('-25')
    await press(page, 'Preview')
    await page.getByText('No team of this game is called “Nobody of that name”.').waitFor()
    expect(await page.getByLabel('Points').inputValue()).toBe('-25')

    await replaceTags(page, player.team.name)
    await press(page, 'Preview')
    await page.getByRole('heading', { name: 'Top ten, now and after' }).waitFor()
    expect(await page.getByRole('region', { name: 'Teams that move' }).textContent()).toContain('−25')
    if (options.javaScript !== false) expect(await violations(page)).toEqual([])
    await page.getByLabel('Public reason').fill('Scanned the platform.')
    await press(page, 'Apply')
    await page.getByText('Results corrected.').waitFor()

    const visitor = await stage.visit(options)
    await visitor.open(`/games/${game.id}/Corrections`)
    await visitor.page.getByText('Scanned the platform.').waitFor()
    expect(await visitor.page.getByRole('main').textContent()).not.toContain('Admin')
    if (options.javaScript !== false) expect(await violations(visitor.page)).toEqual([])

    await page.getByRole('link', { name: 'Undo' }).click()
    await page.getByLabel('Public reason').fill('It was somebody else.')
    await press(page, 'Undo')
    await page.getByText('Correction undone.').waitFor()
    // Visitors share a page for a second.
    await expect
      .poll(async () => {
        await visitor.open(`/games/${game.id}/Corrections`)
        return visitor.page.getByText('It was somebody else.').count()
      })
      .toBe(1)
    expect([...faults, ...visitor.faults]).toEqual([])
  })

  it('that cannot be corrected so are said at the field, and what was typed stays', async () => {
    const { organiser } = stage
    const game = await organiser.game({ challenges: [{ title: 'Anchor' }] })
    const player = await organiser.player(game)
    const { page, open, faults } = await stage.visit({ ...options, cookie: organiser.client.cookie })
    const refused = async (label: string, text: string) => {
      await press(page, 'Preview')
      await page.getByText(text).waitFor()
      const field = page.getByLabel(label, { exact: true }).and(page.locator('input'))
      expect(await field.getAttribute('aria-invalid')).toBe('true')
      // A moment's field is hidden behind its parts, the first of which has the focus.
      const parts = page.getByRole('group', { name: label, exact: true })
      const shown = (await field.isVisible()) ? field : parts
      if (options.javaScript !== false)
        await until(() => shown.evaluate((element) => element.contains(document.activeElement)))
    }
    const list = `/admin/games/${game.id}/Corrections`
    await open(list)
    await setTags(page, 'Teams', [player.team.name])
    await page.getByLabel('Points').fill('0')
    await refused('Points', 'This number is out of range.')
    expect(await tagsOf(page, 'teams')).toEqual([player.team.name])

    await open(`${list}?kind=incident`)
    await setMoment(page, { name: 'from', label: 'From' }, '2020-01-01T10:00')
    await setMoment(page, { name: 'to', label: 'Until' }, '2020-01-01T09:00')
    await page.getByLabel('Loss of value by these solves').selectOption({ label: 'Values do not decay' })
    await refused('Until', 'The end must be after the start.')
    expect(await page.locator('input[name=from][type=datetime-local]').inputValue()).toBe('2020-01-01T10:00')
    expect(await page.getByLabel('Loss of value by these solves').inputValue()).toBe('stop')
    await setMoment(page, { name: 'to', label: 'Until' }, '2020-01-01T11:00')
    await refused('From', 'Choose a time within the game that has already passed.')
    expect(faults).toEqual([])
  })

  it('freeze, and are revealed', async () => {
    const { organiser } = stage
    const game = await organiser.game({ challenges: [{ title: 'Anchor' }] })
    const player = await organiser.player(game)
    const { page, open, faults } = await stage.visit({ ...options, cookie: organiser.client.cookie })
    await open(`/admin/games/${game.id}/Info`)
    await press(page, 'Freeze now')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Freeze now', exact: true }).click()
    await page.getByText('Freeze saved.').waitFor()
    await solve(player, game)
    const own = await stage.visit({ ...options, cookie: player.client.cookie })
    await until(async () => {
      await own.open(`/games/${game.id}/Challenges`)
      return (await own.page.getByText('Solved since the freeze').count()) > 0
    })
    expect(await own.page.getByRole('main').textContent()).toContain('Board frozen')
    if (options.javaScript !== false) expect(await violations(own.page)).toEqual([])

    await open(`/admin/games/${game.id}/Standings`)
    const row = page.getByRole('row', { name: player.team.name })
    expect((await row.textContent())?.replaceAll(/\D/g, '')).toMatch(/0$/)
    await open(`/admin/games/${game.id}/Info`)
    await press(page, 'Reveal')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Reveal', exact: true }).click()
    await page.getByText('The board is revealed.').waitFor()
    // A page that is open follows by itself.
    await until(async () => {
      if (options.javaScript === false) await own.open(`/games/${game.id}/Challenges`)
      return (await own.page.getByText('Board frozen').count()) === 0
    })
    expect([...faults, ...own.faults]).toEqual([])
  })
})

describe.each(SCRIPT_MODES_AND_PHONE)('a reveal %s', (_, options) => {
  it('is led by a remote, and followed in the hall', async () => {
    const { organiser } = stage
    const game = await organiser.game({ challenges: [{ title: 'Anchor' }] })
    const player = await organiser.player(game)
    await organiser.client.ok('PUT', `/api/edit/games/${game.id}/freeze`, { at: 'now' })
    await solve(player, game)
    await organiser.client.ok('PUT', `/api/edit/games/${game.id}`, { end: new Date().toISOString() })
    const hall = await stage.visit(options)
    await hall.open(`/games/${game.id}/Reveal`)
    await hall.page.getByText('The reveal has not begun').waitFor()

    const { page, open, faults } = await stage.visit({ ...options, cookie: organiser.client.cookie })
    await open(`/admin/games/${game.id}/Info`)
    await page.getByRole('link', { name: 'Start the reveal' }).click()
    await press(page, 'Start the reveal')
    await page.getByText('Reveal started.').waitFor()
    await hall.page.getByText('Still sealed').waitFor()
    expect(await hall.page.getByRole('main').textContent()).not.toContain('Anchor')
    if (options.javaScript !== false) expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Open the next cell' }).click()
    // A cell of the first three is asked about.
    const asked = page.getByRole('alertdialog').getByRole('button', { name: 'Open the next cell' })
    await asked.waitFor()
    expect(await page.getByText('0 of 1 cells opened').count()).toBe(1)
    await asked.click()
    await page.getByText('1 of 1 cells opened').waitFor()
    await hall.page.getByText('Anchor').first().waitFor()
    if (options.javaScript !== false) expect(await violations(hall.page)).toEqual([])

    await press(page, 'Back')
    await page.getByText('0 of 1 cells opened').waitFor()
    await hall.page.getByText('0 of 1 cells opened').waitFor()
    await press(page, 'Blank')
    await page.getByRole('button', { name: 'Show', exact: true }).waitFor()
    await hall.page.getByText('Still sealed').waitFor({ state: 'hidden' })
    await press(page, 'Show')
    await page.getByRole('button', { name: 'Open the next cell' }).waitFor()
    if (options.javaScript === false) {
      await page.getByRole('button', { name: 'Open the next cell' }).click()
      await asked.click()
    } else {
      await hydrated(page)
      await page.keyboard.press('PageDown')
      await asked.waitFor()
      await page.keyboard.press('PageDown')
    }
    await press(page, 'Show the final scoreboard')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Show the final scoreboard' }).click()
    await page.getByText('The final scoreboard is public.').waitFor()
    await hall.page.getByRole('link', { name: 'Final scoreboard' }).waitFor()
    expect([...faults, ...hall.faults]).toEqual([])
  })
})

describe('results of an ended game', () => {
  it('are verified in the browser', async () => {
    const { organiser } = stage
    const game = await organiser.game({ challenges: [{ title: 'Anchor' }] })
    const player = await organiser.player(game)
    await solve(player, game)
    const end = new Date().toISOString()
    await organiser.client.ok('PUT', `/api/edit/games/${game.id}`, { end })
    const { page, open, faults } = await stage.visit({})
    await open(`/games/${game.id}/verify`)
    await press(page, 'Verify in this browser')
    await page.getByText('The board follows from them, team by team.').waitFor()
    expect(await violations(page)).toEqual([])
    expect(faults).toEqual([])
  })

  it('are taken with everything of the event, after a confirmation', async () => {
    const { organiser, platform } = stage
    const game = await organiser.game({ challenges: [{ title: 'Anchor' }] })
    const { page, open, faults } = await stage.visit({ cookie: organiser.client.cookie })
    const confirmedAt = (time: string) =>
      platform.stores.db.pool.query(`UPDATE sessions SET confirmed_at = ${time}`)
    await confirmedAt(`now() - interval '11 min'`)
    await open(`/admin/games/${game.id}/Info`)
    await press(page, 'Download everything')
    await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor()
    expect(await violations(page)).toEqual([])
    await confirmedAt('now()')
    await open(`/admin/games/${game.id}/Info`)
    const begun = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download everything' }).click()
    expect((await begun).suggestedFilename()).toBe(`everything-${game.id}.zip`)
    // The form that had to be confirmed.
    expect(faults).toEqual([expect.stringContaining('status of 403')])
  })
})
