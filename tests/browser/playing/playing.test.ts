import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '~/server/platform/time'
import { hydrated } from '../../support/browser/browser'
import { openBrowserSuite, SCRIPT_MODES } from '../../support/browser/browser-suite'
import { pdf } from '../../support/files/files'
import type { OpenGame } from '../../support/games/organiser'

const stage = openBrowserSuite()

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS)
const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer })

describe.each(SCRIPT_MODES)('a writeup, %s', (_, options) => {
  it('is handed in, read, replaced, and refused after the deadline', async () => {
    const game = await stage.organiser.game({
      writeupRequired: true,
      writeupDeadline: inHours(1),
      writeupNote: 'One page **each**.'
    })
    const { client } = await stage.organiser.player(game)
    const { page, open, where, faults } = await stage.visit({ ...options, cookie: client.cookie })
    await open(`/games/${game.id}/Challenges`)
    await page.locator('.board-side').getByRole('link', { name: 'Writeup' }).click()
    await page.getByText('Not submitted yet').waitFor()
    if (options.javaScript !== false) await hydrated(page)
    await page.locator('strong', { hasText: 'each' }).waitFor()
    expect(where()).toBe(`/games/${game.id}/Writeup`)

    const field = page.getByLabel('Choose')
    const hand = async (name: string, content: Buffer, button: string) => {
      await field.setInputFiles(file(name, content))
      await page.getByRole('button', { name: button, exact: true }).click()
    }
    await hand('fake.pdf', Buffer.from('no such thing'), 'Submit')
    await page.getByText('The file must be a PDF.').waitFor()
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    await hand('notes.txt', pdf('one'), 'Submit')
    await page.getByText(options.javaScript === false ? 'The file must be a PDF.' : 'ends in .pdf').waitFor()

    const readBack = async () => {
      const url = await page.locator('a.attach').getAttribute('href')
      const answer = await fetch(stage.platform.url + url, { headers: { Cookie: client.cookie } })
      return Buffer.from(await answer.arrayBuffer())
    }
    await hand('ours.pdf', pdf('one'), 'Submit')
    await page.getByText('Submitted', { exact: true }).waitFor()
    expect(await readBack()).toEqual(pdf('one'))
    const first = await page.locator('a.attach').getAttribute('href')
    await hand('better.pdf', pdf('two'), 'Replace')
    await expect.poll(() => page.locator('a.attach').getAttribute('href')).not.toBe(first)
    expect(await readBack()).toEqual(pdf('two'))

    await stage.organiser.change(game, { writeupDeadline: inHours(-1) })
    await hand('late.pdf', pdf('three'), 'Replace')
    await page.getByText('The deadline for writeups has passed.').waitFor()
    await open(`/games/${game.id}/Writeup`)
    await page.getByText('The deadline was').waitFor()
    expect(await page.locator('input[type=file]').count()).toBe(0)
    expect(await readBack()).toEqual(pdf('two'))
    // The browser reports the replies 400 itself.
    expect(faults.filter((fault) => !fault.includes('status of 400'))).toEqual([])
  })
})

it('where nothing can be handed in, the page shows why', async () => {
  const wish = { writeupRequired: true, writeupDeadline: inHours(3) }
  const [plain, coming, reviewed] = await Promise.all([
    stage.organiser.game(),
    stage.organiser.game({ ...wish, startsIn: HOUR_MS, endsIn: 2 * HOUR_MS }),
    stage.organiser.game({ ...wish, acceptWithoutReview: false })
  ])
  const player = await stage.organiser.player(plain)
  await stage.organiser.join(player, coming)
  const { page, open } = await stage.visit({ cookie: player.client.cookie })
  const showsText = async (game: OpenGame, words: string) => {
    expect(await open(`/games/${game.id}/Writeup`)).toBe(200)
    await page.getByText(words).waitFor()
    expect(await page.locator('input[type=file]').count()).toBe(0)
  }
  await showsText(plain, 'does not require a writeup')
  await showsText(coming, 'You cannot submit a writeup yet')
  await showsText(reviewed, 'You are not signed up')
  await stage.organiser.join(player, reviewed)
  await showsText(reviewed, 'has not been accepted yet')

  const hidden = await stage.organiser.game({ ...wish, hidden: true })
  for (const id of [hidden.id, 999_999]) {
    const answers = await Promise.all(
      ['/Writeup', '/Challenges/Notices'].map(async (path) => {
        const { status, body } = await player.client.call('GET', `/games/${id}${path}`)
        return [status, path === '/Writeup' ? '' : body]
      })
    )
    expect(answers).toEqual([
      [404, ''],
      [404, { title: 'Game not found.', status: 404, code: 'game.not_found' }]
    ])
  }
})

