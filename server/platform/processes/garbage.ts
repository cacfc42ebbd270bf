import { Session } from 'node:inspector/promises'

/**
 * Collects what starting left behind, in a pause of about 0.1 s. V8 would keep it until the heap has grown again: a
 * third of what a fresh process holds.
 */
export async function collectGarbage(): Promise<void> {
  const session = new Session()
  session.connect()
  await session.post('HeapProfiler.collectGarbage')
  session.disconnect()
}
