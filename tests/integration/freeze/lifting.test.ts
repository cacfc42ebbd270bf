import { afterAll, beforeAll, expect, it } from 'vitest'
import { Organiser } from '../../support/games/organiser'
import { type Platform, startPlatform } from '../../support/processes/platform'

let platform: Platform
let organiser: Organiser
beforeAll(async () => {
  platform = await startPlatform()
  organiser = await Organiser.of(platform)
})
afterAll(() => platform?.close())

it('a freeze is asked for, lifted, or begun anew while the game runs', async () => {
  const game = await organiser.game()
  const path = `/admin/games/${game.id}/Info`
  const html = async () => (await organiser.client.call<string>('GET', path)).body
  const freeze = async () =>
    (await organiser.client.ok<{ freeze: string | null }>('GET', `/api/edit/games/${game.id}`)).freeze
  const send = async (fields: Record<string, string>) => {
    const answer = await fetch(platform.url + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { Cookie: organiser.client.cookie },
      body: new URLSearchParams({ intent: 'freeze', ...fields })
    })
    return { status: answer.status, html: await answer.text() }
  }
  expect(await html()).toContain('Everybody sees the board as it is now')
  expect((await send({ now: '1' })).status).toBe(303)
  expect(await freeze()).not.toBeNull()
  expect(await html()).toContain('Lift the freeze')

  // Without a time it would be lifted.
  const empty = await send({ again: '1', at: '' })
  expect([empty.status, empty.html]).toEqual([400, expect.stringContaining('This field cannot be empty')])
  const past = await send({ again: '1', at: new Date(Date.now() - 60_000).toISOString().slice(0, 19) })
  expect(past.status).toBe(400)
  expect(await freeze()).not.toBeNull()
  const later = new Date(Date.now() + 600_000).toISOString().slice(0, 19)
  expect((await send({ again: '1', at: later })).status).toBe(303)
  expect(await freeze()).toContain(later)

  await send({ now: '1' })
  expect((await send({ at: '' })).status).toBe(303)
  expect(await freeze()).toBeNull()
})
