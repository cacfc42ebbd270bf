import { createHash } from 'node:crypto'
import type { BrowserContext, Page } from 'playwright'
import { describe, expect, it } from 'vitest'
import { openPushService, type Subscribed } from '../../support/accounts/push-service'
import { Client } from '../../support/api/client'
import { DESKTOP, overflow, PHONE, violations } from '../../support/browser/browser'
import { openBrowserSuite, SCRIPT_MODES } from '../../support/browser/browser-suite'
import { tag } from '../../support/games/organiser'

const stage = openBrowserSuite({ PUSH_PRIVATE_HOSTS: '127.0.0.1' }, { jobs: true, wholeBrowser: true })

async function member() {
  const client = new Client(stage.platform.url)
  await client.register(`p${tag()}`)
  return client
}

const section = (page: Page) => page.getByRole('region', { name: 'Notifications' })

/** Has the browser register the service worker as the profile does after a click. */
async function withWorker(page: Page, lang: string) {
  await page.goto('/about')
  await page.evaluate(async (lang) => {
    await navigator.serviceWorker.register(`/sw.js?lang=${lang}`)
    await navigator.serviceWorker.ready
  }, lang)
}

/** Blocks notifications as a person does in the browser's settings. */
async function deny(context: BrowserContext, page: Page) {
  const session = await context.newCDPSession(page)
  const { browserContextId } = (await session.send('Target.getTargetInfo')).targetInfo
  await session.send('Browser.setPermission', {
    ...{ permission: { name: 'notifications' }, setting: 'denied', origin: stage.platform.url },
    ...(browserContextId && { browserContextId })
  })
}

/** Delivers as the browser's own push service would. */
async function deliver(context: BrowserContext, page: Page, message: object) {
  const session = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [one] = registrations
      if (one) resolve(one.registrationId)
    })
  )
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.deliverPushMessage', {
    origin: stage.platform.url,
    registrationId: await registered,
    data: JSON.stringify(message)
  })
}

describe.each(SCRIPT_MODES)('notifications %s', (_, options) => {
  it('say what this browser can do, and are turned off for a device', async () => {
    const service = await openPushService()
    try {
      const client = await member()
      const { userId } = await client.ok<{ userId: string }>('GET', '/api/account/profile')
      const { endpoint, keys } = service.subscribe().input
      const { page, context, open } = await stage.visit({ ...options, cookie: client.cookie })
      await open('/account/Profile')
      await section(page).getByText('No device of yours gets notifications.').waitFor()
      if (options.javaScript === false)
        expect(await section(page).textContent()).toContain('Turning them on needs JavaScript.')
      else {
        await section(page).scrollIntoViewIfNeeded()
        await page.locator('[data-island=push][data-awake]').waitFor({ state: 'attached' })
        await deny(context, page)
        await section(page).getByRole('button', { name: 'Turn on for this device' }).click()
        await section(page).getByText('Your browser blocks notifications of this site.').waitFor()
      }
      const session = createHash('sha256').update(client.cookie.split('=')[1]!).digest('hex')
      await stage.platform.stores.db.pool.query(
        `INSERT INTO push_devices (id, user_id, session_id, endpoint, p256dh, auth, locale)
         VALUES (gen_random_uuid(), $1, $2, $3, $4, $5, 'en-US')`,
        [userId, session, endpoint, keys.p256dh, keys.auth]
      )
      await open('/account/Profile')
      await section(page).getByText('this device', { exact: true }).waitFor()
      expect(await section(page).getByRole('button', { name: 'Turn on for this device' }).count()).toBe(0)
      await section(page)
        .getByRole('button', { name: /^Turn off for / })
        .click()
      await page.getByText('The device gets no more notifications.').waitFor()
      await section(page).getByText('No device of yours gets notifications.').waitFor()
    } finally {
      await service.close()
    }
  })
})

/**
 * Has the browser take its subscription from a push service of the test, as it can reach no other. The platform, its worker
 * and its jobs are the real ones.
 */