const MATH = 'Sign $s = m^d$.\n\n$$\n\\begin{aligned} n &= p q \\\\ \\varphi &= 1 \\end{aligned}\n$$\n'

describe.each(SCRIPT_MODES)('a challenge with formulas, %s', (_, options) => {
  it('draws them without styles of their own', async () => {
    const game = await stage.organiser.game({
      challenges: [{ title: 'Alpha', content: MATH, hints: ['$e = 3$'] }]
    })
    const { client } = await stage.organiser.player(game)
    const { page, open, faults } = await stage.visit({ ...options, cookie: client.cookie })
    await open(`/games/${game.id}/Challenges?c=${game.challenges[0]!.id}`)
    const dialog = page.getByRole('dialog', { name: 'Alpha' })
    const formulas = dialog.locator('math')
    await expect.poll(() => formulas.count()).toBe(3)
    const boxes = await Promise.all((await formulas.all()).map((formula) => formula.boundingBox()))
    for (const box of boxes) expect(box!.width * box!.height).toBeGreaterThan(100)
    expect(await dialog.getByText('$').count()).toBe(0)
    expect(faults).toEqual([])
  })
})

describe('notices', () => {
  const write = (game: OpenGame, content: string) =>
    stage.organiser.client.ok('POST', `/api/edit/games/${game.id}/notices`, { content })

  it('are marked until they were read, counted by kind, and rendered also when pushed', async () => {
    const game = await stage.organiser.game()
    const { client } = await stage.organiser.player(game)
    const { page, open, faults } = await stage.visit({ cookie: client.cookie })
    const board = `/games/${game.id}/Challenges`
    const panel = page.getByRole('region', { name: 'Notices' })
    const look = async () => {
      await open(board)
      await panel.getByText('Live', { exact: true }).waitFor()
    }
    const marks = panel.locator('li[data-unread]')
    const tab = (name: string) => panel.getByRole('link', { name: new RegExp(`^${name} `) }).textContent()
    await write(game, 'Welcome')
    await look()
    expect(await marks.count()).toBe(0)

    await open('/About')
    await write(game, 'Load is **normal**')
    await look()
    await expect.poll(() => marks.allTextContents()).toEqual([expect.stringContaining('Load is normal')])
    expect(await Promise.all(['All', 'Game', 'Events'].map(tab))).toEqual([
      expect.stringContaining('1 unread'),
      expect.stringContaining('1 unread'),
      expect.not.stringContaining('unread')
    ])
    await panel.getByRole('button', { name: 'Mark all as read' }).click()
    await expect.poll(() => marks.count()).toBe(0)

    await write(game, 'Now *live*')
    await page.locator('.toast em', { hasText: 'live' }).waitFor()
    await expect.poll(() => marks.locator('em').allTextContents()).toEqual(['live'])
    await panel.getByRole('link', { name: 'Events' }).click()
    await panel.getByText('No notices yet.').waitFor()
    await look()
    await panel.getByText('Now live').waitFor()
    expect(await marks.count()).toBe(0)
    expect(faults).toEqual([])
  })

  it('are not marked without script', async () => {
    const game = await stage.organiser.game()
    await write(game, 'Load is **normal**')
    const { client } = await stage.organiser.player(game)
    const { page, open } = await stage.visit({ javaScript: false, cookie: client.cookie })
    await open(`/games/${game.id}/Challenges?n=game`)
    await page.locator('.feed strong', { hasText: 'normal' }).waitFor()
    expect(await page.locator('[data-unread], .feed .dot').count()).toBe(0)
    expect(await page.getByText('unread').count()).toBe(0)
  })
})

