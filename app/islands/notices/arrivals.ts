/** Ids of new notices of a game; empty when the page may have missed some. */
type Listener = (gameId: number, ids: readonly number[]) => void

const listeners = new Set<Listener>()

/** Called by the page's socket: for each push, and with no ids at each connection. */
export function arrived(gameId: number, ids: readonly number[]): void {
  for (const listener of listeners) listener(gameId, ids)
}

/** @returns a function that stops it */
export function onArrival(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
