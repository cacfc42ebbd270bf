import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '~/server/platform/time'
import { confirm } from '../../support/browser/actions'
import { hydrated, violations } from '../../support/browser/browser'
import { openBrowserSuite, SCRIPT_MODES } from '../../support/browser/browser-suite'
import { setTags, setTime, tagsOf, timeOf } from '../../support/browser/widgets'
import { pdf, picture, send } from '../../support/files/files'
import { solve, tag } from '../../support/games/organiser'

const stage = openBrowserSuite()

/** The format of a datetime field. @param away milliseconds from now */
const local = (away: number) => new Date(Date.now() + away).toISOString().slice(0, 16)

const fileOf = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer })

describe.each(SCRIPT_MODES)('an organiser %s', (_, options) => {
  it('types a title right after the link to a new game, and agrees before chosen divisions go', async () => {
    const { page, open, faults } = await stage.visit({ ...options, cookie: stage.organiser.client.cookie })
    const game = await stage.organiser.game({ organizations: ['Open', 'Students'] })
    await open('/admin/games')
    await page.getByRole('link', { name: 'New game' }).click()
    await page.getByLabel('Title').waitFor()
    await page.keyboard.type('Regatta')
    expect(await page.getByLabel('Title').inputValue()).toBe('Regatta')

    await stage.organiser.player(game, { organization: 'Students' })
    const save = () =>
      page.getByRole('region', { name: 'Save' }).getByRole('button', { name: 'Save' }).click()
    await open(`/admin/games/${game.id}/Info`)
    const divisions = page.getByRole('textbox', { name: 'Divisions', exact: true })
    if (options.javaScript === false) await divisions.fill('Open')
    else await divisions.press('Backspace')
    await save()
    await page.getByText('Students: 1.').waitFor()
    if (options.javaScript !== false) await hydrated(page)
    expect(await tagsOf(page, 'organizations')).toEqual(['Open'])
    await page.getByLabel('Remove divisions that teams have chosen').check()
    await save()
    await page.getByText('Saved.').waitFor()
    expect(await tagsOf(page, 'organizations')).toEqual(['Open'])
    expect(faults.filter((fault) => !fault.includes('400'))).toEqual([])
  })

  it('creates a game like another', async () => {
    const game = await stage.organiser.game({ organizations: ['Students'] })
    const title = `Harbour ${tag()}`
    const { page, open, where, faults } = await stage.visit({
      ...options,
      cookie: stage.organiser.client.cookie
    })
    await open('/admin/games?new')
    await page.getByLabel('Title').fill(title)
    await page.getByLabel('Copy from').selectOption(String(game.id))
    if (options.javaScript !== false) await hydrated(page)
    await setTime(page, 'start', local(HOUR_MS))
    await setTime(page, 'end', local(-HOUR_MS))
    await page.getByRole('button', { name: 'Create game' }).click()
    await page.locator('[aria-invalid=true]').first().waitFor()
    if (options.javaScript !== false) await hydrated(page)
    expect(await page.getByLabel('Copy from').inputValue()).toBe(String(game.id))
    await setTime(page, 'end', local(2 * HOUR_MS))
    await page.getByRole('button', { name: 'Create game' }).click()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    expect(await tagsOf(page, 'organizations')).toEqual(['Students'])
    const id = Number(/\d+/.exec(where())![0])
    const challenges = await stage.organiser.client.ok<{ title: string }[]>(
      'GET',
      `/api/edit/games/${id}/challenges`
    )
    expect(challenges.map((one) => one.title)).toEqual(game.challenges.map((one) => one.title))
    expect(faults.filter((fault) => !fault.includes('400'))).toEqual([])
  })

  it('creates a game, fills it, and changes it while it runs', async () => {
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
    if (options.javaScript !== false) await hydrated(page)
    await setTime(page, 'start', local(HOUR_MS))
    await setTime(page, 'end', local(-HOUR_MS))
    await page.getByRole('button', { name: 'Create game' }).click()
    await page.locator('[aria-invalid=true]').first().waitFor()
    if (options.javaScript !== false) await hydrated(page)
    expect(await page.getByLabel('Title').inputValue()).toBe(title)
    await setTime(page, 'start', local(-HOUR_MS))
    await setTime(page, 'end', local(HOUR_MS))
    await page.getByRole('button', { name: 'Create game' }).click()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    const id = Number(/\d+/.exec(where())![0])

    const hidden = page.getByRole('switch', { name: 'Hidden' })
    expect(await hidden.isChecked(), 'a new game is hidden').toBe(true)
    await hidden.uncheck()
    await setTags(page, 'Divisions', ['Students', 'Open'])
    await page.getByRole('switch', { name: 'Accept without review' }).check()
    await page.getByLabel('First (%)').fill('12.5')
    await page.getByLabel('Game page text').fill('# Ahoy\n\n<script>alert(1)</script> **sailors**')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('region', { name: 'Preview' }).getByText('sailors').waitFor()
    expect(await page.getByRole('switch', { name: 'Accept without review' }).isChecked()).toBe(true)
    if (options.javaScript !== false) expect(await violations(page)).toEqual([])
    await save()
    await page.getByText('Saved.').waitFor()
    expect(await page.getByLabel('First (%)').inputValue()).toBe('12.5')
    expect(await tagsOf(page, 'organizations')).toEqual(['Students', 'Open'])

    await page
      .getByLabel('Choose an image')
      .setInputFiles(fileOf('poster.png', 'image/png', await picture('png')))
    await page.getByRole('button', { name: 'Upload' }).click()
    await page.getByText('Poster updated.').waitFor()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('Poster removed.').waitFor()

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
    await page.getByLabel('New hint', { exact: true }).fill('Look below.')
    await page.getByLabel('Original').fill('400')
    await save()
    await page.getByText('Saved.').waitFor()
    await page.getByLabel('Choose files').setInputFiles(fileOf('log.txt', 'text/plain', Buffer.from('tide')))
    await page.getByRole('button', { name: 'Add files' }).click()
    await page.getByText('log.txt').first().waitFor()
    await page.getByRole('button', { name: 'Enable: Tide', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('link', { name: 'Edit flags' }).click()
    const flag = `flag{${tag()}}`
    await page.getByLabel('Flags, one per line').fill(`${flag}\nflag{the other}`)
    await page.getByRole('button', { name: 'Add flags' }).click()
    await page.getByText('2 flags added.').waitFor()
    await confirm(page, 'Enable: Tide', 'Enable')
    await page.getByText('Tide enabled.').waitFor()

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
    await page.getByText('Tide disabled.').waitFor()
    await expect.poll(() => score.textContent()).toBe('0')
    await confirm(page, 'Delete', 'Delete')
    await page.getByText('Challenge moved to the trash for 30 days.').waitFor()

    await open('/admin/games')
    await page.getByRole('switch', { name: `Show ${title} in the game list` }).click()
    await page.getByText(`${title} is now hidden.`).waitFor()
    expect(faults.filter((fault) => !fault.includes('400'))).toEqual([])
    expect(view.faults).toEqual([])
  })
})

describe('the editors', () => {
  it('preview while typing, name what is unsaved, save by keyboard, ask before leaving', async () => {
    // Times of a running game are asked about.
    const game = await stage.organiser.game({ startsIn: HOUR_MS, endsIn: 3 * HOUR_MS })
    const { page, open, faults } = await stage.visit({ cookie: stage.organiser.client.cookie })
    await open(`/admin/games/${game.id}/Info`)
    const status = page.getByRole('region', { name: 'Save' }).getByRole('status')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByLabel('Game page text').fill('Half tide')
    await page.getByLabel('Game page text').selectText()
    await page.keyboard.press('Control+B')
    await page.getByRole('region', { name: 'Preview' }).locator('strong').getByText('Half tide').waitFor()
    await expect.poll(() => status.textContent()).toBe('Unsaved: Game page text')

    await setTime(page, 'start', '2031-05-01T10:00')
    await page.getByLabel('Summary').focus()
    await expect.poll(() => timeOf(page, 'end')).toBe('2031-05-01T12:00')
    await expect.poll(() => status.textContent()).toBe('Unsaved: Start (UTC), End (UTC), Game page text')
    const questions: string[] = []
    page.once('dialog', (dialog) => {
      questions.push(dialog.type())
      void dialog.dismiss()
    })
    await page.getByRole('link', { name: 'Discard' }).click()
    await expect.poll(() => questions).toEqual(['beforeunload'])
    await page.keyboard.press('Control+S')
    await page.getByText('Saved.').waitFor()
    expect(await timeOf(page, 'start')).toBe('2031-05-01T10:00')
    expect(await page.getByLabel('Game page text').inputValue()).toBe('**Half tide**')
    await expect.poll(() => status.textContent()).toBe('')
    expect(faults).toEqual([])
  })

  it('keep Save at the end of the form, and in sight only while something is unsaved', async () => {
    const game = await stage.organiser.game()
    const { page, open } = await stage.visit({ cookie: stage.organiser.client.cookie })
    await open(`/admin/games/${game.id}/Info`)
    const bar = page.getByRole('region', { name: 'Save' })
    const save = bar.getByRole('button', { name: 'Save' })
    const inSight = () => save.evaluate((button) => button.getBoundingClientRect().bottom <= innerHeight)
    expect([await inSight(), await bar.getByRole('link', { name: 'Discard' }).count()]).toEqual([false, 0])
    await page.getByLabel('Title').fill('Other')
    await expect.poll(inSight).toBe(true)
    expect(await bar.getByRole('status').textContent()).toBe('Unsaved: Title')
    await page.getByLabel('Title').fill(game.title)
    await expect.poll(inSight).toBe(false)
    expect(await bar.getByRole('status').textContent()).toBe('')
  })

  it('are saved by a plain button at the end of the form without script', async () => {
    const game = await stage.organiser.game()
    const { page, open } = await stage.visit({ cookie: stage.organiser.client.cookie, javaScript: false })
    await open(`/admin/games/${game.id}/Info`)
    await page.getByLabel('Summary').fill('By hand')
    const bar = page.getByRole('region', { name: 'Save' })
    expect(await bar.evaluate((element) => getComputedStyle(element).position)).toBe('static')
    await bar.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    expect(await page.getByLabel('Summary').inputValue()).toBe('By hand')
  })

  it('judge the strength of a flag template only where one is written that needs it', async () => {
    const { organiser } = stage
    const game = await organiser.game()
    const { id } = await organiser.client.ok<{ id: number }>(
      'POST',
      `/api/edit/games/${game.id}/challenges`,
      {
        title: 'Own flags',
        type: 'DynamicContainer',
        category: 'Web'
      }
    )
    const { page, open } = await stage.visit({ cookie: organiser.client.cookie })
    await open(`/admin/games/${game.id}/challenges/${id}/Flags`)
    const strength = page.getByText('Entropy of the leet part')
    expect(await strength.count()).toBe(0)
    await page.getByLabel('Flag template').fill('[LEET]flag{shore}')
    await strength.waitFor()
    await page.getByLabel('Flag template').fill('flag{[GUID]}')
    await strength.waitFor({ state: 'detached' })
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
    await page.getByLabel('Start (UTC)').fill('2031-05-01T10:00')
    release()
    await hydrated(page)
    // The focused field is not replaced until it loses the focus.
    expect(await page.getByLabel('Start (UTC)').isVisible()).toBe(true)
    await page.getByLabel('Title').focus()
    await hydrated(page)
    await setTime(page, 'end', '2031-05-02T10:00')
    await page.getByText('Duration: 1d').waitFor()
    expect(await timeOf(page, 'start')).toBe('2031-05-01T10:00')
  })

  it('keep the typed text when another editor has saved, and save over it on request', async () => {
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

it.each(SCRIPT_MODES)(
  'a notice of an older page is rewritten, and a refused one stays, %s',
  async (_, options) => {
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
    await page.locator('[aria-invalid=true]').first().waitFor()
    if (options.javaScript !== false) await hydrated(page)
    await field.fill('Notice **one**')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    expect(where()).toBe(list)
    await page.locator('strong', { hasText: 'one' }).waitFor()
  }
)

it('writeups of a game are read beside their list, and deleted', async () => {
  const game = await stage.organiser.game({
    writeupRequired: true,
    writeupDeadline: new Date(Date.now() + 2 * HOUR_MS)
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
