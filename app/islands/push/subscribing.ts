import { send } from '../runtime/calls'

/** Why this browser cannot be subscribed; keys of `push.json`. */
export type Hindrance = 'insecure' | 'unsupported' | 'denied'

export function hindranceHere(): Hindrance | null {
  if (!window.isSecureContext) return 'insecure'
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : null
}

/** The browser's own subscription, made with the platform's key. */
async function subscriptionOf(worker: ServiceWorkerRegistration, publicKey: string) {
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  try {
    return await worker.pushManager.subscribe(options)
  } catch (error) {
    // One that was made with another key stands in the way.
    const old = await worker.pushManager.getSubscription()
    if (!old) throw error
    await old.unsubscribe()
    return worker.pushManager.subscribe(options)
  }
}

/**
 * Asks for permission, which browsers allow after a click only, and has the platform send news here.
 * @returns null once that is done
 * @throws DOMException when the browser fails, Refused with the server's message
 */
export async function subscribe(publicKey: string, locale: string): Promise<Hindrance | null> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied'
  await navigator.serviceWorker.register(`/sw.js?lang=${locale}`)
  const { endpoint, keys } = (await subscriptionOf(await navigator.serviceWorker.ready, publicKey)).toJSON()
  await send('/api/account/push', { endpoint, keys })
  return null
}
