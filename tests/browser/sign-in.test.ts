import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningProvider, startOidcProvider } from '../support/accounts/identity-provider'
import { Client } from '../support/api/client'
import { violations } from '../support/browser/browser'
import { openBrowserSuite, SCRIPT_MODES_AND_PHONE } from '../support/browser/browser-suite'
import { tag } from '../support/games/organiser'

const stage = openBrowserSuite({ SIGN_IN_PRIVATE_HOSTS: 'on' })
let real: RunningProvider

beforeAll(async () => {
  const { url } = stage.platform
  // The address of callbacks comes from the settings alone.
  await stage.platform.restart('web', { PUBLIC_URL: url })
  real = await startOidcProvider(`${url}/account/SignIn/club/Callback`, `${url}/`)
})
afterAll(() => real?.close())

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const logIn = 'Log in with Club'

it('an administrator adds a provider', async () => {
  const { page, open, faults } = await stage.visit({ cookie: stage.organiser.client.cookie })
  await open('/admin/SignIn')
  await page.getByRole('link', { name: 'Add provider' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Club')
  await page.getByLabel('Name in addresses').fill('club')
  await page.getByLabel('Issuer').fill(real.issuer)
  await page.getByLabel('Client ID').fill('halyard')
  await page.getByLabel('Client secret').fill('shh')
  await page.getByLabel('Role rules').fill('groups = crew')
  await page.getByRole('switch', { name: 'Create accounts' }).check()
  await page.getByRole('switch', { name: 'Log out there too' }).check()
  await button(page, 'Add provider').click()
  await page.locator('.field-error', { hasText: 'Enter at most 20 lines' }).waitFor()
  expect(await page.getByLabel('Issuer').inputValue()).toBe(real.issuer)
  await page.getByLabel('Role rules').fill('groups = crew = Monitor')
  await page.getByLabel('Client secret').fill('shh')
  await button(page, 'Add provider').click()
  await page.getByText('Provider saved.').waitFor()
  await page.getByText(`${stage.platform.url}/account/SignIn/club/Callback`).waitFor()
  expect(await page.content()).not.toContain('shh')
  expect(await violations(page)).toEqual([])
  expect(faults.filter((fault) => !fault.includes('400'))).toEqual([])
})

it.each(SCRIPT_MODES_AND_PHONE)(
  'a visitor signs in and comes back to the page that required it, %s',
  async (_, mode) => {
    const name = `u${tag()}`
    real.people[name] = { email: `${name}@example.org`, email_verified: true, preferred_username: name }
    real.next = name
    const { page, open, where, faults } = await stage.visit(mode)
    await open('/Teams')
    expect(where()).toBe('/account/Login?from=%2FTeams')
    await button(page, logIn).click()
    await page.waitForURL(`${stage.platform.url}/Teams`)
    await open('/account/Profile')
    await page.locator('.page-head').getByText(name, { exact: true }).waitFor()
    expect(faults).toEqual([])
  }
)

it('a logout ends the provider’s session as well', async () => {
  const name = `u${tag()}`
  real.people[name] = { email: `${name}@example.org`, email_verified: true }
  real.next = name
  const { page, open, context } = await stage.visit()
  await open('/account/Login')
  await button(page, logIn).click()
  await page.waitForURL(`${stage.platform.url}/`)
  const before = real.ended
  await page.evaluate(() => {
    const form = document.createElement('form')
    form.method = 'post'
    form.action = '/account/Logout'
    document.body.append(form)
    form.submit()
  })
  await expect.poll(() => real.ended).toBe(before + 1)
  await page.waitForURL(`${stage.platform.url}/`)
  expect((await context.cookies()).some((cookie) => cookie.name === 'halyard_session')).toBe(false)
})

it('an account with the same address is linked by its password, and a refusal shows why', async () => {
  const name = `u${tag()}`
  await new Client(stage.platform.url).register(name)
  real.people[name] = { email: `${name}@example.org`, email_verified: false }
  real.next = name
  const { page, open, where } = await stage.visit()
  await open('/account/Login')
  await button(page, logIn).click()
  await page.getByText('The provider has not confirmed an email address').waitFor()
  expect(await violations(page)).toEqual([])
  real.people[name] = { email: `${name}@example.org`, email_verified: true }
  await page.context().clearCookies()
  await open('/account/Login')
  await button(page, logIn).click()
  await page.getByRole('heading', { name: 'Link your account' }).waitFor()
  await page.getByLabel('Password', { exact: true }).fill('guessed')
  await button(page, 'Link and log in').click()
  await page.locator('.field-error').first().waitFor()
  expect(where()).toContain('/account/Link')
  expect(await violations(page)).toEqual([])
  await page.getByLabel('Password', { exact: true }).fill('a pass word')
  await button(page, 'Link and log in').click()
  await page.waitForURL(`${stage.platform.url}/`)
})
