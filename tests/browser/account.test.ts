import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browsing, openBrowser, overflow, PHONE, type VisitorOptions } from '../support/browser'
import { Client } from '../support/client'
import { tabTo } from '../support/keyboard'
import {
  BY_MAIL,
  fill,
  login,
  openReception,
  PASSWORD,
  press,
  type Reception,
  register,
  says
} from '../support/newcomers'
import { tag } from '../support/organiser'

const FRESH = 'Another 1!'

let reception: Reception
let browsing: Browsing

beforeAll(async () => {
  reception = await openReception(14)
  browsing = await openBrowser(reception.platform.url)
})
afterAll(async () => {
  await browsing?.close()
  await reception?.close()
})

const WAYS: [string, VisitorOptions][] = [
  ['with script', {}],
  ['without script', { javaScript: false }],
  ['on a phone', { size: PHONE, touch: true }]
]

describe.each(WAYS)('an account %s', (_, options) => {
  it('is made, confirmed by the button behind the link, and changed', async () => {
    const name = `n${tag()}`
    const address = `${name}@example.org`
    const { context, page, open, where, faults } = await browsing.visit(options)
    const fits = async () => expect(await overflow(page)).toEqual([])

    await open('/account/Register?from=/games')
    if (options.javaScript === false) {
      await register(page, name, 'something else')
      await says(page, 'The passwords are not the same.')
      expect(await page.getByLabel('Username').inputValue()).toBe(name)
    }
    await register(page, name)
    await says(page, 'Registered. Please confirm your e-mail address.')
    expect(where()).toContain('/account/Login?registered=EmailConfirmationRequired')
    await fits()
    await login(page, name, PASSWORD)
    await says(page, 'Invalid username or password.')
    expect(await page.getByLabel('Username or e-mail').inputValue()).toBe(name)

    const link = await reception.mailbox.linkTo(address, 'verify')
    // Programs that read mails follow links.
    for (const method of ['GET', 'HEAD'])
      expect((await fetch(reception.platform.url + link, { method })).status).toBe(200)
    await open(link)
    await says(page, `One click confirms ${address} and logs you in.`)
    await fits()
    await press(page, 'Confirm and log in')
    await says(page, 'Your address is confirmed. You are logged in.')
    await open(link)
    await press(page, 'Confirm and log in')
    await says(page, 'It may have been used already')
    await page.getByRole('link', { name: 'Ask for a new link' }).waitFor()

    await open('/account/Profile')
    await fits()
    await press(page, 'Save')
    await says(page, 'No change detected.')
    await page.getByLabel('Phone').fill('none of yours')
    await page.getByLabel('Real name').fill('Mira Kessler')
    await press(page, 'Save')
    await says(page, 'This is not a phone number.')
    expect(await page.getByLabel('Real name').inputValue()).toBe('Mira Kessler')
    await page.getByLabel('Phone').fill('+49 381 555')
    await press(page, 'Save')
    await says(page, 'Your profile is saved.')
    expect(await page.getByLabel('Real name').inputValue()).toBe('Mira Kessler')

    await fill(page, 'New', `new.${address}`)
    await press(page, 'Send confirmation')
    await says(page, 'A mail is on its way to the new address.')
    expect(await page.getByLabel('Current', { exact: true }).inputValue()).toBe(address)
    await open(await reception.mailbox.linkTo(`new.${address}`, 'confirm'))
    await says(page, `One click makes new.${address} the address of your account.`)
    await press(page, 'Use this address')
    await says(page, 'The new e-mail address is in use.')
    expect(await page.getByLabel('Current', { exact: true }).inputValue()).toBe(`new.${address}`)
    expect(faults.filter((fault) => !/40[01]/.test(fault))).toEqual([])
    await context.close()
  })
})