async function subscribedBy(context: BrowserContext, { input }: Subscribed) {
  await context.grantPermissions(['notifications'])
  await context.addInitScript((given) => {
    const bytesOf = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))
        .buffer
    const kept = () => {
      const key = localStorage.getItem('key')
      return key && { options: { applicationServerKey: bytesOf(key) }, toJSON: () => given }
    }
    Object.assign(PushManager.prototype, {
      async subscribe({ applicationServerKey: key }: { applicationServerKey: string }) {
        localStorage.setItem('key', key)
        return kept()
      },
      getSubscription: async () => kept()
    })
  }, input)
}

const turnOn = (page: Page) => section(page).getByRole('button', { name: 'Turn on for this device' })

it('a click turns messages on, a notice arrives, and the page says when the browser takes no more', async () => {
  const service = await openPushService()
  try {
    const own = service.subscribe()
    const game = await stage.organiser.game()
    const { client } = await stage.organiser.player(game)
    const { page, context, open, faults } = await stage.visit({ cookie: client.cookie })
    await subscribedBy(context, own)
    await open('/account/Profile')
    expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations())).toEqual([])
    await section(page).scrollIntoViewIfNeeded()
    await page.locator('[data-island=push][data-awake]').waitFor({ state: 'attached' })
    await turnOn(page).click()
    await section(page).getByText('this device', { exact: true }).waitFor()
    await section(page).scrollIntoViewIfNeeded()
    await section(page).getByText('This device gets notifications now.').waitFor()
    expect(await turnOn(page).count()).toBe(0)

    const content = `Lunch ${tag()}`
    await stage.organiser.client.ok('POST', `/api/edit/games/${game.id}/notices`, { content })
    await expect
      .poll(() => service.got(own).map(({ body }) => own.open(body)))
      .toMatchObject([{ title: game.title, body: content, path: `/games/${game.id}/Challenges` }])

    // As one that was made with another key.
    await page.evaluate(() => localStorage.setItem('key', localStorage.getItem('key')!.toLowerCase()))
    await open('/account/Profile')
    await section(page).scrollIntoViewIfNeeded()
    await section(page).getByText('This browser no longer takes notifications.').waitFor()
    await turnOn(page).waitFor()
    await deny(context, page)
    await open('/account/Profile')
    await section(page).scrollIntoViewIfNeeded()
    await section(page).getByText('Your browser blocks notifications of this site.').waitFor()
    expect(await turnOn(page).count()).toBe(0)

    await client.ok('POST', '/api/account/logout')
    const left = await stage.platform.stores.db.pool.query('SELECT FROM push_devices WHERE endpoint = $1', [
      own.input.endpoint
    ])
    expect(left.rowCount).toBe(0)
    expect(faults).toEqual([])
  } finally {
    await service.close()
  }
})

it('a question that is closed without an answer is not called a refusal', async () => {
  const client = await member()
  const { page, context, open } = await stage.visit({ cookie: client.cookie })
  await context.addInitScript(() => {
    Notification.requestPermission = async () => 'default'
    Object.defineProperty(Notification, 'permission', { get: () => 'default' })
  })
  await open('/account/Profile')
  await section(page).scrollIntoViewIfNeeded()
  await page.locator('[data-island=push][data-awake]').waitFor({ state: 'attached' })
  await turnOn(page).click()
  await section(page).getByText('You have not allowed notifications yet.').waitFor()
  expect(await turnOn(page).isEnabled()).toBe(true)
})

it('a browser that reaches no push service says so, and no device is stored', async () => {
  const client = await member()
  const { page, context, open } = await stage.visit({ cookie: client.cookie })
  await context.grantPermissions(['notifications'])
  await context.addInitScript(() => {
    PushManager.prototype.subscribe = async () => {
      throw new DOMException('Registration failed', 'AbortError')
    }
  })
  await open('/account/Profile')
  await section(page).scrollIntoViewIfNeeded()
  await page.locator('[data-island=push][data-awake]').waitFor({ state: 'attached' })
  await turnOn(page).click()
  await section(page).getByText('The browser could not turn them on.').waitFor()
  expect(await turnOn(page).isEnabled()).toBe(true)
  expect(await client.ok('GET', '/api/account/push')).toMatchObject({ devices: [] })
})

