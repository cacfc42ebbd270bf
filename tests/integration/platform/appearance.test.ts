import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { APPEARANCE_LIMITS } from '~/server/appearance/constants'
import type { AppearanceView } from '~/server/appearance/contract'
import { Client } from '../../support/api/client'
import { send } from '../../support/files/files'
import { Organiser, tag } from '../../support/games/organiser'
import { type Platform, startPlatform } from '../../support/processes/platform'

interface Refusal {
  code: string
  title: string
  field?: string
}

let platform: Platform
let admin: Client
let game: number
const AT = '/api/admin/appearance'
const EMPTY = { light: {}, dark: {}, css: '' }

beforeAll(async () => {
  platform = await startPlatform()
  const organiser = await Organiser.of(platform)
  admin = organiser.client
  game = (await organiser.game({})).id
})
afterAll(() => platform?.close())
beforeEach(() => platform.stores.db.pool.query(`DELETE FROM settings WHERE key = 'appearance'`))

const put = (body: object, by = admin) => by.call<AppearanceView & Refusal>('PUT', AT, body)
const view = () => admin.ok<AppearanceView>('GET', AT)

/** A visitor's page, not from the second that visitors share. */
async function html(path: string, headers: Record<string, string> = {}): Promise<string> {
  const fresh = `${path}${path.includes('?') ? '&' : '?'}fresh=${tag()}`
  return (await fetch(platform.url + fresh, { headers: { 'Accept-Language': 'en-US', ...headers } })).text()
}
const sheetsOf = (text: string) =>
  [...text.matchAll(/href="(\/appearance\/(\w+)\.css\?v=\w+)"/g)].map(([, href, name]) => ({ href, name }))
const get = (path: string) => fetch(platform.url + path)

