import { expect, it } from 'vitest'
import { openBrowserSuite, SCRIPT_MODES } from '../../support/browser/browser-suite'

const stage = openBrowserSuite()

/** Two members of one team that plays. */
async function crew() {
  const game = await stage.organiser.game({ challenges: [{ title: 'Deep water' }, { title: 'Reef' }] })
  const captain = await stage.organiser.player(game)
  return { game, captain, mate: await stage.organiser.mate(captain, game) }
}

it.each(SCRIPT_MODES)('members share who works on what, and notes, %s', async (_, options) => {
  const { game, captain, mate } = await crew()
  const [first] = game.challenges
  const { page, open, where } = await stage.visit({ ...options, cookie: captain.client.cookie })
  await open(`/games/${game.id}/Challenges?c=${first!.id}`)
  await page.getByText('Nobody of your team works on it.').waitFor()
  await page.getByRole('button', { name: 'Work on it' }).click()
  await page.getByRole('dialog').getByText(`On it: ${captain.name}`).waitFor()
  await mate.client.ok('PUT', `/api/game/${game.id}/workspace/${first!.id}/claim`, { on: true })
  await open(`/games/${game.id}/Challenges`)
  const card = page.locator(`#chal-${first!.id} .claimed`)
  await expect.poll(() => card.getAttribute('title')).toBe(`${captain.name}, ${mate.name}`)
  expect(await card.locator('.avatar').count()).toBe(2)
  expect(await page.locator('.claimed').count()).toBe(1)
  await open(`/games/${game.id}/Challenges?c=${first!.id}`)
  await page.getByRole('dialog').getByText(`On it: ${captain.name}, ${mate.name}`).waitFor()
  await page.getByRole('button', { name: 'Stop working on it' }).click()
  await page.getByRole('dialog').getByText(`On it: ${mate.name}`).waitFor()
  await page.getByRole('link', { name: 'Write a team note' }).click()
  await page.getByRole('heading', { name: 'Team workspace' }).waitFor()
  expect(where()).toBe(`/games/${game.id}/Workspace`)
  const anew = page.getByRole('link', { name: 'Refresh' })
  expect(await anew.evaluate((one) => getComputedStyle(one).textDecorationLine)).toBe('underline')

  const row = page.getByRole('row', { name: /Deep water/ })
  await row.getByText('Write a note').click()
  // Somebody else is faster.
  const note = { text: 'Port 80 is a decoy.', version: 0 }
  await mate.client.ok('PUT', `/api/game/${game.id}/workspace/${first!.id}/note`, note)
  await row.getByLabel('Note on Deep water').fill('The binary is <b>packed</b>.')
  await row.getByRole('button', { name: 'Save note' }).click()
  await row.getByRole('alert').getByText('Somebody of your team wrote meanwhile.').waitFor()
  await row.getByText('Port 80 is a decoy.').waitFor()
  expect(await row.getByLabel('Note on Deep water').inputValue()).toBe('The binary is <b>packed</b>.')
  await row.getByLabel('Note on Deep water').fill('Port 80 is a decoy.\nThe binary is <b>packed</b>.')
  await row.getByRole('button', { name: 'Save note' }).click()
  await page.getByText('Note saved.').waitFor()
  await row.locator('.note').getByText('The binary is <b>packed</b>.').waitFor()
  await row.getByText(captain.name).waitFor()
})

it('what others do shows up by itself, and leaves what is being typed', async () => {
  const { game, captain, mate } = await crew()
  const [first, second] = game.challenges
  const { page, open } = await stage.visit({ cookie: captain.client.cookie })
  await open(`/games/${game.id}/Workspace`)
  const [row, other] = [/Deep water/, /Reef/].map((name) => page.getByRole('row', { name })) as [
    ReturnType<typeof page.getByRole>,
    ReturnType<typeof page.getByRole>
  ]
  await row.getByText('Write a note').click()
  await row.getByLabel('Note on Deep water').fill('Half a thought')
  await mate.client.ok('PUT', `/api/game/${game.id}/workspace/${second!.id}/claim`, { on: true })
  await mate.client.ok('PUT', `/api/game/${game.id}/workspace/${first!.id}/note`, {
    text: 'Done.',
    version: 0
  })
  await other.getByText(mate.name).waitFor()
  await row.getByText('Done.').waitFor()
  expect(await row.getByLabel('Note on Deep water').inputValue()).toBe('Half a thought')
})
