import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '~/server/platform/time'
import { DESKTOP, hydrated, PHONE, violations } from '../support/browser/browser'
import { openBrowserSuite, SCRIPT_MODES } from '../support/browser/browser-suite'
import { focused } from '../support/browser/keyboard'
import { choose, setMoment, tagsOf, timeOf } from '../support/browser/widgets'
import { solve, tag } from '../support/games/organiser'

const stage = openBrowserSuite()
/** axe rules for a list below its field. */
const OF_A_LIST = [
  'aria-allowed-attr',
  'aria-input-field-name',
  'aria-required-attr',
  'aria-required-children',
  'aria-required-parent',
  'aria-valid-attr-value',
  'color-contrast',
  'label',
  'scrollable-region-focusable',
  'target-size'
]
const staff = () => ({ cookie: stage.organiser.client.cookie })

it('an organiser types times in the own zone by keyboard, and they are stored in UTC', async () => {
  const game = await stage.organiser.game()
  const { client } = stage.organiser
  const path = `/api/edit/games/${game.id}`
  const stored = await client.ok<object>('GET', path)
  await client.ok('PUT', path, { ...stored, start: '2031-06-02T08:00:00Z', end: '2031-06-03T08:00:00Z' })
  const { context, faults } = await stage.visit(staff())
  const browser = context.browser()!
  const cookies = await context.cookies()
  const there = await browser.newContext({
    baseURL: stage.platform.url,
    timezoneId: 'Asia/Tokyo',
    locale: 'en-US',
    reducedMotion: 'reduce'
  })
  await there.addCookies(cookies)
  const page = await there.newPage()
  await page.goto(`/admin/games/${game.id}/Info`)
  const start = page.getByRole('group', { name: 'Start', exact: true })
  await start.getByText('UTC').waitFor()
  await page.getByText('Mon, Jun 2, 17:00 GMT+9').waitFor()
  await page.getByRole('radio', { name: 'Asia/Tokyo' }).check({ force: true })
  await page.getByText('Mon, Jun 2, 08:00 UTC').waitFor()
  await start.getByRole('spinbutton', { name: /^hour/ }).focus()
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => timeOf(page, 'start')).toBe('2031-06-02T09:00')
  expect(await violations(page)).toEqual([])
  await start.getByRole('button').click()
  await page.getByRole('dialog').getByRole('grid').waitFor()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect.poll(() => timeOf(page, 'start')).toBe('2031-06-03T09:00')
  await page.getByLabel('Summary').focus()
  await expect.poll(() => timeOf(page, 'end')).toBe('2031-06-03T11:00')
  await page.keyboard.press('Control+S')
  await page.getByText('Saved.').waitFor()
  expect(await client.ok('GET', path)).toMatchObject({ start: '2031-06-03T09:00:00+00:00' })
  const end = page.getByRole('group', { name: 'End', exact: true })
  await end.getByRole('spinbutton', { name: /^year/ }).focus()
  await page.keyboard.press('ArrowDown')
  const remark = page.getByText('The end must be after the start.')
  await remark.first().waitFor()
  expect(await remark.count(), 'said once').toBe(1)
  await there.close()
  expect(faults).toEqual([])
})

it('divisions are added and removed one by one, by keyboard', async () => {
  const game = await stage.organiser.game({ organizations: ['Open'] })
  const { page, open, faults } = await stage.visit(staff())
  await open(`/admin/games/${game.id}/Info`)
  const field = page.getByRole('textbox', { name: 'Divisions' })
  await field.focus()
  await page.keyboard.type('High school, first year')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Students')
  expect(await tagsOf(page, 'organizations')).toEqual(['Open', 'High school, first year', 'Students'])
  await page.keyboard.press('Enter')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Delete')
  await expect.poll(() => tagsOf(page, 'organizations')).toEqual(['Open', 'Students'])
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Control+S')
  await page.getByText('Saved.').waitFor()
  const { client } = stage.organiser
  expect(await client.ok('GET', `/api/edit/games/${game.id}`)).toMatchObject({
    organizations: ['Open', 'Students']
  })
  expect(faults).toEqual([])
})

