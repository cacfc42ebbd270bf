import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Organiser } from '../../support/organiser'
import { type Platform, startPlatform } from '../../support/platform'
import { ADMIN } from '../../support/program'

let platform: Platform
let organiser: Organiser
let game: { id: number }

beforeAll(async () => {
  platform = await startPlatform()
  organiser = await Organiser.of(platform)
  game = await organiser.game()
})
afterAll(() => platform?.close())

beforeEach(async () => {
  await platform.stores.db.pool.query(`UPDATE sessions SET confirmed_at = now() - interval '11 min'`)
})

/** Posts a form as a browser without JavaScript does. */
async function post(fields: [name: string, value: string][]) {
  const answer = await fetch(`${platform.url}/admin/games/${game.id}/Staff`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Cookie: organiser.client.cookie },
    body: new URLSearchParams(fields)
  })
  return { status: answer.status, to: answer.headers.get('Location'), html: await answer.text() }
}

/** The fields of the panel, as the browser would send them with a password. */
function panelOf(html: string, password: string): [string, string][] {
  const form = /<form id="step-up".*?<\/form>/s.exec(html)![0]
  const hidden = [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)]
  return [
    ...hidden.map(([, name, value]): [string, string] => [name!, value!]),
    ['confirm-password', password]
  ]
}

const roles = async () =>
  (
    await organiser.client.ok<{ userName: string; role: string }[]>('GET', `/api/edit/games/${game.id}/staff`)
  ).map(({ userName, role }) => `${userName} ${role}`)

describe('a form that needs a confirmation', () => {
  it('is answered filled in, and carried out with the password', async () => {
    const { name } = await organiser.player()
    const asked = await post([
      ['intent', 'add'],
      ['who', name],
      ['role', 'referee']
    ])
    expect([asked.status, asked.to]).toEqual([403, null])
    expect(asked.html).toContain('Confirm that it is you')
    expect(asked.html).toMatch(new RegExp(`<input (?!type="hidden")[^>]*name="who"[^>]*value="${name}"`))
    expect(await roles()).not.toContain(`${name} referee`)
    const done = await post(panelOf(asked.html, ADMIN.password))
    expect([done.status, done.to]).toEqual([303, `/admin/games/${game.id}/Staff`])
    expect(await roles()).toContain(`${name} referee`)
  })

  it('asks again after a wrong password, names the field, and keeps what is no secret', async () => {
    const { name } = await organiser.player()
    const asked = await post([
      ['intent', 'add'],
      ['who', name],
      ['role', 'support'],
      ['token', 'of a token']
    ])
    expect(asked.html).not.toContain('of a token')
    expect(asked.html).toContain('Passwords and files are not kept.')
    const wrong = await post(panelOf(asked.html, 'not this one'))
    expect(wrong.status).toBe(400)
    expect(wrong.html).toMatch(
      /name="confirm-password"[^>]*aria-invalid="true"|aria-invalid="true"[^>]*name="confirm-password"/
    )
    expect(wrong.html).not.toContain('not this one')
    expect(await roles()).not.toContain(`${name} support`)
    expect((await post(panelOf(wrong.html, ADMIN.password))).status).toBe(303)
    expect(await roles()).toContain(`${name} support`)
  })
})
