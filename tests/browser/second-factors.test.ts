import { expect, it } from 'vitest'
import { codeOf } from '../support/accounts/second-factors'
import { Client } from '../support/api/client'
import { violations } from '../support/browser/browser'
import { openBrowserSuite } from '../support/browser/browser-suite'
import { tag } from '../support/games/organiser'

const PASSWORD = 'a pass word'
const stage = openBrowserSuite()

async function member() {
  const client = new Client(stage.platform.url)
  const name = `s${tag()}`
  await client.register(name, PASSWORD)
  return { client, name }
}

it('an app is added and its code is required at login, without script', async () => {
  const { client, name } = await member()
  const { page, open, where } = await stage.visit({ cookie: client.cookie, javaScript: false })
  await open('/account/Profile')
  await page.getByRole('button', { name: 'Add authenticator app' }).click()
  const key = (await page.locator('.totp-key code').textContent()) ?? ''
  await page.getByLabel('Code from the app').fill('000000')
  await page.getByRole('button', { name: 'Add app' }).click()
  await page.getByText('This code is wrong').waitFor()
  expect(await page.locator('.totp-key code').textContent()).toBe(key)
  await page.getByLabel('Code from the app').fill(codeOf(key))
  await page.getByRole('button', { name: 'Add app' }).click()
  const codes = ((await page.locator('.recovery-codes').textContent()) ?? '').trim().split('\n')
  expect(codes).toHaveLength(10)

  const visitor = await stage.visit({ javaScript: false })
  await visitor.open('/account/Login?from=%2FTeams')
  await visitor.page.getByLabel('Username or email').fill(name)
  await visitor.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await visitor.page.locator('main').getByRole('button', { name: 'Log in', exact: true }).click()
  expect(visitor.where()).toBe('/account/SecondFactor?from=%2FTeams')
  await visitor.open('/account/Profile')
  expect(visitor.where()).toContain('/account/Login')
  await visitor.open('/account/SecondFactor?from=%2FTeams')
  await visitor.page.getByLabel('Code', { exact: true }).fill(codes[0]!)
  await visitor.page.locator('main').getByRole('button', { name: 'Log in', exact: true }).click()
  expect(visitor.where()).toBe('/Teams')
  await open('/account/Profile')
  await page.getByText('Recovery codes left: 9').waitFor()
  expect(where()).toBe('/account/Profile')
})

it('a passkey is added, logs in alone and confirms its owner', async () => {
  const { url } = stage.platform
  // Chromium makes no passkeys for IP addresses.
  const named = url.replace('127.0.0.1', 'localhost')
  await stage.platform.restart('web', { PUBLIC_URL: named })
  const { client, name } = await member()
  const { page, faults } = await stage.visit()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true }
    }
  })
  const value = client.cookie.slice(client.cookie.indexOf('=') + 1)
  await page.context().addCookies([{ name: 'halyard_session', value, url: named }])
  await page.goto(`${named}/account/Profile`)
  await page.getByRole('link', { name: 'Add passkey' }).click()
  await page.getByLabel('Name').fill('Laptop')
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await page.locator('.recovery-codes').waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.getByRole('rowheader', { name: 'Laptop' }).waitFor()

  await page.context().clearCookies()
  await page.goto(`${named}/account/Login?from=%2FTeams`)
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await page.waitForURL(`${named}/Teams`)
  await stage.platform.stores.db.pool.query(
    `UPDATE sessions SET confirmed_at = now() - interval '1 hour' WHERE user_id = (SELECT id FROM users WHERE user_name = $1)`,
    [name]
  )
  await page.goto(`${named}/account/Passkey`)
  expect(page.url()).toContain('/account/Check')
  await page.getByRole('button', { name: 'Confirm with a passkey' }).click()
  await page.waitForURL(`${named}/account/Passkey`)
  expect(faults).toEqual([])
})
