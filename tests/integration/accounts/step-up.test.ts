import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Organiser } from '../../support/games/organiser'
import { type Platform, startPlatform } from '../../support/processes/platform'
import { ADMIN } from '../../support/processes/program'

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
async function post(fields: [name: string, value: string][], path = `/admin/games/${game.id}/Staff`) {
  const answer = await fetch(platform.url + path, {
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
      ['password', 'of an account'],
      ['token', 'of a token']
    ])
    expect(asked.html).not.toMatch(/of a token|of an account/)
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

describe('a secret of a form', () => {
  const PATH = '/admin/SignIn'
  const SECRET = 'between-us-alone'
  const provider = (slug: string, more: Record<string, string> = {}): [string, string][] =>
    Object.entries({
      ...{ intent: 'create', kind: 'oidc', name: 'Club', slug, issuer: 'https://id.example.org' },
      ...{ clientId: 'halyard', clientSecret: SECRET, ...more }
    })
  const stored = async (slug: string) => {
    const query = 'SELECT secret FROM sign_in_providers WHERE slug = $1'
    const { rows } = await platform.stores.db.pool.query<{ secret: string | null }>(query, [slug])
    return rows[0]?.secret
  }
  const boxOf = (html: string, name = 'clientSecret') => {
    const [tag] = new RegExp(`<input type="checkbox" name="kept-${name}"[^>]*>`).exec(html) ?? ['']
    return { tag, value: /value="([^"]*)"/.exec(tag)?.[1] ?? '' }
  }

  it('survives the confirmation and a refusal of another field, and is printed by neither', async () => {
    const asked = await post(provider('club', { issuer: '', roles: 'nonsense' }), PATH)
    expect(asked.status).toBe(400)
    // All that is wrong at once.
    for (const name of ['issuer', 'roles'])
      expect(asked.html).toMatch(
        new RegExp(`<(input|textarea)(?=[^>]* name="${name}")[^>]*aria-invalid="true"`)
      )
    const { tag, value } = boxOf(asked.html)
    expect(tag).toContain('checked')
    const confirm = await post(
      [...provider('club', { clientSecret: '' }), ['kept-clientSecret', value]],
      PATH
    )
    expect(confirm.status).toBe(403)
    for (const { html } of [asked, confirm]) expect(html).not.toContain(SECRET)
    expect((await post(panelOf(confirm.html, ADMIN.password), PATH)).status).toBe(303)
    expect(await stored('club')).toMatch(/^v1:/)
  })

  it('goes when its box is unticked, and gives way to what is entered instead', async () => {
    const { value } = boxOf((await post(provider('none', { issuer: 'no' }), PATH)).html)
    await platform.stores.db.pool.query('UPDATE sessions SET confirmed_at = now()')
    expect((await post(provider('none', { clientSecret: '' }), PATH)).status).toBe(303)
    expect(await stored('none')).toBeNull()
    const again: [string, string][] = [...provider('other', { issuer: 'no' }), ['kept-clientSecret', value]]
    const instead = boxOf((await post(again, PATH)).html)
    expect(instead.value).not.toBe(value)
  })
})

it('adding an engine needs a confirmation', async () => {
  const engine = Object.entries({ intent: 'add_engine', kind: 'docker', address: 'unix:///run/second.sock' })
  const asked = await post(engine, '/admin/Engines')
  expect([asked.status, asked.html]).toEqual([403, expect.stringContaining('Confirm that it is you')])
  expect((await post(panelOf(asked.html, ADMIN.password), '/admin/Engines')).status).toBe(303)
})
