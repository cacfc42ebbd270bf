/**
 * Stores which notices this browser's reader has read, for all pages and tabs: the id of the newest one of each game.
 * `seen`: it was in view, so that a list keeps its marks until the next visit. `read`: the reader said so, or another tab has
 * shown it, which removes the marks.
 */
export type How = 'seen' | 'read'
type Listener = (gameId: number, id: number, how: How) => void

const PREFIX = 'notices-read-'
const listeners = new Set<Listener>()

/** Null before the first visit, on which nothing is unread. */
export function readOf(gameId: number): number | null {
  const stored = localStorage.getItem(PREFIX + gameId)
  return stored !== null && /^\d{1,15}$/.test(stored) ? Number(stored) : null
}

/** Never goes back, because another tab may have shown more. */
export function markRead(gameId: number, id: number, how: How): void {
  if (id > (readOf(gameId) ?? -1)) localStorage.setItem(PREFIX + gameId, String(id))
  for (const listener of listeners) listener(gameId, id, how)
}

function hear({ key, newValue }: StorageEvent): void {
  if (!key?.startsWith(PREFIX) || newValue === null) return
  for (const listener of listeners) listener(Number(key.slice(PREFIX.length)), Number(newValue), 'read')
}

/** Calls the listener for changes in other tabs too. @returns a function that stops it */
export function onRead(listener: Listener): () => void {
  if (listeners.size === 0) addEventListener('storage', hear)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', hear)
  }
}
