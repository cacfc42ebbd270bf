import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { OWN_PAGE_LIMITS } from '~/server/own-pages/constants'
import type { OwnPageEdit, OwnPageLink, OwnPageView } from '~/server/own-pages/contract'
import { Client } from '../../support/api/client'
import { send } from '../../support/files/files'
import { Organiser, tag } from '../../support/games/organiser'
import { type Platform, startPlatform } from '../../support/processes/platform'

interface Refusal {
  code: string
  field?: string
}

const AT = '/api/admin/pages'
let platform: Platform
let admin: Client
let player: Client
let visitor: Client

beforeAll(async () => {
  platform = await startPlatform()
  admin = (await Organiser.of(platform)).client
  visitor = new Client(platform.url)
  player = new Client(platform.url)
  await player.register(`p${tag()}`)
})
afterAll(() => platform?.close())
beforeEach(async () => {
  for (const { address } of await admin.ok<OwnPageLink[]>('GET', AT))
    await admin.ok('DELETE', `${AT}/${address}`)
})

const add = (body: object, by = admin) => by.call<OwnPageEdit & Refusal>('POST', AT, body)
const put = (address: string, body: object) =>
  admin.call<OwnPageEdit & Refusal>('PUT', `${AT}/${address}`, body)
const rules = { address: 'rules', titles: { any: 'Rules' }, texts: { any: 'Be kind.' }, published: true }

/** A visitor's page, not from the second that visitors share. */
async function html(path: string, language = 'en-US') {
  const answer = await fetch(`${platform.url}${path}?fresh=${tag()}`, {
    headers: { 'Accept-Language': language }
  })
  return { status: answer.status, text: await answer.text() }
}
const linksOf = (text: string) =>
  [...text.matchAll(/<a [^>]*href="\/pages\/([^"]*)"[^>]*>([^<]*)</g)].map(
    ([, address, title]) => `${address} ${title}`
  )
const footer = async (language?: string) =>
  linksOf((await html('/About', language)).text.split('<footer')[1]!)
/** Of the bar, and of its menu on small screens. */
const navigation = async (path = '/About', language?: string) => {
  const { text } = await html(path, language)
  const [bar, menu] = text.split('<footer')[0]!.split('nav-more')
  expect(linksOf(menu!)).toEqual(linksOf(bar!))
  return linksOf(bar!)
}

describe('a draft', () => {
  it('does not exist for anybody but administrators, neither its text nor its pictures', async () => {
    const { body } = await send<{ hash: string; name: string }[]>(admin, 'POST', '/api/assets', [
      { field: 'files', name: 'plan.txt', content: `plan ${tag()}` }
    ])
    const file = `/assets/${body[0]!.hash}/plan.txt`
    await add({ ...rules, published: false, texts: { any: `[plan](${file})` } })
    for (const who of [visitor, player]) {
      expect((await who.call<Refusal>('GET', '/api/pages/rules')).body.code).toBe('own_page.not_found')
      expect((await who.call('GET', '/pages/rules')).status).toBe(404)
      expect((await who.call('GET', file)).status).toBe(404)
    }
    expect(await visitor.ok('GET', '/api/pages')).toEqual([])
    expect(await footer()).toEqual([])
    expect(String((await admin.call('GET', '/pages/rules')).body)).toContain('Draft')
    await put('rules', { published: true })
    expect((await visitor.call('GET', file)).status).toBe(200)
    expect(await footer()).toEqual(['rules Rules'])
    // Withdrawn again, at once.
    await put('rules', { published: false })
    expect((await visitor.call('GET', file)).status).toBe(404)
    expect((await html('/pages/rules')).status).toBe(404)
    expect(await footer()).toEqual([])
  })
})

