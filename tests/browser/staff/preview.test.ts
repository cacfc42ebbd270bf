import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '~/server/platform/time'
import { violations } from '../../support/browser/browser'
import { openBrowserSuite, SCRIPT_MODES_AND_PHONE } from '../../support/browser/browser-suite'
import { tag } from '../../support/games/organiser'

const stage = openBrowserSuite()

describe.each(SCRIPT_MODES_AND_PHONE)('the preview of a challenge %s', (_, options) => {
  it('shows the players’ view before the start, and counts nothing', async () => {
    const { organiser } = stage
    const game = await organiser.game({
      startsIn: HOUR_MS,
      endsIn: 2 * HOUR_MS,
      challenges: [{ title: `Open ${tag()}`, content: 'Read the **log**.', hints: ['Look twice'] }]
    })
    const [open] = game.challenges
    const path = `/api/edit/games/${game.id}/challenges`
    const closed = await organiser.client.ok<{ id: number }>('POST', path, {
      title: 'Closed one',
      category: 'Web',
      type: 'StaticAttachment'
    })
    const { page, open: visit, faults } = await stage.visit({ ...options, cookie: organiser.client.cookie })

    await visit(`/admin/games/${game.id}/challenges/${open!.id}`)
    await page.getByRole('link', { name: 'Preview' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('heading', { name: open!.title }).waitFor()
    await dialog.getByText('Look twice').waitFor()
    await dialog.getByText('Hidden until the start').waitFor()
    if (options.javaScript !== false) expect(await violations(page)).toEqual([])

    const flag = dialog.getByRole('textbox', { name: 'Flag' })
    if (options.javaScript !== false) {
      // Spaces are no flag, and the browser says so.
      await flag.fill('   ')
      await flag.press('Enter')
      expect(await flag.evaluate((one: HTMLInputElement) => [one.value, one.validity.valueMissing])).toEqual([
        '',
        true
      ])
    }
    await flag.fill('flag{nonsense}')
    await dialog.getByRole('button', { name: 'Try flag' }).click()
    await dialog.getByText('It is no flag of this challenge.').waitFor()
    await flag.fill(open!.flag)
    await dialog.getByRole('button', { name: 'Try flag' }).click()
    await dialog.getByText('It is flag 1 of 1.').waitFor()
    expect(page.url()).not.toContain(open!.flag)

    await dialog.getByRole('link', { name: 'Close' }).click()
    await page
      .getByRole('link', { name: /Closed one/ })
      .getByText('Disabled')
      .waitFor()
    if (options.javaScript !== false) expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: /Closed one/ }).click()
    await dialog.getByText('No flag is right yet. Add one first.').waitFor()
    expect(closed.id).toBeGreaterThan(open!.id)

    const { rows } = await stage.platform.stores.db.pool.query(
      'SELECT FROM submissions WHERE game_id = $1 UNION ALL SELECT FROM game_events WHERE game_id = $1',
      [game.id]
    )
    expect(rows).toEqual([])
    expect(faults).toEqual([])
  })
})