it.each(SCRIPT_MODES)('a list is filtered by one of many challenges, %s', async (_, options) => {
  const titles = ['Alpha', 'Bravo', 'Charlie'].map((title) => ({ title }))
  const game = await stage.organiser.game({ challenges: titles })
  const { page, open, where, faults } = await stage.visit({ ...options, ...staff() })
  await open(`/games/${game.id}/monitor/Submissions`)
  await choose(page, 'Challenge', 'Bravo')
  await page
    .getByRole('button', { name: 'Apply' })
    .or(page.getByRole('button', { name: 'Filter' }))
    .click()
  await page.waitForURL(/challenge=/)
  expect(where()).toContain(`challenge=${game.challenges[1]!.id}`)
  expect(faults).toEqual([])
})

it('accounts are suggested while the actor of an audit is typed', async () => {
  const player = await stage.organiser.player()
  const { page, open, faults } = await stage.visit(staff())
  await open('/admin/Logs/Audit')
  const field = page.getByRole('combobox', { name: 'Who' })
  await field.fill(player.name.slice(0, 5))
  await page.getByRole('option', { name: player.name }).waitFor()
  // Not all rules: the library hides the rest of the page from screen readers while the list is open.
  expect(await violations(page, OF_A_LIST)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => field.inputValue()).toBe(player.name)
  // Until it has closed, Enter would go to the list.
  await expect.poll(() => field.getAttribute('aria-expanded')).toBe('false')
  await page.keyboard.press('Enter')
  await page.waitForURL(/actor=/)
  expect(faults).toEqual([])
})

