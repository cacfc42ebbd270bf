/** Message to the parent; the launcher's supervisor uses the same word. */
export const HEARTBEAT = 'heartbeat'

const INTERVAL_MS = 1000

/** Every second; the parent replaces a process that stops (docs/operating.md#while-it-runs). */
export function sendHeartbeats(): void {
  const send = () => process.connected && process.send?.(HEARTBEAT)
  send()
  setInterval(send, INTERVAL_MS).unref()
}
