import { describe, expect, it } from 'vitest'
import { hydrated } from '../../support/browser/browser'
import { openBrowserSuite, SCRIPT_MODES } from '../../support/browser/browser-suite'
import { type OpenGame, solve } from '../../support/games/organiser'

const stage = openBrowserSuite()
const CHALLENGES = [{ title: 'Alpha', hints: ['was there'] }, { title: 'Bravo' }]

const dialogOf = (game: OpenGame, rest = '') =>
  `/games/${game.id}/Challenges?c=${game.challenges[0]!.id}${rest}`

describe.each(SCRIPT_MODES)('the dialog of a challenge, %s', (_, options) => {
  it('shows number and time of each try, lists tries and solvers, and explains the points', async () => {
    const game = await stage.organiser.game({ challenges: CHALLENGES })
    const { client, name, team } = await stage.organiser.player(game)
    const rival = await stage.organiser.player(game)
    await solve(rival, game)
    const { page, open, faults } = await stage.visit({ ...options, cookie: client.cookie })
    await open(dialogOf(game))
    const dialog = page.getByRole('dialog', { name: 'Alpha' })
    const send = async (flag: string) => {
      await dialog.getByLabel('Flag').fill(flag)
      await dialog.getByRole('button', { name: 'Submit flag' }).click()
    }
    const tab = (part: string) => dialog.getByRole('link', { name: part }).click()
    /** The cells of each row, with a blank after each. */
    const rows = () =>
      dialog
        .locator('tbody tr')
        .evaluateAll((all) =>
          all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent).join(' '))
        )

    await tab('Our attempts')
    await dialog.getByText('Your team has not submitted a flag here yet.').waitFor()
    await send('flag{one}')
    await dialog.getByText(/^Attempt 1 at \d\d:\d\d:\d\d UTC$/).waitFor()
    await expect.poll(async () => (await rows()).length).toBe(1)
    await tab('Challenge')
    if (options.javaScript !== false) await hydrated(page)
    await send('<b>flag{two}</b>')
    await dialog.getByText(/^Attempt 2 at /).waitFor()
    await tab('Our attempts')
    await expect
      .poll(async () => (await rows()).map((row) => row.split(/\s+/)))
      .toEqual([
        ['2', 'Wrong', expect.any(String), '<b>flag{two}</b>', name],
        ['1', 'Wrong', expect.any(String), 'flag{one}', name]
      ])

    await send(game.challenges[0]!.flag)
    await dialog.getByText('Accepted.').waitFor()
    await expect.poll(async () => (await rows())[0]).toContain('Accepted')
    await tab('Solvers')
    await expect
      .poll(rows)
      .toEqual([expect.stringContaining(rival.team.name), expect.stringContaining(team.name)])
    expect(await dialog.locator('tr[data-own]').textContent()).toContain(team.name)
    await open(dialogOf(game))
    await expect
      .poll(() => dialog.locator('.outcome').textContent())
      .toMatch(
        /Solved by your team\..*points\.\s*Receipt\s*Worth \d+ now, 2 solves\. Second blood adds 3%\./s
      )
    await dialog.getByRole('link', { name: 'Receipt' }).click()
    const receipt = page.locator('#receipts').getByRole('row', { name: game.challenges[0]!.title })
    expect(await receipt.locator('code').textContent()).toMatch(/^[0-9a-f]{64}$/)
    expect(faults).toEqual([])
  })
})