describe.each(SCRIPT_MODES)('chosen rows, %s', (_, options) => {
  it('are accepted, except those that may not be, and the page shows how many', async () => {
    const game = await stage.organiser.game({ acceptWithoutReview: false })
    const crews = await Promise.all([1, 2, 3].map(() => stage.organiser.player(game)))
    const { client } = stage.organiser
    const review = () =>
      client.ok<{ id: number; status: string; team: { id: number } }[]>(
        'GET',
        `/api/game/${game.id}/participations`
      )
    const rejected = (await review()).find(({ team }) => team.id === crews[2]!.team.id)!
    await client.ok('PUT', `/api/admin/participation/${rejected.id}/Rejected`)
    const { page, open, faults } = await stage.visit({ ...options, ...staff() })
    await open(`/admin/games/${game.id}/Review`)
    const bar = page.getByRole('button', { name: 'Accept', exact: true }).last()
    expect(await page.locator('.bulk-bar').isVisible()).toBe(false)
    for (const { team } of crews) await page.getByRole('checkbox', { name: `Select ${team.name}` }).check()
    await bar.click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Accept', exact: true }).click()
    await page.getByText('2 changed, 1 refused:').waitFor()
    const states = (await review()).map(({ status }) => status).sort()
    expect(states).toEqual(['Accepted', 'Accepted', 'Rejected'])
    expect(faults).toEqual([])
  })

  it('are disabled and enabled again', async () => {
    const game = await stage.organiser.game({ challenges: [{ title: 'One' }, { title: 'Two' }] })
    const { page, open, faults } = await stage.visit({ ...options, ...staff() })
    await open(`/admin/games/${game.id}/challenges`)
    expect(await page.locator('.bulk-bar').isVisible()).toBe(false)
    for (const title of ['One', 'Two']) await page.getByRole('checkbox', { name: `Select ${title}` }).check()
    await page.locator('.bulk-bar').getByRole('button', { name: 'Disable', exact: true }).first().click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disable', exact: true }).click()
    await page.getByText('2 changed.').waitFor()
    expect(await page.getByRole('switch', { checked: true }).count()).toBe(0)
    for (const title of ['One', 'Two']) await page.getByRole('checkbox', { name: `Select ${title}` }).check()
    await page.locator('.bulk-bar').getByRole('button', { name: 'Enable…', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Enable' }).waitFor()
    await page.getByRole('button', { name: 'Enable', exact: true }).click()
    await page.getByText('2 changed.').waitFor()
    expect(await page.getByRole('switch', { checked: true }).count()).toBe(2)
    expect(faults).toEqual([])
  })

  it('get other points, and are deleted after a page that lists the consequences', async () => {
    const titles = ['One', 'Two', 'Three']
    const game = await stage.organiser.game({ challenges: titles.map((title) => ({ title })) })
    const player = await stage.organiser.player(game)
    await solve(player, game)
    const { page, open, where, faults } = await stage.visit({ ...options, ...staff() })
    const list = `/admin/games/${game.id}/challenges`
    const selectFor = async (name: string) => {
      for (const title of ['One', 'Two'])
        await page.getByRole('checkbox', { name: `Select ${title}` }).check()
      await page.locator('.bulk-bar').getByRole('button', { name, exact: true }).click()
      await page.getByRole('heading', { level: 1 }).waitFor()
    }
    await open(list)
    await selectFor('Set points…')
    await page.getByLabel('Original').fill('lots')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Enter a number.').waitFor()
    await page.getByLabel('Original').fill('321')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('2 changed.').waitFor()
    const row = (title: string) => page.getByRole('row').filter({ hasText: title })
    expect(await row('Two').textContent()).toContain('321')
    expect(await row('Three').textContent()).toContain('1,000')

    await page.getByRole('columnheader', { name: 'Solves' }).getByRole('link').click()
    await page.waitForURL('**sort=solves')
    await open(list)
    await selectFor('Delete…')
    await page.getByText('Delete 2 challenges with 1 solve and 1 submission?').waitFor()
    if (options.javaScript !== false) expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('Challenges moved to the trash: 2.').waitFor()
    expect(where()).toBe(list)
    expect(await page.locator('tbody tr').count()).toBe(1)
    expect(faults.filter((fault) => !fault.includes('400'))).toEqual([])
  })
})

it.each(SCRIPT_MODES)('challenges get release times in waves, and lose them, %s', async (_, options) => {
  const titles = ['Early', 'Late']
  const game = await stage.organiser.game({
    challenges: titles.map((title) => ({ title })),
    endsIn: 14_400_000
  })
  const path = `/api/edit/games/${game.id}/challenges`
  for (const { id } of game.challenges)
    await stage.organiser.client.ok('PUT', `${path}/${id}`, { isEnabled: false })
  const { page, open, faults } = await stage.visit({ ...options, ...staff() })
  const list = `/admin/games/${game.id}/challenges`
  await open(list)
  for (const title of titles) await page.getByRole('checkbox', { name: `Select ${title}` }).check()
  await page.locator('.bulk-bar').getByRole('button', { name: 'Schedule release…' }).click()
  const first = new Date(Date.now() + HOUR_MS).toISOString().slice(0, 16)
  await page.waitForURL('**/Selected**')
  if (options.javaScript !== false) await hydrated(page)
  await setMoment(page, { name: 'first', label: /^Release time/ }, first)
  await page.getByLabel('Minutes between challenges').fill('30')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('2 changed.').waitFor()
  expect(await page.getByText(/^Release .* UTC$/).count()).toBe(2)
  const waves = page.getByRole('region', { name: 'Still to be released' }).getByRole('listitem')
  expect(await waves.allTextContents()).toEqual(titles.map(() => expect.stringMatching(/UTC1 challenge$/)))
  await page.getByRole('link', { name: 'Scheduled 2' }).click()
  await page.waitForURL('**state=scheduled')
  expect(await page.getByRole('rowheader').count()).toBe(2)
  await page.getByRole('link', { name: 'Disabled 0' }).click()
  await page.getByText('No challenges match these filters').waitFor()
  await open(`${list}/${game.challenges[1]!.id}`)
  expect(await page.getByLabel('Release time (UTC)').inputValue()).not.toBe('')
  await page.getByLabel('Release time (UTC)').fill('')
  await page.getByRole('region', { name: 'Save' }).getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  const releases = await stage.organiser.client.ok<{ releaseAt: string | null }[]>('GET', path)
  expect(releases.map(({ releaseAt }) => releaseAt?.slice(0, 19) ?? null)).toEqual([`${first}:00`, null])
  expect(faults).toEqual([])
})

it('rows are chosen by Shift, arrows, Ctrl-A and Escape, and all at once', async () => {
  const titles = ['A', 'B', 'C', 'D', 'E']
  const game = await stage.organiser.game({ challenges: titles.map((title) => ({ title })) })
  const { page, open, faults } = await stage.visit(staff())
  await open(`/admin/games/${game.id}/challenges`)
  const box = (title: string) => page.getByRole('checkbox', { name: `Select ${title}`, exact: true })
  const chosen = async () => {
    const on = await Promise.all(titles.map((title) => box(title).isChecked()))
    return titles.filter((_, index) => on[index]).join('')
  }
  await box('B').click()
  await box('D').click({ modifiers: ['Shift'] })
  expect(await chosen()).toBe('BCD')
  await page.getByText('3 selected').waitFor()
  await page.keyboard.press('ArrowDown')
  await focused(box('E'))
  await page.keyboard.press('Control+a')
  expect(await chosen()).toBe('ABCDE')
  await page.keyboard.press('Escape')
  expect(await chosen()).toBe('')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  expect(await chosen()).toBe('ABCDE')
  expect(await violations(page)).toEqual([])
  expect(faults).toEqual([])
})

it.each(SCRIPT_MODES)('a row has a menu with all its actions, %s', async (_, options) => {
  const player = await stage.organiser.player()
  const { page, open, where, faults } = await stage.visit({ ...options, ...staff() })
  await open(`/admin/Users?q=${player.name}`)
  const button = page.getByRole('button', { name: `Actions for ${player.name}` })
  const scripted = options.javaScript !== false
  await button.focus()
  if (scripted) await page.getByRole('tooltip', { name: `Actions for ${player.name}` }).waitFor()
  await page.keyboard.press('Enter')
  if (scripted) {
    const menu = page.getByRole('menu')
    await focused(menu.getByRole('menuitem').first())
    expect(await violations(page)).toEqual([])
    // More than once: the library focuses the menu itself now and then.
    for (let times = 0; times < 5; times++) {
      await page.keyboard.press('Escape')
      await focused(button)
      await page.keyboard.press('Enter')
      await focused(menu.getByRole('menuitem').first())
    }
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
  } else await page.getByRole('button', { name: `Reset the password of ${player.name}` }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Cancel' }).waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'hidden' })
  // Without script the menu stays open behind its question.
  if (scripted) await button.click()
  const edit = scripted
    ? page.getByRole('menuitem').first()
    : page.getByRole('link', { name: `Edit ${player.name}` })
  await edit.click()
  await page.waitForURL(/user=/)
  expect(where()).toContain('user=')
  expect(faults).toEqual([])
})

it.each([
  ['dark', DESKTOP],
  ['light', PHONE]
] as const)('pages with widgets have no fault in %s', async (scheme, size) => {
  const title = `Harbour ${tag()}`
  const game = await stage.organiser.game({ title, organizations: ['Open', 'Students'] })
  await stage.organiser.player(game, { organization: 'Open' })
  const { page, open, faults } = await stage.visit({ ...staff(), scheme, size })
  for (const path of ['Info', 'challenges', 'Review']) {
    await open(`/admin/games/${game.id}/${path}`)
    if (path !== 'Info')
      await page
        .getByRole('checkbox', { name: /^Select (?!all)/ })
        .first()
        .check()
    expect(await violations(page), path).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width)
  }
  expect(faults).toEqual([])
})