describe('a published page', () => {
  it('runs nothing that is written in it, in the text and in the title', async () => {
    await add({
      ...rules,
      titles: { any: '<img src=x onerror=alert(1)>' },
      texts: {
        any: [
          '<script>alert(2)</script><iframe src="https://evil.example"></iframe><b onclick="alert(3)">b</b>',
          '[a](javascript:alert(4)) [b](data:text/html,x) <a href="vbscript:x">c</a> <style>*{display:none}</style>',
          '<form action="https://evil.example"><input name="password"></form> <svg onload=alert(5)></svg>'
        ].join('\n\n')
      }
    })
    const { status, text } = await html('/pages/rules')
    expect(status).toBe(200)
    expect(text).not.toMatch(
      /alert\([2345]\)|<img src=x|evil\.example|javascript:|data:text|vbscript|onclick|onload/
    )
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;')
  })

  it('is read in the reader’s language, else in any, else in the first', async () => {
    await add({
      ...rules,
      titles: { any: 'Rules', 'de-DE': 'Regeln' },
      texts: { any: 'Kind', 'de-DE': 'Nett' }
    })
    await add({ ...rules, address: 'only', titles: { 'fr-FR': 'Règles' }, texts: { 'fr-FR': 'Gentil' } })
    expect(await footer()).toEqual(['only Règles', 'rules Rules'])
    expect(await footer('de-DE')).toEqual(['only Règles', 'rules Regeln'])
    expect((await html('/pages/rules', 'de-DE')).text).toContain('<p>Nett</p>')
    expect((await html('/PAGES/Rules', 'ja-JP')).text).toContain('<p>Kind</p>')
    // Language by language; an empty one goes.
    const { body } = await put('rules', { titles: { 'de-DE': '' }, texts: { 'de-DE': ' ' } })
    expect([body.titles, body.texts]).toEqual([{ any: 'Rules' }, { any: 'Kind' }])
    expect((await html('/pages/rules', 'de-DE')).text).toContain('<p>Kind</p>')
  })

  it('stands in its order, and one without a link is found by its address and by search', async () => {
    await add({ ...rules, address: 'b', position: 2 })
    await add({ ...rules, address: 'a', position: 2 })
    await add({ ...rules, address: 'z', position: 1 })
    await add({ ...rules, address: 'quiet', link: 'none' })
    expect(await footer()).toEqual(['z Rules', 'a Rules', 'b Rules'])
    expect((await visitor.ok<OwnPageView>('GET', '/api/pages/quiet')).text).toBe('Be kind.')
    const found = await visitor.ok<{ groups: { id: string; items: { id: string }[] }[] }>(
      'GET',
      '/Search/Answer?q=rule'
    )
    const addresses = found.groups.find(({ id }) => id === 'pages')?.items.map(({ id }) => id)
    expect(addresses).toEqual(['quiet', 'z', 'a', 'b'].map((address) => `/pages/${address}`))
    await put('b', { position: 0, address: 'first' })
    expect(await footer()).toEqual(['first Rules', 'z Rules', 'a Rules'])
    expect((await html('/pages/b')).status).toBe(404)
  })

  it('is in the navigation of every page, for everybody, as long as it is published there', async () => {
    await add({ ...rules, link: 'navigation', titles: { any: 'Rules', 'fr-FR': 'Règles' } })
    await add({ ...rules, address: 'draft', link: 'navigation', published: false })
    await add({ ...rules, address: 'foot' })
    expect(await navigation()).toEqual(['rules Rules'])
    expect(await navigation('/games', 'fr-FR')).toEqual(['rules Règles'])
    expect(await footer()).toEqual(['foot Rules'])
    expect((await html('/pages/rules')).text).toMatch(/<a [^>]*href="\/pages\/rules" aria-current="page"/)
    expect(linksOf(String((await player.call('GET', '/Teams')).body).split('<footer')[0]!)).toHaveLength(2)
    await put('rules', { link: 'footer' })
    expect(await navigation()).toEqual([])
  })
})