describe.each(SCRIPT_MODES)('the board, %s', (_, options) => {
  it('finds words of descriptions and hints, and what was tried or solved', async () => {
    const game = await stage.organiser.game({
      challenges: [
        { title: 'Alpha', content: 'Mind the `printf`.' },
        { title: 'Bravo', hints: ['printf again'] },
        { title: 'Charlie' }
      ]
    })
    const player = await stage.organiser.player(game)
    const { page, open, where, faults } = await stage.visit({ ...options, cookie: player.client.cookie })
    await open(`/games/${game.id}/Challenges`)
    const cards = () => page.locator('a.chal .t').allTextContents()
    await page.getByLabel('Find a challenge').fill('printf')
    await page.keyboard.press('Enter')
    await expect.poll(cards).toEqual(['Alpha', 'Bravo'])
    await page.getByLabel('Find a challenge').fill('')
    await page.keyboard.press('Enter')
    await expect.poll(cards).toHaveLength(3)

    const [alpha] = game.challenges
    await player.client.ok('POST', `/api/game/${game.id}/challenges/${alpha!.id}`, { flag: 'flag{no}' })
    await solve(player, game, 2)
    // The board follows later, and only with script.
    const own = () =>
      player.client.ok<{ rank: { solvedCount: number } }>('GET', `/api/game/${game.id}/details`)
    await expect.poll(async () => (await own()).rank.solvedCount).toBe(1)
    const show = (name: string) =>
      page.getByRole('navigation', { name: 'Show' }).getByRole('link', { name, exact: true }).click()
    await show('Attempted')
    await expect.poll(cards).toEqual(['Alpha'])
    expect(where()).toContain('f=tried')
    await show('Solved')
    await expect.poll(cards).toEqual(['Charlie'])
    expect(await page.getByRole('switch', { name: 'Hide solved' }).count()).toBe(0)
    await show('With instance')
    await page.getByText('No challenges match').waitFor()
    if (options.javaScript !== false) {
      await page.keyboard.press('v')
      expect(where()).not.toContain('f=')
    } else await page.getByRole('link', { name: 'Show all challenges' }).click()
    await expect.poll(cards).toHaveLength(3)
    expect(faults).toEqual([])
  })
})

it('a dialog follows hints, solves and keys at once', async () => {
  const game = await stage.organiser.game({ challenges: CHALLENGES })
  const { client } = await stage.organiser.player(game)
  const rival = await stage.organiser.player(game)
  const { page, open, faults } = await stage.visit({ cookie: client.cookie })
  await open(dialogOf(game, '&t=solvers'))
  const dialog = page.getByRole('dialog', { name: 'Alpha' })
  await dialog.getByText('Nobody has solved this challenge yet.').waitFor()
  await dialog.getByRole('link', { name: 'Solvers' }).focus()
  await solve(rival, game)
  await dialog.getByRole('cell', { name: rival.team.name }).waitFor()

  await page.keyboard.press('1')
  await dialog.getByText('was there').waitFor()
  const { id } = game.challenges[0]!
  await stage.organiser.client.ok('PUT', `/api/edit/games/${game.id}/challenges/${id}`, {
    hints: ['was there', 'came later']
  })
  const hints = dialog.getByRole('list', { name: 'Hints' }).getByRole('listitem')
  await expect
    .poll(() => hints.allInnerTexts())
    .toEqual(['was there', expect.stringMatching(/came later\s*1m ago/)])
  await page.keyboard.press('3')
  await dialog.getByText('Your team has not submitted a flag here yet.').waitFor()
  expect(new URL(page.url()).searchParams.get('t')).toBe('tries')
  await page.keyboard.press('2')
  await dialog.getByRole('cell', { name: rival.team.name }).waitFor()
  // Another challenge starts with its text.
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Bravo' }).click()
  await page.getByRole('dialog', { name: 'Bravo' }).getByText('This challenge has no description.').waitFor()
  expect(faults).toEqual([])
})

it('a long list is read page by page', async () => {
  const game = await stage.organiser.game({ challenges: CHALLENGES })
  const { client } = await stage.organiser.player(game)
  const { db } = stage.platform.stores
  await db.pool.query(
    `INSERT INTO submissions (game_id, challenge_id, participation_id, answer, status, submitted_at, judged_at)
     SELECT $1, $2, p.id, 'flag{' || n || '}', 'WrongAnswer', now() - n * interval '1 s', now()
     FROM participations p, generate_series(1, 45) n WHERE p.game_id = $1`,
    [game.id, game.challenges[0]!.id]
  )
  const { page, open, faults } = await stage.visit({ cookie: client.cookie })
  await open(dialogOf(game, '&t=tries&p=2'))
  const first = page.locator('dialog tbody tr').first()
  const numbers = () => first.locator('td').first().textContent()
  expect(await numbers()).toBe('25')
  await page.getByRole('link', { name: 'Next' }).click()
  await expect.poll(numbers).toBe('5')
  expect(await page.getByRole('link', { name: 'Next' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Previous' }).click()
  await expect.poll(numbers).toBe('25')
  expect(faults).toEqual([])
})
