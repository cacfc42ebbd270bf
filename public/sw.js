/*
 * Shows news of games on the device, and /offline while there is no connection (docs/rules/push.md). It keeps no page
 * that depends on who reads: only /offline and its files. The profile registers it as /sw.js?lang=de-DE.
 */
const OFFLINE = `/offline${new URL(location.href).search}`
const FILES = ['/offline.css', '/offline.js', '/icon.svg']
const CACHE = 'offline'

async function keepOffline() {
  const cache = await caches.open(CACHE)
  await cache.addAll(
    [OFFLINE, ...FILES].map((path) => new Request(path, { credentials: 'omit', cache: 'reload' }))
  )
}

self.addEventListener('install', (event) => {
  event.waitUntil(keepOffline().then(() => self.skipWaiting()))
})

// "Clean cache" of the page.
self.addEventListener('message', (event) => {
  if (event.data === 'clear') event.waitUntil(caches.delete(CACHE).then(keepOffline))
})

self.addEventListener('activate', (event) => {
  const started = [self.registration.navigationPreload?.enable(), self.clients.claim()]
  event.waitUntil(Promise.all(started))
})

async function page(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch {
    return (await caches.match(OFFLINE)) ?? Response.error()
  }
}

const file = (request, path) => fetch(request).catch(async () => (await caches.match(path)) ?? Response.error())

// A form that could not be sent is left to the browser, which says so and keeps it.
self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET') return
  const { origin, pathname } = new URL(request.url)
  if (request.mode === 'navigate') event.respondWith(page(event))
  else if (origin === location.origin && FILES.includes(pathname))
    event.respondWith(file(request, pathname))
})

self.addEventListener('push', (event) => {
  const { title, body, path, tag } = event.data.json()
  event.waitUntil(
    self.registration.showNotification(title, { body, tag, icon: '/icon-192.png', data: { path } })
  )
})

async function open(path) {
  const target = new URL(path, location.origin)
  if (target.origin !== location.origin) return
  const windows = await self.clients.matchAll({ type: 'window' })
  const there = windows.find(({ url }) => new URL(url).pathname === target.pathname)
  await (there ? there.focus() : self.clients.openWindow(target.href))
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data.path))
})

async function renew({ oldSubscription, newSubscription }) {
  const options = oldSubscription?.options
  const subscription = newSubscription ?? (options && (await self.registration.pushManager.subscribe(options)))
  if (!subscription) return
  const { endpoint, keys } = subscription.toJSON()
  await fetch('/api/account/push', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ endpoint, keys })
  })
}

self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)))