it('a message is shown by the worker, with the page that it leads to', async () => {
  const { page, context, faults } = await stage.visit()
  await context.grantPermissions(['notifications'])
  await withWorker(page, 'en-US')
  await deliver(context, page, {
    title: 'Spring Cup',
    body: 'Lunch',
    path: '/games/1/Challenges',
    tag: 'news-1'
  })
  const shown = () =>
    page.evaluate(async () => {
      const { getNotifications } = await navigator.serviceWorker.ready.then((worker) => ({
        getNotifications: () => worker.getNotifications()
      }))
      return (await getNotifications()).map(({ title, body, tag, data }) => ({ title, body, tag, data }))
    })
  await expect
    .poll(shown)
    .toEqual([{ title: 'Spring Cup', body: 'Lunch', tag: 'news-1', data: { path: '/games/1/Challenges' } }])
  expect(faults).toEqual([])
})

it('without a connection a page of its own is shown, and the wanted page as soon as there is one', async () => {
  const client = await member()
  const { page, context } = await stage.visit({ cookie: client.cookie })
  await withWorker(page, 'de-DE')
  await page.goto('/games')
  await context.setOffline(true)
  await page.goto('/account/Profile?x=1')
  await page.getByRole('heading', { name: 'Keine Verbindung' }).waitFor()
  await page.getByText('Dieses Gerät erreicht Halyard nicht.').waitFor()
  const times = () =>
    page.locator('time').evaluateAll((all) => all.map((time) => time.getAttribute('datetime')))
  const [since] = await times()
  await page.getByRole('link', { name: 'Noch einmal versuchen' }).click()
  await expect
    .poll(async () => {
      const [start, tried] = await times()
      return start === since && tried! > start!
    })
    .toBe(true)
  expect(await page.content()).not.toContain(client.cookie)
  for (const size of [DESKTOP, PHONE]) {
    await page.setViewportSize(size)
    expect(await violations(page)).toEqual([])
    expect(await overflow(page)).toEqual([])
  }
  const kept = await page.evaluate(async () => {
    const cache = await caches.open('offline')
    return (await cache.keys()).map(({ url }) => new URL(url).pathname)
  })
  expect(kept.toSorted()).toEqual(['/icon.svg', '/offline', '/offline.css', '/offline.js'])
  await context.setOffline(false)
  await page.getByRole('heading', { name: 'Profile' }).waitFor()
  expect(new URL(page.url()).search).toBe('?x=1')
  await page.evaluate(async () => {
    localStorage.setItem('left', 'behind')
    await (await caches.open('offline')).put('/left-behind', new Response('old'))
  })
  await page.goto('/About')
  await page.locator('main form[data-clear-cache] button').click()
  const keptNow = () =>
    page.evaluate(async () => {
      const requests = await (await caches.open('offline')).keys()
      return [localStorage.getItem('left'), ...requests.map(({ url }) => new URL(url).pathname).toSorted()]
    })
  await expect.poll(keptNow).toEqual([null, '/icon.svg', '/offline', '/offline.css', '/offline.js'])
})

it('the platform can be installed under its own name', async () => {
  const { page, open } = await stage.visit()
  await open('/')
  const session = await page.context().newCDPSession(page)
  const { data, errors } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(JSON.parse(data!)).toMatchObject({ name: 'Halyard', start_url: '/', display: 'standalone' })
  const { icons } = JSON.parse(data!) as { icons: { src: string; sizes: string; type: string }[] }
  for (const { src, type } of icons) {
    const answer = await fetch(stage.platform.url + src)
    expect([src, answer.status, answer.headers.get('content-type')]).toEqual([src, 200, type])
  }
})
