import { expect, it } from 'vitest'
import { openBrowserSuite, SCRIPT_MODES } from '../../support/browser/browser-suite'

const stage = openBrowserSuite()
const REASON = 'Its service is down.'

async function played() {
  const game = await stage.organiser.game({ challenges: [{ title: 'Alpha' }, { title: 'Beta' }] })
  const { id } = game.challenges[0]!
  const { client } = stage.organiser
  const path = `/api/edit/games/${game.id}/challenges/${id}/block`
  const player = await stage.organiser.player(game)
  return {
    ...{ game, id, player },
    dialog: `/games/${game.id}/Challenges?c=${id}`,
    block: () => client.ok('PUT', path, { reason: REASON, announce: true }),
    unblock: () => client.ok('DELETE', path)
  }
}

it.each(SCRIPT_MODES)(
  'a blocked challenge says why on card and dialog, and has no field, %s',
  async (_, options) => {
    const { game, id, player, dialog, block } = await played()
    await block()
    const { page, open, faults } = await stage.visit({ ...options, cookie: player.client.cookie })
    // The board hears of it a moment later.
    await expect
      .poll(async () => {
        await open(`/games/${game.id}/Challenges`)
        return page.locator(`#chal-${id}`).getByText('Takes no flags now').count()
      })
      .toBe(1)
    await open(dialog)
    await page.getByRole('dialog').getByText(REASON).waitFor()
    expect(await page.getByRole('dialog').getByRole('textbox').count()).toBe(0)
    expect(faults).toEqual([])
  }
)

it('the field goes when a block begins while the dialog is open, and comes back when it ends', async () => {
  const { player, dialog, block, unblock } = await played()
  const { page, open, faults } = await stage.visit({ cookie: player.client.cookie })
  await open(dialog)
  const field = page.getByRole('dialog').getByRole('textbox')
  await field.waitFor()
  await page.evaluate(() => document.documentElement.setAttribute('data-stayed', ''))
  await block()
  await page.locator('.dialog-foot').getByText(REASON).waitFor()
  await expect.poll(() => field.count()).toBe(0)
  await unblock()
  await field.waitFor()
  expect(await page.locator('.dialog-foot').getByText(REASON).count()).toBe(0)
  expect(await page.locator('html[data-stayed]').count()).toBe(1)
  expect(faults).toEqual([])
})

it.each(SCRIPT_MODES)(
  'staff block and unblock on the page of the flags, and are led to an incident of that time, %s',
  async (_, options) => {
    const { game, id } = await played()
    const flags = `/admin/games/${game.id}/challenges/${id}/Flags`
    const { page, open, faults } = await stage.visit({ ...options, cookie: stage.organiser.client.cookie })
    await open(flags)
    await page.getByLabel('Public reason').fill(REASON)
    await page.getByRole('button', { name: 'Block flags' }).click()
    await page.getByText('Blocked since').waitFor()
    await page.getByRole('button', { name: 'Take flags again' }).first().click()
    await page.getByRole('button', { name: 'Take flags again' }).last().click()
    await page.getByRole('link', { name: 'Correct results of that time' }).click()
    await page.getByText('New correction').waitFor()
    expect(await page.locator('select[name=challenge]').inputValue()).toBe(String(id))
    expect(await page.locator('input[name=from][type=datetime-local]').inputValue()).not.toBe('')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.waitForURL(/Corrections\/Preview/)
    expect(faults).toEqual([])
  }
)
