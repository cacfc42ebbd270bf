import { postNoReply } from '../runtime/calls'

/** Reasons why this browser is not subscribed; keys of `push.json`. `dismissed`: the question was closed without an answer. */
export type Hindrance = 'insecure' | 'unsupported' | 'denied' | 'dismissed'

/** Null when nothing stands in the way but a click. */
export function hindranceHere(): Hindrance | null {
  if (!window.isSecureContext) return 'insecure'
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : null
}

const base64url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** True if messages would arrive: people revoke permissions, browsers drop subscriptions, and keys change. */
export async function isSubscribed(publicKey: string): Promise<boolean> {
  if (Notification.permission !== 'granted') return false
  const worker = await navigator.serviceWorker.getRegistration()
  const key = (await worker?.pushManager.getSubscription())?.options.applicationServerKey
  return Boolean(key && base64url(key) === publicKey)
}

/** @throws Error when the service worker cannot be installed, for which `serviceWorker.ready` would wait for ever */
async function installed(path: string): Promise<ServiceWorkerRegistration> {
  const worker = await navigator.serviceWorker.register(path)
  const next = worker.installing ?? worker.waiting
  if (!worker.active && next)
    await new Promise<void>((resolve, reject) => {
      const look = () => {
        if (next.state === 'activated') resolve()
        if (next.state === 'redundant') reject(new Error('The service worker cannot be installed'))
      }
      next.addEventListener('statechange', look)
      look()
    })
  return worker
}

/** The browser's own subscription, made with the platform's key. */
async function subscriptionOf({ pushManager }: ServiceWorkerRegistration, publicKey: string) {
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  try {
    return await pushManager.subscribe(options)
  } catch (error) {
    // A subscription made with another key prevents a new one.
    const old = await pushManager.getSubscription()
    if (!old) throw error
    await old.unsubscribe()
    return pushManager.subscribe(options)
  }
}

/**
 * Asks for permission, which browsers allow after a click only, and has the platform send news here.
 * @returns null once that is done
 * @throws Error when the browser fails, Refused with the server's message
 */
export async function subscribe(publicKey: string, locale: string): Promise<Hindrance | null> {
  const answer = await Notification.requestPermission()
  if (answer !== 'granted') return answer === 'denied' ? 'denied' : 'dismissed'
  const worker = await installed(`/sw.js?lang=${locale}`)
  const { endpoint, keys } = (await subscriptionOf(worker, publicKey)).toJSON()
  await postNoReply('/api/account/push', { endpoint, keys })
  return null
}