describe.each(WAYS.slice(0, 2))('an account %s', (_, options) => {
  it('gets a picture', async () => {
    const { client } = await reception.member()
    const { context, page, open, faults } = await browsing.visit({ ...options, cookie: client.cookie })
    const pick = (name: string, mimeType: string, buffer: Buffer) =>
      page.getByLabel('Choose a picture').setInputFiles({ name, mimeType, buffer })
    await open('/account/Profile')
    await pick('a.png', 'image/png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
    await press(page, 'Upload')
    await says(page, 'The avatar could not be changed. Check the format and size of the image.')
    await pick('a.png', 'image/png', Buffer.alloc(3 * 1024 * 1024 + 1, 7))
    await press(page, 'Upload')
    await says(page, 'The file is too large.')
    const red = { width: 40, height: 20, channels: 3 as const, background: '#c81e32' }
    await pick('a.png', 'image/png', await sharp({ create: red }).png().toBuffer())
    await press(page, 'Upload')
    await says(page, 'The new picture is in use.')
    const image = page.getByRole('main').locator('.avatar img')
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(300)
    expect(await overflow(page)).toEqual([])
    expect(faults.filter((fault) => !/4(00|13)/.test(fault))).toEqual([])
    await context.close()
  })

  it('comes back when the password is lost; every other device is out', async () => {
    const { name, address, client } = await reception.member()
    const { context, page, open, where } = await browsing.visit(options)
    await open('/account/Login')
    await page.getByRole('link', { name: 'Recover account' }).click()
    const words: (string | null)[] = []
    for (const one of [`nobody.${address}`, address]) {
      await open('/account/Recovery')
      await fill(page, 'E-mail', one)
      await press(page, 'Send link')
      words.push(await page.locator('main [role=status]').textContent())
      expect(where()).toBe('/account/Recovery?sent')
    }
    expect(words[0]).toBe(words[1])

    const link = await reception.mailbox.linkTo(address, 'reset')
    const answer = await fetch(reception.platform.url + link)
    expect(answer.headers.get('referrer-policy')).toBe('same-origin')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    await open(link)
    await says(page, `Choose a new password for ${address}.`)
    expect(await overflow(page)).toEqual([])
    await fill(page, 'Password', FRESH)
    await fill(page, 'Repeat password', FRESH)
    await press(page, 'Set password')
    await says(page, 'The new password is set. Please log in with it.')
    expect((await client.call('GET', '/api/account/profile')).status).toBe(401)
    expect(reception.mailbox.count(`nobody.${address}`)).toBe(0)
    await login(page, name, FRESH)
    await page.locator('summary.account').waitFor()
    await open(link)
    await fill(page, 'Password', PASSWORD)
    await fill(page, 'Repeat password', PASSWORD)
    await press(page, 'Set password')
    await says(page, 'It may have been used already')
    expect(
      (
        await new Client(reception.platform.url).call('POST', '/api/account/login', {
          userName: name,
          password: PASSWORD
        })
      ).status
    ).toBe(401)
    await context.close()
  })
})

it('devices are listed, and each can be logged out from another', async () => {
  const { name, client } = await reception.member()
  const second = new Client(reception.platform.url, { 'User-Agent': 'curl/8.10.1' })
  const third = new Client(reception.platform.url)
  await second.login(name, PASSWORD)
  await third.login(name, PASSWORD)
  const alive = async (one: Client) => (await one.call('GET', '/api/account/profile')).status
  const { page, open, faults } = await browsing.visit({ cookie: client.cookie })
  await open('/account/Profile')
  expect(await page.getByRole('rowheader').count()).toBe(3)
  await press(page, 'Log out: curl')
  await says(page, 'The device is logged out.')
  expect([await alive(client), await alive(second), await alive(third)]).toEqual([200, 401, 200])

  const theirs = (await reception.member()).client
  const ids = await reception.platform.stores.db.pool.query<{ id: string }>(
    'SELECT s.id FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.user_name <> $1',
    [name]
  )
  await page
    .locator('[name=session]')
    .first()
    .evaluate((button: HTMLButtonElement, id) => {
      button.value = id
    }, ids.rows.at(-1)!.id)
  await page.locator('[name=session]').first().click()
  await page.waitForURL('**/account/Profile#main')
  expect(await alive(theirs)).toBe(200)

  await press(page, 'Log out all others')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out all others' }).click()
  await says(page, '1 other device is logged out.')
  expect([await alive(client), await alive(third)]).toEqual([200, 401])

  await second.login(name, PASSWORD)
  await fill(page, 'Current password', 'not this one')
  await fill(page, 'New password', FRESH)
  await fill(page, 'Repeat password', FRESH)
  await press(page, 'Change password')
  await says(page, 'The current password is wrong.')
  expect(await alive(second)).toBe(200)
  await fill(page, 'Current password', PASSWORD)
  await fill(page, 'New password', FRESH)
  await fill(page, 'Repeat password', FRESH)
  await press(page, 'Change password')
  await says(page, 'The new password is set. All other devices are logged out.')
  expect([await alive(client), await alive(second)]).toEqual([200, 401])
  expect(faults.filter((fault) => !fault.includes('400'))).toEqual([])
})

it('by keyboard alone: hints follow what is typed, two different passwords are not sent', async () => {
  const { address } = await reception.member()
  const { page, open, where } = await browsing.visit()
  const { keyboard } = page
  await open('/account/Login')
  await tabTo(page, page.getByRole('link', { name: 'Recover account' }))
  await keyboard.press('Enter')
  await page.waitForURL('**/account/Recovery')
  await tabTo(page, page.getByLabel('E-mail'))
  await keyboard.type(address)
  await keyboard.press('Enter')
  await says(page, 'Mail sent')

  await open(await reception.mailbox.linkTo(address, 'reset'))
  await page.waitForLoadState('networkidle')
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await keyboard.type('Sea 1!')
  const met = () => page.locator('.pw-rules .ok').count()
  await expect.poll(met).toBe(5)
  await keyboard.press('Backspace')
  await expect.poll(met).toBe(3)
  await tabTo(page, page.getByLabel('Repeat password', { exact: true }))
  await keyboard.type('Sea 2')
  await tabTo(page, page.getByRole('button', { name: 'Set password' }))
  await says(page, 'The two passwords differ.')
  await keyboard.press('Enter')
  expect(where()).toContain('token=')
  await page.getByLabel('Password', { exact: true }).focus()
  await keyboard.press('Control+A')
  await keyboard.type(FRESH)
  await tabTo(page, page.getByLabel('Repeat password', { exact: true }))
  await keyboard.press('Control+A')
  await keyboard.type(FRESH)
  await keyboard.press('Enter')
  await says(page, 'The new password is set. Please log in with it.')
})

it('a link of somebody else changes nothing; one that broke explains itself', async () => {
  const [one, other] = [await reception.member(), await reception.member()]
  await one.client.ok('PUT', '/api/account/changeemail', { newMail: `new.${one.address}` })
  const link = await reception.mailbox.linkTo(`new.${one.address}`, 'confirm')
  const { page, open, where } = await browsing.visit()
  await open(link)
  expect(where()).toBe(`/account/Login?from=${encodeURIComponent(link)}`)
  await login(page, other.name, PASSWORD)
  await press(page, 'Use this address')
  await says(page, 'This e-mail address does not belong to this link.')
  expect(await other.client.ok('GET', '/api/account/profile')).toMatchObject({ email: other.address })

  for (const path of ['Verify', 'Reset', 'Confirm']) {
    await open(`/account/${path}?token=abc`)
    await says(page, 'This link is not complete')
    await open(`/account/${path}?token=%00%ff&email=@@@`)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
})

it('a login leads to own pages only', async () => {
  const { name } = await reception.member()
  for (const from of ['//evil.example', '/\\evil.example', 'https://evil.example/', '/account/Logout']) {
    const { context, page, open, where } = await browsing.visit()
    await open(`/account/Login?from=${encodeURIComponent(from)}`)
    await page.locator('main [name=from]').evaluate((field: HTMLInputElement, value) => {
      field.value = value
    }, from)
    await login(page, name, PASSWORD)
    await page.locator('summary.account').waitFor()
    expect([new URL(page.url()).origin, where()]).toEqual([reception.platform.url, '/'])
    await context.close()
  }
})

describe('other policies', () => {
  it('an administrator lets accounts in, or nobody registers at all', async () => {
    const { page, open, where } = await browsing.visit({ javaScript: false })
    await reception.policy({ activeOnRegister: false })
    await open(`/account/Register?${tag()}`)
    await register(page, `a${tag()}`)
    await says(page, 'Registered. An administrator has to activate the account.')
    expect(where()).toContain('AdminConfirmationRequired')
    await open(`/account/Recovery?${tag()}`)
    await says(page, 'This platform sends no mail.')

    await reception.policy({ allowRegister: false })
    // Visitors' pages are shared for a second.
    await open(`/account/Register?${tag()}`)
    await says(page, 'Registration is closed')
    expect(await page.getByRole('main').getByRole('textbox').count()).toBe(0)
    await reception.policy(BY_MAIL)
  })

  it('a captcha stands before the door: asked once for each answer, told when it is away', async () => {
    const { name } = await reception.member()
    await reception.policy({ ...BY_MAIL, useCaptcha: true })
    const { page, context, open, faults } = await browsing.visit()
    // The provider's script, as small as can be.
    const script = `window.turnstile = { render(box, options) {
      window.answer = (value) => options.callback(value)
      return options.sitekey + options.action
    } }`
    await context.route('https://challenges.cloudflare.com/**', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: script })
    )
    const solve = (value: string) =>
      page.evaluate((given) => (window as unknown as { answer(value: string): void }).answer(given), value)
    await open('/account/Login')
    await says(page, 'Protected by a captcha')
    await login(page, name, PASSWORD)
    await says(page, 'Checking that you are not a robot')
    await solve('a robot')
    await says(page, 'The captcha was not passed. Please try again.')
    await says(page, 'Protected by a captcha')
    await solve('no robot')
    await login(page, name, PASSWORD)
    await page.locator('summary.account').waitFor()
    expect(reception.asked.map(({ secret, response }) => [secret, response])).toEqual([
      ['secret-key', 'a robot'],
      ['secret-key', 'no robot']
    ])
    // Chromium's view transitions, see islands/runtime/shell.ts; here they may come before that script.
    expect(faults.filter((fault) => !/400|ViewTransition opt-in/.test(fault))).toEqual([])
    await context.close()

    const blocked = await browsing.visit()
    await blocked.context.route('https://challenges.cloudflare.com/**', (route) => route.abort())
    await blocked.open('/account/Recovery')
    await says(blocked.page, 'The captcha did not answer.')
    const plain = await browsing.visit({ javaScript: false })
    await plain.open('/account/Register')
    await says(plain.page, 'The captcha of this page needs JavaScript.')
    await reception.policy(BY_MAIL)
  })
})