describe('colours', () => {
  it('are served by version on every page, also of staff, without inline styles', async () => {
    expect((await put({ light: { page: '#FFF8EE' }, dark: { text: '#ffffff' } })).status).toBe(200)
    const text = await html('/')
    const [sheet] = sheetsOf(text)
    expect(text).not.toMatch(/<style|style="/)
    const answer = await get(sheet!.href!)
    expect(answer.headers.get('content-type')).toBe('text/css; charset=utf-8')
    expect(answer.headers.get('cache-control')).toContain('immutable')
    expect(await answer.text()).toBe(
      '@media screen and (not (prefers-contrast:more)){:root[data-theme="light"]{--bg:#fff8ee}:root[data-theme="dark"]{--text:#ffffff}}'
    )
    const older = await get('/appearance/colours.css?v=0000')
    expect([older.status, older.headers.get('cache-control')]).toEqual([200, 'no-cache'])
    const staff = String((await admin.call('GET', '/admin/Settings')).body)
    expect(sheetsOf(staff)).toEqual([sheet])
    await put(EMPTY)
    expect(sheetsOf(await html('/'))).toEqual([])
    // Not by the address of which visitors share the answer for a second.
    expect((await get(`${sheet!.href!}&fresh`)).status).toBe(404)
  })

  it('give each scheme its accent, which a reader’s own goes before', async () => {
    await put({ dark: { accent: '#E0A030' }, light: { accent: '#304060' } })
    expect(await html('/')).toContain('/theme.css?c=e0a030')
    expect(await html('/', { Cookie: 'theme=light' })).toContain('/theme.css?c=304060')
    const own = encodeURIComponent(JSON.stringify({ provider: 'Custom', color: '#112233' }))
    expect(await html('/', { Cookie: `custom-theme=${own}` })).toContain('/theme.css?c=112233')
  })

  it.each([
    [{ light: { text: '#999999' } }, 'light.text', 'text on page (light)'],
    [{ dark: { surface: '#eeeeee' } }, 'dark.surface', 'on surface (dark)'],
    [{ dark: { control: '#333333' } }, 'dark.control', 'control on page (dark)']
  ])('that cannot be read are refused by pair: %j', async (body, field, words) => {
    const before = await view()
    const answer = await put(body)
    expect([answer.status, answer.body.code, answer.body.field]).toEqual([400, 'appearance.contrast', field])
    expect(answer.body.title).toContain(words)
    expect(await view()).toEqual(before)
  })

  it.each([
    [{ light: { page: 'red' } }, 'light.page'],
    [{ light: { page: '#fff' } }, 'light.page'],
    [{ light: { page: '#ffffff;}*{display:none' } }, 'light.page'],
    [{ dark: [] }, 'dark'],
    [{ home: { 'xx-XX': 'x' } }, 'home'],
    [{ footer: { any: 'x'.repeat(APPEARANCE_LIMITS.text + 1) } }, 'footer.any'],
    [{ css: 'x'.repeat(APPEARANCE_LIMITS.css + 1) }, 'css']
  ])('and others are refused by their field: %j', async (body, field) => {
    const { status, body: answer } = await put(body)
    expect([status, answer.field?.startsWith(field)]).toEqual([400, true])
  })
})

describe('texts', () => {
  it('are shown in the reader’s language, else in any, sanitised', async () => {
    await put({
      home: { any: '## Ahoy\n<script>alert(1)</script>', 'de-DE': 'Moin, **Leute**' },
      footer: { any: '[Rules](/posts) <b onclick="x()">b</b>' }
    })
    const [english, german] = [await html('/'), await html('/', { 'Accept-Language': 'de-DE' })]
    expect(english).toContain('Ahoy</h')
    expect(english).not.toMatch(/alert\(1\)|onclick/)
    expect(german).toContain('<strong>Leute</strong>')
    expect(german).not.toContain('Ahoy')
    expect(await html('/About')).toContain('<a href="/posts"')
    // Language by language; an empty one goes.
    await put({ home: { 'de-DE': ' ' } })
    expect((await view()).home).toEqual({ any: '## Ahoy\n<script>alert(1)</script>' })
    expect(await html('/', { 'Accept-Language': 'de-DE' })).toContain('Ahoy')
  })
})

describe('own CSS', () => {
  it('is on the pages of players and never on those of staff and accounts, nor with safe=1', async () => {
    expect((await put({ css: '/* big */ .panel { border-width: 2px }' })).status).toBe(200)
    const [sheet] = sheetsOf(await html('/'))
    expect(await (await get(sheet!.href!)).text()).toBe('@layer own{.panel{border-width:2px}}')
    const hasOwn = async (path: string) => {
      const { status, body } = await admin.call('GET', path)
      expect([path, status]).toEqual([path, 200])
      return sheetsOf(String(body)).some(({ name }) => name === 'own')
    }
    for (const path of ['/', '/games', `/games/${game}`, '/About', '/docs'])
      expect([path, await hasOwn(path)]).toEqual([path, true])
    for (const path of [
      ...['/?safe=1', '/games?page=1&safe=1', '/admin/Appearance', '/ADMIN/Settings', '/%61dmin/Settings'],
      ...['/account/Profile', `/games/${game}/monitor/Events`, `/games/${game}/Monitor/Watch`]
    ])
      expect([path, await hasOwn(path)]).toEqual([path, false])
    for (const path of ['/account/Login', '/account/Register', '/account/Recovery'])
      expect([path, sheetsOf(await html(path))]).toEqual([path, []])
  })

  it('that is refused names its line, and what was there stays', async () => {
    await put({ css: '.panel { border-width: 2px }' })
    const before = await view()
    const { status, body } = await put({
      css: '.a { color: red }\n.b { position: fixed }',
      home: { any: 'x' }
    })
    expect([status, body.code, body.field, body.title]).toEqual([
      400,
      'appearance.css_position',
      'css',
      expect.stringContaining('Line 2')
    ])
    expect(await view()).toEqual(before)
  })
})

describe('the page', () => {
  const post = async (client: Client, fields: Record<string, string>) => {
    const answer = await fetch(`${platform.url}/admin/Appearance`, {
      method: 'POST',
      redirect: 'manual',
      headers: { Cookie: client.cookie, Origin: platform.url },
      body: new URLSearchParams(fields)
    })
    return { status: answer.status, text: await answer.text() }
  }

  it('shows a draft without keeping it, and saves by forms alone', async () => {
    const shown = await post(admin, { intent: 'preview', 'light.page': '#fff8ee', css: '.x{}' })
    expect(shown.text).toContain('/appearance/preview.css?')
    expect(shown.text).toMatch(/light\.page=fff8ee/)
    expect((await view()).light).toEqual({})
    const { version } = await view()
    const saved = await post(admin, { intent: 'save', 'light.page': '#fff8ee', css: '', version })
    expect(saved.status).toBe(303)
    expect((await view()).light).toEqual({ page: '#fff8ee' })
    const texts = await post(admin, { intent: 'texts', language: 'fr-FR', home: 'Bonjour', footer: '' })
    expect(texts.status).toBe(303)
    expect((await view()).home).toEqual({ 'fr-FR': 'Bonjour' })
    const refused = await post(admin, { intent: 'save', 'dark.text': '#222222', css: '' })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('id="dark.text-e"')
  })

  it('tells the second of two who edit', async () => {
    const { version } = await view()
    expect((await put({ light: { page: '#fff8ee' }, version })).status).toBe(200)
    const late = await put({ css: '.a{color:red}', version })
    expect([late.status, late.body.code]).toEqual([409, 'edit.conflict'])
    const both = await view()
    const answers = await Promise.all(
      ['.a{color:red}', '.b{color:red}'].map((css) => put({ css, version: both.version }))
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('is for administrators, and every change is audited', async () => {
    const player = new Client(platform.url)
    await player.register(`p${tag()}`)
    expect((await put({ css: '' }, player)).status).toBe(403)
    expect((await post(player, { intent: 'save', css: '' })).status).toBe(404)
    await put({ light: { page: '#fff8ee' } })
    const { rows } = await platform.stores.db.pool.query(
      `SELECT before, after FROM audit_events WHERE action = 'appearance_changed' ORDER BY id DESC LIMIT 1`
    )
    expect(rows).toEqual([{ before: { light: {} }, after: { light: { page: '#fff8ee' } } }])
  })
})

it('files of blocks and of own CSS are everybody’s from their saving on, until nothing names them', async () => {
  const uploaded = async (name: string) => {
    const { body } = await send<{ hash: string }[]>(admin, 'POST', '/api/assets', [
      { field: 'files', name, content: `${name} ${tag()}` }
    ])
    return `/assets/${body[0]!.hash}/${name}`
  }
  const [footer, home, css] = [await uploaded('a.txt'), await uploaded('b.txt'), await uploaded('c.txt')]
  const statuses = async () => Promise.all([footer, home, css].map(async (path) => (await get(path)).status))
  expect(await statuses()).toEqual([404, 404, 404])
  await put({
    ...EMPTY,
    footer: { any: `[a](${footer})` },
    home: { 'de-DE': `![b](${home})` },
    css: `body { background: url("${css}") }`
  })
  expect(await statuses()).toEqual([200, 200, 200])
  await put({ home: { 'de-DE': '' } })
  expect(await statuses()).toEqual([200, 404, 200])
  const uses = await admin.ok<{ data: { hash: string; uses: { kind: string }[] }[] }>(
    'GET',
    '/api/admin/files?count=50'
  )
  const kindsOf = (path: string) =>
    uses.data.find(({ hash }) => path.includes(hash))?.uses.map(({ kind }) => kind)
  expect(kindsOf(footer)).toContain('Appearance')
})
