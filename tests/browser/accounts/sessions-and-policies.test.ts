import { describe, expect, it } from 'vitest'
import { Client } from '../../support/api/client'
import {
  BY_MAIL,
  fill,
  login,
  openSignUpSuite,
  PASSWORD,
  pressInMain,
  register,
  showsInMain
} from '../../support/browser/sign-up'
import { tag } from '../../support/games/organiser'

const FRESH = 'Another 1!'

const front = openSignUpSuite()

it('devices are listed, and each can be logged out from another', async () => {
  const { name, client } = await front.reception.member()
  const second = new Client(front.reception.platform.url, { 'User-Agent': 'curl/8.10.1' })
  const third = new Client(front.reception.platform.url)
  await second.login(name, PASSWORD)
  await third.login(name, PASSWORD)
  const alive = async (one: Client) => (await one.call('GET', '/api/account/profile')).status
  const { page, open, faults } = await front.visit({ cookie: client.cookie })
  await open('/account/Profile')
  expect(await page.getByRole('rowheader').count()).toBe(3)
  await pressInMain(page, 'Log out: curl')
  await showsInMain(page, 'Device logged out.')
  expect([await alive(client), await alive(second), await alive(third)]).toEqual([200, 401, 200])

  const theirs = (await front.reception.member()).client
  const ids = await front.reception.platform.stores.db.pool.query<{ id: string }>(
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

  await pressInMain(page, 'Log out all others')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out all others' }).click()
  await showsInMain(page, '1 other device logged out.')
  expect([await alive(client), await alive(third)]).toEqual([200, 401])

  await second.login(name, PASSWORD)
  await fill(page, 'Current password', 'not this one')
  await fill(page, 'New password', FRESH)
  await expect.poll(() => page.locator('.pw-rules .ok').count()).toBe(5)
  await fill(page, 'Repeat password', FRESH)
  await pressInMain(page, 'Change password')
  await showsInMain(page, 'The current password is wrong.')
  expect(await alive(second)).toBe(200)
  await fill(page, 'Current password', PASSWORD)
  await fill(page, 'New password', FRESH)
  await fill(page, 'Repeat password', FRESH)
  await pressInMain(page, 'Change password')
  await showsInMain(page, 'Password changed. All your other devices were logged out.')
  expect([await alive(client), await alive(second)]).toEqual([200, 401])
  expect(faults.filter((fault) => !fault.includes('400'))).toEqual([])
})

it('a link for another account changes nothing; a broken one shows why', async () => {
  const [one, other] = [await front.reception.member(), await front.reception.member()]
  await one.client.ok('PUT', '/api/account/changeemail', { newMail: `new.${one.address}` })
  const link = await front.reception.mailbox.linkTo(`new.${one.address}`, 'confirm')
  const { page, open, where } = await front.visit()
  await open(link)
  expect(where()).toBe(`/account/Login?from=${encodeURIComponent(link)}`)
  await login(page, other.name, PASSWORD)
  await pressInMain(page, 'Use this address')
  await showsInMain(page, 'This link is not for this email address.')
  expect(await other.client.ok('GET', '/api/account/profile')).toMatchObject({ email: other.address })

  const headers = { Cookie: other.client.cookie }
  for (const path of ['Verify', 'Reset', 'Confirm']) {
    const shown = async (query: string) => {
      const answer = await fetch(`${front.reception.platform.url}/account/${path}?${query}`, { headers })
      return [answer.status, await answer.text()]
    }
    expect(await shown('token=abc')).toEqual([200, expect.stringContaining('This link is incomplete')])
    expect(await shown('token=%00%ff&email=@@@')).toEqual([200, expect.stringContaining('<h1')])
  }
})

it('a login leads to own pages only', async () => {
  const { name } = await front.reception.member()
  const { url } = front.reception.platform
  const leads = async (from: string) => {
    const answer = await fetch(`${url}/account/Login`, {
      method: 'POST',
      redirect: 'manual',
      headers: { Origin: url },
      body: new URLSearchParams({ userName: name, password: PASSWORD, from })
    })
    return [answer.status, answer.headers.get('location')]
  }
  expect(await leads('/posts?q=a')).toEqual([303, '/posts?q=a'])
  for (const from of ['//evil.example', '/\\evil.example', 'https://evil.example/', '/account/Logout'])
    expect([from, await leads(from)]).toEqual([from, [303, '/']])

  const { page, open, where } = await front.visit()
  await open('/account/Login?from=//evil.example')
  await login(page, name, PASSWORD)
  await page.locator('summary.account').waitFor()
  expect([new URL(page.url()).origin, where()]).toEqual([url, '/'])
})

describe('other policies', () => {
  it('an administrator lets accounts in, or nobody registers at all', async () => {
    const { page, open, where } = await front.visit({ javaScript: false })
    await front.reception.policy({ activeOnRegister: false })
    await open(`/account/Register?${tag()}`)
    await register(page, `a${tag()}`)
    await showsInMain(page, 'Registered. An administrator must activate your account.')
    expect(where()).toContain('AdminConfirmationRequired')
    await open(`/account/Recovery?${tag()}`)
    await showsInMain(page, 'This platform does not send email.')

    await front.reception.policy({ allowRegister: false })
    // Visitors' pages are shared for a second.
    await open(`/account/Register?${tag()}`)
    await showsInMain(page, 'Registration is closed')
    expect(await page.getByRole('main').getByRole('textbox').count()).toBe(0)
    await front.reception.policy(BY_MAIL)
  })

  it('a captcha is solved once for each request, and the page reports when its provider does not reply', async () => {
    const { name } = await front.reception.member()
    await front.reception.policy({ ...BY_MAIL, useCaptcha: true })
    const { page, context, open, faults } = await front.visit()
    // The smallest version of the provider's script.
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
    await showsInMain(page, 'Protected by a captcha')
    await login(page, name, PASSWORD)
    await showsInMain(page, 'Checking that you are not a robot')
    await solve('a robot')
    await showsInMain(page, 'The captcha check failed. Try again.')
    await showsInMain(page, 'Protected by a captcha')
    await solve('no robot')
    await login(page, name, PASSWORD)
    await page.locator('summary.account').waitFor()
    expect(front.reception.asked.map(({ secret, response }) => [secret, response])).toEqual([
      ['secret-key', 'a robot'],
      ['secret-key', 'no robot']
    ])
    // Chromium reports view transitions (islands/runtime/shell.ts).
    expect(faults.filter((fault) => !/400|ViewTransition opt-in/.test(fault))).toEqual([])
    await context.close()

    const blocked = await front.visit()
    await blocked.context.route('https://challenges.cloudflare.com/**', (route) => route.abort())
    await blocked.open('/account/Recovery')
    await showsInMain(blocked.page, 'The captcha did not load.')
    const plain = await front.visit({ javaScript: false })
    await plain.open('/account/Register')
    await showsInMain(plain.page, 'The captcha on this page needs JavaScript.')
    await front.reception.policy(BY_MAIL)
  })
})
