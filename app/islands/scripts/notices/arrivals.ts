/** Ids of new notices of a game; empty when the page may have missed some. */
type Listener = (gameId: number, ids: readonly number[]) => void

const NAME = 'halyard:notices'

/** Called by the page's socket: for each push, and with no ids at each connection. */
export const arrived = (...detail: Parameters<Listener>): unknown =>
  dispatchEvent(new CustomEvent(NAME, { detail }))

/** @returns a function that stops it */
export function onArrival(listener: Listener): () => void {
  const hear = (event: Event) => listener(...(event as CustomEvent<Parameters<Listener>>).detail)
  addEventListener(NAME, hear)
  return () => removeEventListener(NAME, hear)
}
