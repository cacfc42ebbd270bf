import type { Locator } from 'playwright'
import { expect, it } from 'vitest'
import { openBrowserSuite } from '../support/browser/browser-suite'
import { focused, tabTo } from '../support/browser/keyboard'

const stage = openBrowserSuite()

it('a player logs in, joins, solves and watches by keyboard alone', async () => {
  const game = await stage.organiser.game({ challenges: [{ title: 'Alpha' }, { title: 'Bravo' }] })
  const player = await stage.organiser.player()
  const visitor = await stage.visit()
  const { page } = visitor
  const { keyboard } = page
  await visitor.open(`/account/Login?from=/games/${game.id}`)

  await tabTo(page, page.getByRole('link', { name: 'Skip to content' }))
  await keyboard.press('Enter')
  await tabTo(page, page.getByLabel('Username or email'))
  await keyboard.type(player.name)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await keyboard.type('a pass word')
  await keyboard.press('Enter')

  await page.getByRole('heading', { level: 1, name: game.title }).waitFor()
  await tabTo(page, page.getByRole('button', { name: 'Sign up' }))
  await keyboard.press('Enter')
  await page.getByText('You are in. Good luck!').waitFor()
  await tabTo(page, page.getByRole('link', { name: 'Go to challenges' }))
  await keyboard.press('Enter')

  const [alpha, bravo] = ['Alpha', 'Bravo'].map((name) => page.getByRole('link', { name })) as [
    Locator,
    Locator
  ]
  await page.getByText('Live', { exact: true }).waitFor()
  await tabTo(page, page.getByRole('link', { name: 'Skip to the challenges' }))
  await keyboard.press('Enter')
  await keyboard.press('Tab')
  await focused(alpha)
  await keyboard.press('ArrowRight')
  await focused(bravo)
  await keyboard.press('Enter')

  const dialog = page.getByRole('dialog', { name: 'Bravo' })
  const field = dialog.getByLabel('Flag')
  await focused(field)
  await keyboard.type('flag{no}')
  await keyboard.press('Enter')
  await dialog.getByText('Wrong flag.').waitFor()
  await focused(field)
  for (let stops = 0; stops < 12; stops++) {
    await keyboard.press('Tab')
    const outside = await page.evaluate(() => {
      const at = document.activeElement
      return at === document.body || at?.closest('dialog') ? null : at?.outerHTML
    })
    expect(outside).toBeNull()
  }
  await keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await focused(bravo)

  await keyboard.press('Enter')
  await focused(field)
  await keyboard.press('Control+A')
  await keyboard.type(game.challenges[1]!.flag)
  await keyboard.press('Enter')
  await dialog.getByText('Accepted.').waitFor()
  expect(await dialog.locator('#flag, button[type=submit]').count()).toBe(0)
  await focused(dialog.getByRole('link', { name: 'Back to the challenges' }))
  await keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await focused(bravo)

  await keyboard.press('u')
  await bravo.waitFor({ state: 'detached' })
  await keyboard.press('/')
  await focused(page.getByLabel('Find a challenge'))
  await keyboard.type('gs')
  await page.getByText('No challenges match').waitFor()
  expect(visitor.where()).toContain('/Challenges')
  await tabTo(page, page.getByRole('link', { name: 'Show all challenges' }))
  await keyboard.press('Enter')
  await bravo.waitFor()

  await keyboard.press('g')
  await keyboard.press('s')
  await page.waitForURL(`**/games/${game.id}/Scoreboard`)
  await page.getByText('Live', { exact: true }).waitFor()
  await keyboard.press('.')
  const own = page.locator('tbody.rows').getByRole('link', { name: player.team.name })
  await focused(own)
  await keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: player.team.name })
  await focused(panel)
  await keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  await focused(own)
  expect(visitor.faults).toEqual([])
})

