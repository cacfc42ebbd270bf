import type { EntryContext } from '@remix-run/node'

/**
 * Drops the stream of loader data, which `RemixServer` prints even without Remix's script. Undocumented
 * (Remix 2.17.5); a test of server/http/remix-internals.ts fails when it changes.
 */
export const withoutHandoff = (context: EntryContext): EntryContext => ({
  ...context,
  serverHandoffStream: undefined
})

/** In development first the runtime of Vite's React plugin, then entry.client. Undocumented, as above. */
export function bootModules({ manifest }: EntryContext): string[] {
  const { hmr } = manifest as { hmr?: { runtime: string } }
  return [...(hmr ? [hmr.runtime] : []), manifest.entry.module]
}