describe.each(SCRIPT_MODES)('missing challenges, %s', (_, options) => {
  it('look the same: disabled, of another game, unknown', async () => {
    const [game, other] = await Promise.all([
      stage.organiser.game({ challenges: [{ title: 'Alpha' }, { title: 'Closed' }] }),
      stage.organiser.game({ challenges: [{ title: 'Foreign' }] })
    ])
    const closed = game.challenges[1]!.id
    await stage.organiser.client.ok('PUT', `/api/edit/games/${game.id}/challenges/${closed}`, {
      isEnabled: false
    })
    const { client } = await stage.organiser.player(game)
    const { page, open, where } = await stage.visit({ ...options, cookie: client.cookie })
    const calls: unknown[] = []
    for (const id of [closed, other.challenges[0]!.id, 999_999]) {
      await open(`/games/${game.id}/Challenges?c=${id}`)
      await page.getByText('This challenge is not available.').waitFor()
      await expect.poll(where).toBe(`/games/${game.id}/Challenges`)
      const { status, body } = await client.call('GET', `/games/${game.id}/Challenges/${id}`)
      calls.push([status, body])
    }
    const missing = { title: 'This challenge is not available.', status: 404, code: 'challenge.unavailable' }
    expect(calls[0]).toEqual([404, missing])
    expect(new Set(calls.map((one) => JSON.stringify(one))).size).toBe(1)
  })
})

it('the home page begins with a joined game, and does not offer to join it again', async () => {
  const [sooner, later] = [
    await stage.organiser.game({ endsIn: HOUR_MS / 4, acceptWithoutReview: false }),
    await stage.organiser.game({ endsIn: HOUR_MS / 2 })
  ]
  const player = await stage.organiser.player(sooner)
  const { page, open } = await stage.visit({ javaScript: false, cookie: player.client.cookie })
  const first = page.getByRole('main').getByRole('region').first()
  await open('/')
  await first.getByRole('heading', { level: 1, name: sooner.title }).waitFor()
  await first.getByRole('link', { name: 'Overview' }).waitFor()
  expect(await first.getByRole('link', { name: 'Join game' }).count()).toBe(0)

  await stage.organiser.join(player, later)
  await open('/')
  await first.getByRole('heading', { level: 1, name: later.title }).waitFor()
  await first.getByRole('link', { name: 'Go to challenges' }).waitFor()
})

it('a typed flag survives a reload of the page by itself, and is kept nowhere else', async () => {
  const game = await stage.organiser.game()
  const { client } = await stage.organiser.player(game)
  const { page, open, faults } = await stage.visit({ cookie: client.cookie })
  const path = `/games/${game.id}/Challenges?c=${game.challenges[0]!.id}`
  const field = page.getByRole('textbox', { name: 'Flag' })
  await open(path)
  await field.fill('flag{almost')
  await page.evaluate(() => location.reload())
  await expect.poll(() => field.inputValue().catch(() => '')).toBe('flag{almost')
  await hydrated(page)
  expect(await field.inputValue()).toBe('flag{almost')
  await open(`/games/${game.id}`)
  await open(path)
  expect(await field.inputValue()).toBe('')
  expect(faults).toEqual([])
})

it('the button to copy confirms for a moment, however often it is pressed', async () => {
  const game = await stage.organiser.game()
  const { client } = await stage.organiser.player(game)
  const { page, open } = await stage.visit({ cookie: client.cookie })
  await open(`/games/${game.id}/Challenges`)
  await page.getByText('Team token', { exact: true }).click()
  const button = page.locator('.copy-field button')
  const word = button.locator('[aria-live]')
  await button.click()
  await expect.poll(() => word.textContent()).toBe('Copied')
  await button.click()
  await expect.poll(() => word.textContent()).toBe('Copy')
})