it('a card keeps the focus when the category changes, and ? lists all keys', async () => {
  const game = await stage.organiser.game({
    challenges: [
      { title: 'Alpha', category: 'Misc' },
      { title: 'Bravo', category: 'Web' }
    ]
  })
  const player = await stage.organiser.player(game)
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 800 }
  ]) {
    const { context, page, open, faults } = await stage.visit({ cookie: player.client.cookie })
    await page.setViewportSize(viewport)
    await open(`/games/${game.id}/Challenges`)
    await page.getByText('Live', { exact: true }).waitFor()
    const [alpha, bravo] = [
      page.getByRole('link', { name: 'Alpha' }),
      page.getByRole('link', { name: 'Bravo' })
    ]
    await page.keyboard.press('j')
    await focused(alpha)
    await page.keyboard.press(']')
    await focused(alpha)
    await page.keyboard.press(']')
    await focused(bravo)

    const keys = page.getByRole('region', { name: 'All shortcuts' })
    await page.keyboard.press('?')
    await keys.getByText('scoreboard').waitFor()
    await focused(keys.getByRole('button', { name: 'Close' }))
    await page.keyboard.press('Escape')
    await keys.waitFor({ state: 'hidden' })
    await focused(bravo)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Bravo' }).waitFor()
    expect(faults).toEqual([])
    await context.close()
  }
})

it('back and forward go through the history of dialogs', async () => {
  const game = await stage.organiser.game({ challenges: [{ title: 'Alpha' }, { title: 'Bravo' }] })
  const player = await stage.organiser.player(game)
  const { page, where, open, faults } = await stage.visit({ cookie: player.client.cookie })
  const board = `/games/${game.id}/Challenges`
  const address = (place: number) => `${board}?c=${game.challenges[place]!.id}`
  const dialog = (name: string) => page.getByRole('dialog', { name })

  await open(board)
  await page.getByText('Live', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Alpha' }).click()
  await dialog('Alpha').waitFor()
  await expect.poll(where).toBe(address(0))
  await page.goBack()
  await dialog('Alpha').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Bravo' }).click()
  await dialog('Bravo').waitFor()
  await page.reload()
  await focused(dialog('Bravo').getByLabel('Flag'))
  await page.keyboard.press('Escape')
  await dialog('Bravo').waitFor({ state: 'detached' })
  await expect.poll(where).toBe(board)

  // Pressed twice, it closes the dialog and nothing else.
  await page.getByRole('link', { name: 'Alpha' }).click()
  await dialog('Alpha').getByRole('link', { name: 'Close' }).dblclick()
  await dialog('Alpha').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Bravo' }).click()
  await dialog('Bravo').waitFor()

  await open(address(0))
  await page.getByText('Live', { exact: true }).waitFor({ state: 'attached' })
  await focused(dialog('Alpha').getByLabel('Flag'))
  await page.mouse.click(20, 450)
  await dialog('Alpha').waitFor({ state: 'detached' })
  await expect.poll(where).toBe(board)
  expect(faults).toEqual([])
})

it('a menu and its question are answered without a mouse', async () => {
  const game = await stage.organiser.game({ acceptWithoutReview: false })
  const player = await stage.organiser.player(game)
  const { page, open, faults } = await stage.visit({ cookie: player.client.cookie })
  const { keyboard } = page
  await open(`/games/${game.id}`)
  const leave = page.getByRole('button', { name: 'Leave game' })
  await tabTo(page, leave)
  await keyboard.press('Enter')
  const question = page.getByRole('alertdialog')
  await focused(question.getByRole('button', { name: 'Cancel' }))
  await keyboard.press('Enter')
  await question.waitFor({ state: 'hidden' })
  await focused(leave)
  await keyboard.press('Enter')
  await tabTo(page, question.getByRole('button', { name: 'Leave' }))
  await keyboard.press('Enter')
  await page.getByText('You left the game.').waitFor()

  const account = page.locator('summary.account')
  await tabTo(page, account)
  await keyboard.press('Enter')
  await tabTo(page, page.getByRole('link', { name: 'Profile' }))
  await keyboard.press('Escape')
  await focused(account)
  await expect.poll(() => page.locator('details.disclosure-menu[open]').count()).toBe(0)
  expect(faults).toEqual([])
})
