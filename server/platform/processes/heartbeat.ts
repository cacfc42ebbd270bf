/** What a process tells who started it, over their channel; the launcher's supervisor knows it by the same word. */
export const HEARTBEAT = 'heartbeat'

const INTERVAL_MS = 1000

/**
 * Tells the process that started this one, at once and then every second, that the event loop turns. Who hears nothing any
 * more takes this process for hung and replaces it (docs/operating.md#while-it-runs).
 */
export function sendHeartbeats(): void {
  const send = () => process.connected && process.send?.(HEARTBEAT)
  send()
  setInterval(send, INTERVAL_MS).unref()
}
