import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SettingsInput, settingsInput } from '~/server/settings/contract'
import { Client } from '../../support/api/client'
import { Organiser } from '../../support/games/organiser'
import { type Platform, startPlatform } from '../../support/processes/platform'

let platform: Platform
let admin: Client

beforeAll(async () => {
  platform = await startPlatform({ PUBLIC_URL: 'http://ctf.example.org' })
  admin = (await Organiser.of(platform)).client
})
afterAll(() => platform.close())

interface Config {
  accountPolicy: Record<string, unknown>
  containerPolicy: Record<string, unknown>
  globalConfig: Record<string, unknown>
  version: string
}
const read = () => admin.ok<Config>('GET', '/api/admin/config')
const write = (input: SettingsInput | object) => admin.call('PUT', '/api/admin/config', input)
const page = (path: string) => fetch(platform.url + path).then((answer) => answer.text())

describe('settings', () => {
  it('start with the defaults of docs/rules/staff.md#settings', async () => {
    expect(await read()).toEqual({
      accountPolicy: {
        allowRegister: true,
        activeOnRegister: true,
        useCaptcha: false,
        onlyProviders: false,
        staffSecondFactor: false,
        emailConfirmationRequired: false,
        emailDomainList: ''
      },
      containerPolicy: {
        autoDestroyOnLimitReached: false,
        maxExerciseContainerCountPerUser: 1,
        defaultLifetime: 120,
        extensionDuration: 120,
        renewalWindow: 10,
        captureRetention: 90
      },
      globalConfig: {
        title: 'GZ',
        slogan: 'Hack for fun not for profit',
        description: '',
        footerInfo: null,
        customTheme: null,
        logoHash: null,
        faviconHash: null
      },
      version: expect.any(String)
    })
  })

  it('are not overwritten when the writer names the version that was read', async () => {
    const { version } = await read()
    expect((await write({ globalConfig: { slogan: 'One' }, expectedVersion: version })).status).toBe(200)
    expect((await write({ globalConfig: { slogan: 'Two' }, expectedVersion: version })).status).toBe(409)
    expect((await read()).globalConfig).toMatchObject({ slogan: 'One' })
    // Old clients send back what they read, without a version.
    expect((await write({ version, accountPolicy: { useCaptcha: false } })).status).toBe(200)
    expect((await write({ globalConfig: { slogan: 'Three' } })).status).toBe(200)
  })

  it('reach clients, pages and the colour at once; missing members stay', async () => {
    expect(
      (await write({ globalConfig: { title: ' Ebb ', customTheme: '#AA3300', footerInfo: '[x](/x)' } }))
        .status
    ).toBe(200)
    expect((await write({ globalConfig: { slogan: 'Raise the flag' } })).status).toBe(200)
    const client = await admin.ok<Record<string, unknown>>('GET', '/api/config')
    expect(client).toMatchObject({
      title: 'Ebb',
      slogan: 'Raise the flag',
      customTheme: '#AA3300',
      footerInfo: '[x](/x)'
    })
    const html = await page('/?fresh=1')
    expect(html).toContain('<title>Home - Ebb</title>')
    expect(html).toContain('/theme.css?c=aa3300')
    expect(html).toContain('<a href="/x"')
    await write({ globalConfig: { footerInfo: null, customTheme: '' } })
    expect((await read()).globalConfig).toMatchObject({ title: 'Ebb', footerInfo: null, customTheme: null })
  })

  it('describe pages to search engines and previews of links', async () => {
    await write({ globalConfig: { title: 'Ebb', description: '"Two nights" & a day' } })
    const home = await page('/?fresh=2')
    expect(home).toContain('<meta name="description" content="&quot;Two nights&quot; &amp; a day"/>')
    expect(home).toContain('<meta property="og:site_name" content="Ebb"/>')
    expect(home).toContain('<meta property="og:url" content="http://ctf.example.org/"/>')
    expect(home).not.toContain('og:image')
    const id = await admin.ok<string>('POST', '/api/edit/posts', {
      title: 'Rules',
      summary: 'Be **kind** <b>&</b> quick.'
    })
    const post = await page(`/posts/${id}`)
    expect(post).toContain('<meta name="description" content="Be kind &amp; quick."/>')
    expect(post).toContain('<meta property="og:title" content="Rules"/>')
    await write({ globalConfig: { description: '' } })
    expect(await page('/About?fresh=3')).toContain('<meta name="description" content="Raise the flag"/>')
  })

  it('can be sent back as they were read', async () => {
    const before = await read()
    expect((await write({ ...before, accountPolicy: null })).status).toBe(200)
    expect(await read()).toEqual(before)
  })

  it.each([
    [{ globalConfig: { title: ' ' } }, 'field.title_required'],
    [{ globalConfig: { title: 'x'.repeat(65) } }, 'field.text_too_long'],
    [{ globalConfig: { customTheme: 'red' } }, 'field.colour_invalid'],
    [{ globalConfig: { customTheme: '#12345' } }, 'field.colour_invalid'],
    [{ containerPolicy: { defaultLifetime: 0 } }, 'field.out_of_range'],
    [{ containerPolicy: { renewalWindow: 361 } }, 'field.out_of_range'],
    [{ containerPolicy: { captureRetention: -1 } }, 'field.out_of_range'],
    [{ accountPolicy: { allowRegister: 'yes' } }, 'field.type_mismatch'],
    [{ accountPolicy: { emailDomainList: 'a\0' } }, 'field.characters']
  ])('refuse %j and stay as they are', async (input, code) => {
    expect(settingsInput.safeParse(input).error?.issues[0]?.message).toBe(code)
    const before = await read()
    expect((await write(input)).status).toBe(400)
    expect(await read()).toEqual(before)
  })

  it('lose nothing when two administrators write at once', async () => {
    await Promise.all([
      write({ globalConfig: { slogan: 'one' } }),
      write({ globalConfig: { description: 'two' } }),
      write({ containerPolicy: { renewalWindow: 20 } })
    ])
    const { globalConfig, containerPolicy } = await read()
    expect([globalConfig.slogan, globalConfig.description, containerPolicy.renewalWindow]).toEqual([
      'one',
      'two',
      20
    ])
  })

  it('close registration for the next visitor', async () => {
    await write({ accountPolicy: { allowRegister: false } })
    const answer = await new Client(platform.url).call('POST', '/api/account/register', {
      userName: 'latecomer',
      password: 'a pass word',
      email: 'late@example.org'
    })
    expect(answer.status).toBe(400)
    await write({ accountPolicy: { allowRegister: true } })
  })

  it('are audited with the old values', async () => {
    await write({ globalConfig: { slogan: 'three' } })
    const { rows } = await platform.stores.db.pool.query(
      "SELECT before, after FROM audit_events WHERE action = 'settings_changed' ORDER BY id DESC LIMIT 1"
    )
    expect(rows).toEqual([{ before: { slogan: 'one' }, after: { slogan: 'three' } }])
  })
})

describe('a proxy that passes another Host', () => {
  const form = (origin: string, more: Record<string, string> = {}) =>
    fetch(`${platform.url}/account/login`, {
      method: 'POST',
      redirect: 'manual',
      headers: { Origin: origin, ...more },
      body: new URLSearchParams({ userName: 'Admin', password: 'wrong password' })
    })

  it('forwards forms of the public address, which are accepted, also without script', async () => {
    const sent: Record<string, string>[] = [{}, { 'X-Forwarded-Host': 'inner.example.org' }]
    for (const headers of sent) {
      const answer = await form('http://ctf.example.org', headers)
      expect(answer.status).toBe(401)
      expect(await answer.text()).toContain('role="alert"')
    }
  })

  it('does not make forms of any other host acceptable', async () => {
    const evil = 'http://evil.example.org'
    expect((await form(evil)).status).toBe(403)
    expect((await form(evil, { 'X-Forwarded-Host': 'evil.example.org' })).status).toBe(403)
  })
})
