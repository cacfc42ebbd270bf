/**
 * All that rendering knows of Remix beyond its documented interfaces, as it was found in Remix 2.17.5; what the web process
 * knows is in server/http/remix-internals.ts, whose test fails where an update of Remix changes any of it.
 */
import type { EntryContext } from '@remix-run/node'

/**
 * The context without the stream of loaders' data. `RemixServer` prints that stream as scripts whether the page has Remix's
 * own script or not; ours have none.
 */
export const withoutHandoff = (context: EntryContext): EntryContext => ({
  ...context,
  serverHandoffStream: undefined
})

/**
 * The addresses of the modules that start a page in the browser, in this order: in development the runtime of Vite's React
 * plugin, which refuses modules that run before it, then entry.client.
 */
export function bootModules({ manifest }: EntryContext): string[] {
  const { hmr } = manifest as { hmr?: { runtime: string } }
  return [...(hmr ? [hmr.runtime] : []), manifest.entry.module]
}