describe('what is refused', () => {
  it.each([
    [{ ...rules, address: '../admin' }, 'address'],
    [{ ...rules, address: 'Rules' }, 'address'],
    [{ ...rules, address: 'a--b' }, 'address'],
    [{ ...rules, address: '' }, 'address'],
    [{ ...rules, address: 'a'.repeat(OWN_PAGE_LIMITS.address + 1) }, 'address'],
    [{ ...rules, titles: {} }, 'titles'],
    [{ ...rules, titles: { any: '  ' } }, 'titles'],
    [{ ...rules, titles: { 'xx-XX': 'x' } }, 'titles'],
    [{ ...rules, titles: { any: 'x'.repeat(OWN_PAGE_LIMITS.title + 1) } }, 'titles.any'],
    [{ ...rules, texts: { any: 'x'.repeat(OWN_PAGE_LIMITS.text + 1) } }, 'texts.any'],
    [{ ...rules, position: -1 }, 'position'],
    [{ ...rules, link: 'header' }, 'link'],
    [{ ...rules, published: 'yes' }, 'published']
  ])('names its field and changes nothing: %#', async (body, field) => {
    const { status, body: answer } = await add(body)
    expect([status, answer.field?.startsWith(field)]).toEqual([400, true])
    expect(await admin.ok('GET', AT)).toEqual([])
  })

  it('an address that is taken, also by two at once and by a move', async () => {
    const answers = await Promise.all([add(rules), add(rules), add(rules)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    await add({ ...rules, address: 'other' })
    const { status, body } = await put('other', { address: 'rules' })
    expect([status, body.code, body.field]).toEqual([409, 'own_page.taken', 'address'])
  })

  it('more than the limit, also by many at once', async () => {
    const most = OWN_PAGE_LIMITS.pages
    for (let n = 0; n < most - 1; n++) expect((await add({ ...rules, address: `p${n}` })).status).toBe(200)
    const last = await Promise.all(['x', 'y', 'z'].map((address) => add({ ...rules, address })))
    expect(last.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    expect(last.find(({ status }) => status === 400)!.body.code).toBe('own_page.limit')
    expect(await admin.ok<unknown[]>('GET', AT)).toHaveLength(most)
  })

  it('more than the navigation has room for, drafts too, by many at once and by a change', async () => {
    const most = OWN_PAGE_LIMITS.navigation
    const sent = Array.from({ length: most + 2 }, (_, n) => ({
      ...{ ...rules, address: `n${n}`, link: 'navigation', published: n % 2 === 0 }
    }))
    const answers = await Promise.all(sent.map((body) => add(body)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(most)
    const refused = answers.find(({ status }) => status === 400)!.body
    expect([refused.code, refused.field]).toEqual(['own_page.navigation_full', 'link'])
    await add({ ...rules, address: 'foot' })
    expect((await put('foot', { link: 'navigation' })).body.code).toBe('own_page.navigation_full')
    // One that is there already is edited as before.
    const there = answers.find(({ status }) => status === 200)!.body.address
    expect((await put(there, { link: 'navigation', position: 7 })).status).toBe(200)
  })

  it('the second of two who edit one version', async () => {
    const { body } = await add(rules)
    const answers = await Promise.all(
      ['a', 'b'].map((any) => put('rules', { texts: { any }, version: body.version }))
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    // The last title cannot go, and what is refused stays.
    const gone = await put('rules', { titles: { any: '' }, texts: { any: 'x' } })
    expect([gone.status, gone.body.code]).toEqual([400, 'own_page.title'])
    expect((await visitor.ok<OwnPageView>('GET', '/api/pages/rules')).text).toMatch(/^[ab]$/)
  })

  it('everybody but administrators; every change is in the audit log', async () => {
    expect((await add(rules, player)).status).toBe(403)
    expect((await add(rules, visitor)).status).toBe(401)
    await add(rules)
    await put('rules', { texts: { any: 'Be kinder.' } })
    await admin.ok('DELETE', `${AT}/rules`)
    const { rows } = await platform.stores.db.pool.query(
      `SELECT action FROM audit_events WHERE target = 'own_page:rules' ORDER BY id DESC LIMIT 3`
    )
    expect(rows.map(({ action }) => action)).toEqual([
      'own_page_deleted',
      'own_page_updated',
      'own_page_created'
    ])
  })
})

describe('the forms', () => {
  const post = async (path: string, fields: Record<string, string>, client = admin) => {
    const answer = await fetch(platform.url + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { Cookie: client.cookie, Origin: platform.url },
      body: new URLSearchParams(fields)
    })
    return { status: answer.status, to: answer.headers.get('location'), text: await answer.text() }
  }

  it('write a page in two languages and delete it, without script', async () => {
    const made = await post('/admin/Pages?new', { intent: 'create', title: 'Sponsors', address: 'sponsors' })
    expect([made.status, made.to]).toEqual([303, '/admin/Pages/sponsors'])
    const fields = { intent: 'save', language: 'es-ES', address: 'sponsors', position: '3', link: 'footer' }
    const saved = await post('/admin/Pages/sponsors', {
      ...{ ...fields, title: 'Patrocinadores', content: 'Gracias', published: 'on', version: '1' }
    })
    expect([saved.status, saved.to]).toEqual([303, '/admin/Pages/sponsors?language=es-ES'])
    expect(await footer('es-ES')).toEqual(['sponsors Patrocinadores'])
    const late = await post('/admin/Pages/sponsors', { ...fields, title: 'Otra', version: '1' })
    expect(late.status).toBe(409)
    expect(late.text).toContain('value="Otra"')
    const wrong = await post('/admin/Pages/sponsors', { ...fields, address: 'no no', title: 'x' })
    expect([
      wrong.status,
      /name="address"[^>]*aria-invalid|aria-invalid[^>]*name="address"/.test(wrong.text)
    ]).toEqual([400, true])
    const preview = await post('/admin/Pages/sponsors', { ...fields, intent: 'preview', content: '**x**' })
    expect(preview.text).toContain('<strong>x</strong>')
    expect((await post('/admin/Pages/sponsors', { intent: 'remove' }, player)).status).toBe(404)
    expect((await post('/admin/Pages/sponsors', { intent: 'remove' })).to).toBe('/admin/Pages')
    expect((await html('/pages/sponsors')).status).toBe(404)
  })
})
