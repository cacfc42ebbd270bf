import { describe, expect, it } from 'vitest'
import { violations } from '../support/browser/browser'
import { openBrowserSuite } from '../support/browser/browser-suite'

const stage = openBrowserSuite({ HALYARD_RATE_LIMITS: 'on' })

const SEVERAL = 10
/** After this many, the next one has to wait (docs/rules/limits.md#wrong-flags-in-a-row). */
const WRONG_IN_A_ROW = 5

/** Milliseconds: longer than a test takes until it is refused. */
const LONG = 600_000
const SHORT = 8000

/** Sets how long all counters and waits in Redis go on. */
async function expireCountersIn(milliseconds: number) {
  const { redis } = stage.platform.stores
  for (const pattern of ['halyard:rate:*', 'halyard:slow:*'])
    for (const key of await redis.keys(pattern)) await redis.pExpire(key, milliseconds)
}

describe.each([true, false])('too many flags (script: %s)', (javaScript) => {
  it('are refused; the dialog shows why and keeps what was typed', async () => {
    const game = await stage.organiser.game({
      challenges: ['Alpha', 'B', 'C', 'D'].map((title) => ({ title }))
    })
    const { client } = await stage.organiser.player(game)
    const { id, flag } = game.challenges[0]!
    const { page, open } = await stage.visit({ cookie: client.cookie, javaScript })
    await open(`/games/${game.id}/Challenges?c=${id}`)
    const dialog = page.getByRole('dialog', { name: 'Alpha' })
    const field = dialog.getByRole('textbox', { name: 'Flag' })
    for (let sent = 0; sent < SEVERAL; sent++) {
      // Of several challenges, so that no row of wrong ones reaches its limit.
      await client.ok('POST', `/api/game/${game.id}/challenges/${game.challenges[1 + (sent % 3)]!.id}`, {
        flag: 'flag{no}'
      })
      await expireCountersIn(LONG)
    }
    await field.fill(flag)
    await expireCountersIn(SHORT)
    await page.getByRole('button', { name: 'Submit flag' }).click()
    await dialog.getByText(javaScript ? 'Slow down.' : 'Too many').waitFor()
    expect(await field.inputValue()).toBe(flag)
    if (javaScript) expect(await violations(page)).toEqual([])
    await stage.platform.stores.redis.flushDb()
    if (javaScript) await dialog.getByText('You can try again now.').waitFor()
    await page.getByRole('button', { name: 'Submit flag' }).click()
    await dialog.getByText('Accepted.').waitFor()
  })
})

describe.each([true, false])('wrong flags, one after the other (script: %s)', (javaScript) => {
  it('cause a wait; the dialog counts down, and the field stays open', async () => {
    const game = await stage.organiser.game({ challenges: [{ title: 'Alpha' }] })
    const { client } = await stage.organiser.player(game)
    const { id, flag } = game.challenges[0]!
    const path = `/api/game/${game.id}/challenges/${id}`
    const { page, open } = await stage.visit({ cookie: client.cookie, javaScript })
    for (let sent = 0; sent < WRONG_IN_A_ROW; sent++) {
      const submission = await client.ok<number>('POST', path, { flag: 'flag{no}' })
      await expect.poll(() => client.ok('GET', `${path}/status/${submission}`)).toBe('WrongAnswer')
    }
    await expireCountersIn(LONG)
    await open(`/games/${game.id}/Challenges?c=${id}`)
    const dialog = page.getByRole('dialog', { name: 'Alpha' })
    const field = dialog.getByRole('textbox', { name: 'Flag' })
    await field.fill(flag)
    await expireCountersIn(SHORT)
    await page.getByRole('button', { name: 'Submit flag' }).click()
    await dialog
      .getByText(javaScript ? 'Slow down.' : /Several wrong flags.* try again in \d+ s/)
      .first()
      .waitFor()
    expect(await field.isEnabled()).toBe(true)
    expect(await field.inputValue()).toBe(flag)
    if (!javaScript) return
    await dialog.getByText('You can try again now.').waitFor()
    await page.getByRole('button', { name: 'Submit flag' }).click()
    await dialog.getByText('Accepted.').waitFor()
  })
})

it('a flag that cannot be sent is kept, and the dialog says that it was not sent', async () => {
  const game = await stage.organiser.game({ challenges: [{ title: 'Alpha' }] })
  const { client } = await stage.organiser.player(game)
  const { id, flag } = game.challenges[0]!
  const { page, open } = await stage.visit({ cookie: client.cookie })
  await open(`/games/${game.id}/Challenges?c=${id}`)
  const dialog = page.getByRole('dialog', { name: 'Alpha' })
  const field = dialog.getByRole('textbox', { name: 'Flag' })
  await field.fill(flag)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Submit flag' }).click()
  await dialog.getByText('Network Error: your flag was not sent. Try again.').waitFor()
  expect(await field.inputValue()).toBe(flag)
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Submit flag' }).click()
  await dialog.getByText('Accepted.').waitFor()
})

it('a board that is rebuilt is reported, and appears by itself', async () => {
  const game = await stage.organiser.game({ challenges: [{ title: 'Alpha' }] })
  const { client, team } = await stage.organiser.player(game)
  const { page, open, faults } = await stage.visit({ cookie: client.cookie })
  await stage.platform.kill('scoring')
  // A process that has read a board would show it without Redis.
  await stage.platform.restart('web')
  await stage.platform.stores.redis.flushDb()
  for (const path of ['/Challenges', '/Scoreboard']) {
    expect([path, await open(`/games/${game.id}${path}`)]).toEqual([path, 200])
    await page.getByText('The board is being prepared').waitFor()
  }
  await stage.platform.restart('scoring')
  // The page polls until scoring has made the board.
  await page.getByRole('row', { name: team.name }).first().waitFor()
  expect(faults).toEqual([])
})
