import type { EntryContext } from '@remix-run/node'

/**
 * Without the stream of loader data, which `RemixServer` prints even when the page has no Remix script.
 * Undocumented, as of Remix 2.17.5; a test of server/http/remix-internals.ts fails when it changes.
 */
export const withoutHandoff = (context: EntryContext): EntryContext => ({
  ...context,
  serverHandoffStream: undefined
})

/**
 * Modules that start a page, in order: in development the runtime of Vite's React plugin, which must run
 * first; then entry.client. Undocumented, as above.
 */
export function bootModules({ manifest }: EntryContext): string[] {
  const { hmr } = manifest as { hmr?: { runtime: string } }
  return [...(hmr ? [hmr.runtime] : []), manifest.entry.module]
}
