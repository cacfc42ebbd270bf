import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright'
import { afterAll, beforeAll } from 'vitest'
import { createCaches } from '~/server/platform/cache'
import type { PlatformSettings } from '~/server/settings/contract'
import { type Mailbox, openMailbox } from '../accounts/mailbox'
import { Client } from '../api/client'
import { tag } from '../games/organiser'
import { type Platform, startPlatform } from '../processes/platform'
import { until } from '../until'
import { type Browsing, openBrowser, type Visitor, type VisitorOptions } from './browser'

type AccountPolicy = PlatformSettings['accountPolicy']

export const PASSWORD = 'a pass phrase'
export const BY_MAIL = { activeOnRegister: false, emailConfirmationRequired: true }

/** A platform with a mail server and a captcha provider. */
export interface SignUpPlatform {
  platform: Platform
  mailbox: Mailbox
  /** Requests to the captcha's provider; only the reply `no robot` passes. */
  asked: { secret: string; response: string }[]
  /** Stores a policy, with defaults for missing members. Returns when pages use it. */
  policy(accountPolicy: Partial<AccountPolicy>): Promise<void>
  /** An account with a confirmed address; its password is PASSWORD. */
  member(): Promise<{ name: string; address: string; client: Client }>
  close(): Promise<void>
}

async function openProvider(asked: SignUpPlatform['asked']) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const question = JSON.parse(Buffer.concat(chunks).toString()) as (typeof asked)[0]
    asked.push(question)
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify({ success: question.response === 'no robot' }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

/** Starts it with the policy BY_MAIL. */
export async function openSignUpPlatform(): Promise<SignUpPlatform> {
  const asked: SignUpPlatform['asked'] = []
  const mailbox = await openMailbox()
  const provider = await openProvider(asked)
  const env = {
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'ctf@halyard.example',
    CAPTCHA_PROVIDER: 'CloudflareTurnstile',
    CAPTCHA_SITE_KEY: 'site-key',
    CAPTCHA_SECRET_KEY: 'secret-key',
    CAPTCHA_VERIFY_URL: provider.url
  }
  const platform = await startPlatform(env, { jobs: true })
  const { url, stores } = platform
  const caches = await createCaches(stores.redis, stores.log)
  const shows = async (path: string, mark: string) =>
    (await (await fetch(`${url}/account/${path}?${tag()}`)).text()).includes(mark)
  const known = () =>
    Promise.all([
      shows('Register', 'name="userName"'),
      shows('Recovery', 'name="email"'),
      shows('Login', 'name="challenge"')
    ])

  const policy: SignUpPlatform['policy'] = async (accountPolicy) => {
    await stores.db.pool.query(
      `INSERT INTO settings (key, value) VALUES ('accountPolicy', $1)
       ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
      [JSON.stringify(accountPolicy)]
    )
    caches.invalidate('settings')
    const { allowRegister = true, emailConfirmationRequired = false, useCaptcha = false } = accountPolicy
    const wanted = String([allowRegister, emailConfirmationRequired, useCaptcha])
    await until(async () => String(await known()) === wanted)
  }
  await policy(BY_MAIL)

  return {
    platform,
    mailbox,
    asked,
    policy,
    async member() {
      const name = `m${tag()}`
      const address = `${name}@example.org`
      const client = new Client(url)
      await client.register(name, PASSWORD)
      const link = new URL(await mailbox.linkTo(address, 'verify'), url)
      const { token, email } = Object.fromEntries(link.searchParams)
      await client.ok('POST', '/api/account/verify', { token, email })
      return { name, address, client }
    },
    async close() {
      await caches.close()
      await platform.close()
      provider.server.close()
      await mailbox.close()
    }
  }
}

/** Opens such a platform with a browser for all tests of a file, in `beforeAll`. */
export function openSignUpSuite() {
  let reception: SignUpPlatform
  let browsing: Browsing
  beforeAll(async () => {
    reception = await openSignUpPlatform()
    browsing = await openBrowser(reception.platform.url)
  })
  afterAll(async () => {
    await browsing?.close()
    await reception?.close()
  })
  return {
    get reception() {
      return reception
    },
    visit: (visitor?: VisitorOptions): Promise<Visitor> => browsing.visit(visitor)
  }
}

export const showsInMain = (page: Page, text: string | RegExp) =>
  page.getByRole('main').getByText(text).first().waitFor()
export const pressInMain = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click()
export const fill = (page: Page, label: string, value: string) =>
  page.getByRole('main').getByLabel(label, { exact: true }).fill(value)

export async function register(page: Page, name: string, repeat = PASSWORD) {
  await fill(page, 'Username', name)
  await fill(page, 'Email', `${name}@example.org`)
  await fill(page, 'Password', PASSWORD)
  await fill(page, 'Repeat password', repeat)
  await pressInMain(page, 'Register')
}

export async function login(page: Page, name: string, password: string) {
  await fill(page, 'Username or email', name)
  await fill(page, 'Password', password)
  await pressInMain(page, 'Log in')
}
