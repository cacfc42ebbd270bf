import type { Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { awake, violations } from '../support/browser'
import { pdf, picture, send } from '../support/files'
import { solve, tag } from '../support/organiser'
import { openStage, WAYS } from '../support/stage'

const stage = openStage()

const HOUR = 3_600_000
/** A time as a datetime field takes it. */
const local = (away: number) => new Date(Date.now() + away).toISOString().slice(0, 16)

const fileOf = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer })

/** Presses a button, and the same word in the question it asks. */
async function confirm(page: Page, name: string, word: string) {
  await page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: word, exact: true }).click()
}

describe.each(WAYS)('an organiser %s', (_, options) => {
  it('makes a game, fills it, changes it while it runs', async () => {
    const title = `Harbour ${tag()}`
    const { page, open, where, faults } = await stage.visit({
      ...options,
      cookie: stage.organiser.client.cookie
    })
    const save = () =>
      page.getByRole('region', { name: 'Save' }).getByRole('button', { name: 'Save' }).click()

    await open('/admin/games')
    if (await page.getByRole('link', { name: 'New game' }).isVisible())
      await page.getByRole('link', { name: 'New game' }).click()
    await page.getByLabel('Title').fill(title)
    await page.getByLabel('Start (UTC)').fill(local(HOUR))
    await page.getByLabel('End (UTC)').fill(local(-HOUR))
    await page.getByRole('button', { name: 'Create game' }).click()
    await page.locator('[aria-invalid=true]').waitFor()
    expect(await page.getByLabel('Title').inputValue()).toBe(title)
    await page.getByLabel('Start (UTC)').fill(local(-HOUR))
    await page.getByLabel('End (UTC)').fill(local(HOUR))
    await page.getByRole('button', { name: 'Create game' }).click()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    const id = Number(/\d+/.exec(where())![0])

    await page.getByLabel('Divisions').fill('Students\nOpen')
    await page.getByRole('switch', { name: 'Accept without review' }).check()
    await page.getByLabel('First (%)').fill('12.5')
    await page.getByLabel('Text of the game page').fill('# Ahoy\n\n<script>alert(1)</script> **sailors**')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('region', { name: 'Preview' }).getByText('sailors').waitFor()
    expect(await page.getByRole('switch', { name: 'Accept without review' }).isChecked()).toBe(true)
    if (options.javaScript !== false) expect(await violations(page)).toEqual([])
    await save()
    await page.getByText('Saved.').waitFor()
    expect(await page.getByLabel('First (%)').inputValue()).toBe('12.5')
    expect(await page.getByLabel('Divisions').inputValue()).toBe('Students\nOpen')

    await page
      .getByLabel('Choose an image')
      .setInputFiles(fileOf('poster.png', 'image/png', await picture('png')))
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.getByText('The poster is changed.').waitFor()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('The poster is removed.').waitFor()

    await page
      .getByRole('navigation', { name: 'Game administration' })
      .getByRole('link', { name: 'Challenges' })
      .click()
    await page.waitForURL(`**/admin/games/${id}/challenges`)
    if (await page.getByRole('link', { name: 'New challenge' }).isVisible())
      await page.getByRole('link', { name: 'New challenge' }).click()
    await page.getByLabel('Title').fill('Tide')
    await page.getByLabel('Category').selectOption('Crypto')
    await page.getByRole('button', { name: 'Create challenge' }).click()
    await page.getByRole('heading', { level: 1, name: 'Tide' }).waitFor()
    await page.getByLabel('Description').fill('Read the **log**.')
    await page.getByLabel('New hint').fill('Look below.')
    await page.getByLabel('Original').fill('400')
    await save()
    await page.getByText('Saved.').waitFor()
    await page.getByText('Upload', { exact: true }).click()
    await page.getByLabel('Choose a file').setInputFiles(fileOf('log.txt', 'text/plain', Buffer.from('tide')))
    await page.getByRole('button', { name: 'Save attachment' }).click()
    await page.getByText('The attachment is saved.').waitFor()
    await page.getByText('log.txt').waitFor()
    await page.getByRole('button', { name: 'Enable: Tide', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('link', { name: 'Edit flags' }).click()
    const flag = `flag{${tag()}}`
    await page.getByLabel('Flags, one per line').fill(`${flag}\nflag{the other}`)
    await page.getByRole('button', { name: 'Add flags' }).click()
    await page.getByText('2 flags are added.').waitFor()
    await confirm(page, 'Enable: Tide', 'Enable')
    await page.getByText('Tide is enabled.').waitFor()

    const [{ id: challenge }] = await stage.organiser.client.ok<[{ id: number }]>(
      'GET',
      `/api/edit/games/${id}/challenges`
    )
    const game = { id, title, challenges: [{ id: challenge, title: 'Tide', flag }] }
    const player = await stage.organiser.player(game, { organization: 'Open' })
    await solve(player, game)
    const view = await stage.visit({ cookie: player.client.cookie })
    await view.open(`/games/${id}/Scoreboard`)
    const score = view.page.locator('tbody.rows .c-score')
    await view.page.getByText('Live', { exact: true }).waitFor()
    await expect.poll(() => score.textContent()).toBe('450')

    await page
      .getByRole('navigation', { name: 'Pages of the challenge' })
      .getByRole('link', { name: 'Challenge' })
      .click()
    await page.getByLabel('Original').fill('800')
    await save()
    await page.getByText('Saved.').waitFor()
    await expect.poll(() => score.textContent()).toBe('900')
    await confirm(page, 'Disable: Tide', 'Disable')
    await page.getByText('Tide is disabled.').waitFor()
    await expect.poll(() => score.textContent()).toBe('0')
    await confirm(page, 'Delete', 'Delete')
    await page.getByText('The challenge is deleted.').waitFor()

    await open('/admin/games')
    await page.getByRole('switch', { name: `Show ${title} in the list of games` }).click()
    await page.getByText(`${title} is hidden now.`).waitFor()
    expect(faults.filter((fault) => !fault.includes('400'))).toEqual([])
    expect(view.faults).toEqual([])
  })
})

describe('the editors', () => {
  it('show what is written while it is written, name what is unsaved, save by keyboard, ask before leaving', async () => {
    const game = await stage.organiser.game()
    const { page, open, faults } = await stage.visit({ cookie: stage.organiser.client.cookie })
    await open(`/admin/games/${game.id}/Info`)
    const status = page.getByRole('region', { name: 'Save' }).getByRole('status')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByLabel('Text of the game page').fill('Half tide')
    await page.getByLabel('Text of the game page').selectText()
    await page.keyboard.press('Control+B')
    await page.getByRole('region', { name: 'Preview' }).locator('strong').getByText('Half tide').waitFor()
    await expect.poll(() => status.textContent()).toBe('Unsaved: Text of the game page')

    const [start, end] = [page.getByLabel('Start (UTC)'), page.getByLabel('End (UTC)')]
    await start.fill('2031-05-01T10:00')
    await expect.poll(() => end.inputValue()).toBe('2031-05-01T12:00')
    const questions: string[] = []
    page.once('dialog', (dialog) => {
      questions.push(dialog.type())
      void dialog.dismiss()
    })
    await page.getByRole('link', { name: 'Discard' }).click()
    await expect.poll(() => questions).toEqual(['beforeunload'])
    await page.keyboard.press('Control+S')
    await page.getByText('Saved.').waitFor()
    expect(await start.inputValue()).toBe('2031-05-01T10:00')
    expect(await page.getByLabel('Text of the game page').inputValue()).toBe('**Half tide**')
    await expect.poll(() => status.textContent()).toBe('')
    expect(faults).toEqual([])
  })

  it('keep the times that were typed before their script came', async () => {
    const { page } = await stage.visit({ cookie: stage.organiser.client.cookie })
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/\.js(\?|$)/, async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`${stage.platform.url}/admin/games?new`, { waitUntil: 'commit' })
    const [start, end] = [page.getByLabel('Start (UTC)'), page.getByLabel('End (UTC)')]
    await start.fill('2031-05-01T10:00')
    release()
    await awake(page)
    await end.fill('2031-05-02T10:00')
    await page.getByText('Duration: 1d').waitFor()
    expect(await start.inputValue()).toBe('2031-05-01T10:00')
  })

  it('keep what is written when somebody else has saved, and save over it when asked again', async () => {
    const game = await stage.organiser.game()
    const { page, open } = await stage.visit({ cookie: stage.organiser.client.cookie, javaScript: false })
    await open(`/admin/games/${game.id}/Info`)
    await stage.organiser.change(game, { summary: 'Theirs' })
    await page.getByLabel('Summary').fill('Mine')
    const save = page.getByRole('region', { name: 'Save' }).getByRole('button', { name: 'Save' })
    await save.click()
    await page.getByRole('alert').waitFor()
    expect(await page.getByLabel('Summary').inputValue()).toBe('Mine')
    await save.click()
    await page.getByText('Saved.').waitFor()
    expect(await page.getByLabel('Summary').inputValue()).toBe('Mine')
  })
})

it.each(WAYS)('a notice of an older page is rewritten, and a refused one stays, %s', async (_, options) => {
  const game = await stage.organiser.game()
  const { client } = stage.organiser
  for (let number = 1; number <= 21; number++)
    await client.ok('POST', `/api/edit/games/${game.id}/notices`, { content: `Notice ${number}` })
  const { page, open, where } = await stage.visit({ ...options, cookie: client.cookie })
  const list = `/admin/games/${game.id}/Notices`
  await open(`${list}?page=2`)
  await page.locator('section.panel[id]').getByRole('link', { name: 'Edit' }).click()
  const field = page.getByLabel('Text').last()
  await field.fill('   ')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.locator('[aria-invalid=true]').waitFor()
  await field.fill('Notice **one**')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  expect(where()).toBe(list)
  await page.locator('strong', { hasText: 'one' }).waitFor()
})

it('the writeups of a game are read beside their list, and deleted', async () => {
  const game = await stage.organiser.game({
    writeupRequired: true,
    writeupDeadline: new Date(Date.now() + 2 * HOUR)
  })
  const player = await stage.organiser.player(game, { crew: 'Knot Today' })
  const part = { name: 'w.pdf', type: 'application/pdf', content: pdf() }
  expect((await send(player.client, 'POST', `/api/game/${game.id}/writeup`, [part])).status).toBe(200)

  const { page, open, faults } = await stage.visit({ cookie: stage.organiser.client.cookie })
  await open(`/admin/games/${game.id}/Writeups`)
  await page.getByRole('link', { name: /Knot Today/ }).click()
  const frame = page.getByTitle('Writeup of Knot Today')
  await frame.waitFor()
  const file = await page.request.get(stage.platform.url + (await frame.getAttribute('src')))
  expect([file.status(), file.headers()['content-type']]).toEqual([200, 'application/pdf'])
  expect(await violations(page)).toEqual([])
  await confirm(page, 'Delete all', 'Delete all')
  await page.getByText('No writeups yet').waitFor()
  expect(faults).toEqual([])
})
