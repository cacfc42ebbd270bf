import { describe, expect, it } from 'vitest'
import { confirm } from '../../support/browser/actions'
import { violations } from '../../support/browser/browser'
import { openBrowserSuite, SCRIPT_MODES_AND_PHONE } from '../../support/browser/browser-suite'
import { solve } from '../../support/games/organiser'

const stage = openBrowserSuite()

describe.each(SCRIPT_MODES_AND_PHONE)('an administrator %s', (_, options) => {
  it('deletes a game and its challenge by mistake, reads what to restore first, and restores both', async () => {
    const { organiser } = stage
    const game = await organiser.game({ challenges: [{ title: 'Anchor' }, { title: 'Buoy' }] })
    const player = await organiser.player(game)
    await solve(player, game)
    const { page, open, where, faults } = await stage.visit({ ...options, cookie: organiser.client.cookie })
    await open(`/admin/games/${game.id}/challenges/${game.challenges[0]!.id}`)
    await confirm(page, 'Delete', 'Delete')
    await page.getByText('Challenge moved to the trash for 30 days.').waitFor()
    await open(`/admin/games/${game.id}/Info`)
    await confirm(page, 'Delete game', 'Delete game')
    await page.getByText('Game moved to the trash for 30 days.').waitFor()

    await open('/admin/Trash?kind=game')
    const row = page.getByRole('row', { name: game.title })
    expect(await row.textContent()).toContain('Registrations: 1')
    expect(await row.textContent()).toContain('Admin')
    await open('/admin/Trash')
    if (options.javaScript !== false) expect(await violations(page)).toEqual([])
    await confirm(page, 'Restore Anchor', 'Restore')
    await page.getByText(`The game ${game.title} is in the trash, too. Restore it first.`).waitFor()
    faults.splice(0)
    await confirm(page, `Restore ${game.title}`, 'Restore')
    await page.getByText(`${game.title} restored.`).waitFor()
    expect(where()).toContain(`/admin/games/${game.id}/Info`)
    await open('/admin/Trash')
    await confirm(page, 'Restore Anchor', 'Restore')
    await page.getByText('Anchor restored.').waitFor()
    expect(where()).toContain(`/admin/games/${game.id}/challenges/${game.challenges[0]!.id}`)
    const list = await organiser.client.ok<object[]>('GET', `/api/edit/games/${game.id}/challenges`)
    expect(list).toMatchObject([{ title: 'Anchor', isEnabled: true }, { title: 'Buoy' }])
    expect(faults).toEqual([])
  })

  it('reads the history of a challenge, and restores an old version', async () => {
    const { organiser } = stage
    const game = await organiser.game({ challenges: [{ title: 'Capstan' }] })
    const { id } = game.challenges[0]!
    const path = `/api/edit/games/${game.id}/challenges/${id}`
    await organiser.client.ok('PUT', path, { content: 'First line\nSecond line', originalScore: 500 })
    await organiser.client.ok('PUT', path, { content: 'First line\nAnother line', hints: ['Turn it'] })
    const { page, open, faults } = await stage.visit({ ...options, cookie: organiser.client.cookie })
    await open(`/admin/games/${game.id}/challenges/${id}`)
    const views = page.getByRole('navigation', { name: 'Pages of the challenge' })
    await views.getByRole('link', { name: 'History' }).click()
    await page.getByRole('link', { name: 'Version 5', exact: true }).click()
    const lines = page.getByRole('region', { name: 'Description' })
    await lines.waitFor()
    expect(await lines.locator('del').textContent()).toContain('Second line')
    expect(await lines.locator('ins').textContent()).toContain('Another line')
    if (options.javaScript !== false) expect(await violations(page)).toEqual([])

    await page.getByRole('link', { name: 'Version 4', exact: true }).click()
    await page.getByRole('heading', { name: 'Version 4' }).waitFor()
    await confirm(page, 'Restore version', 'Restore version')
    await page.getByText('Version 4 restored.').waitFor()
    const now = await organiser.client.ok<object>('GET', path)
    expect(now).toMatchObject({ content: 'First line\nSecond line', hints: [], originalScore: 500 })
    expect(faults).toEqual([])
  })
})
