import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig, type Plugin } from 'vite'
import options from './remix.config.js'

const SPOKEN: ReadonlySet<string> = new Set(readdirSync('locales'))

/**
 * Pages are never hydrated (architecture.md §3), so their modules stay out of the browser build:
 * only entry.client and the islands it names go there.
 */
const pagesStayOnTheServer = (): Plugin => ({
  name: 'halyard:pages-stay-on-the-server',
  enforce: 'post',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  transform: (_, id) => (id.endsWith('?__remix-build-client-route') ? 'export {}' : null)
})

/** Vite's own helper for `import()` is larger than all our boot code; this one does what islands need of it. */
const PRELOAD = `const seen = new Set()
export const __vitePreload = (load, deps = []) => {
  for (const dep of deps) {
    if (seen.has(dep)) continue
    seen.add(dep)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: '/' + dep }))
  }
  return load()
}`

const smallPreload = (): Plugin => ({
  name: 'halyard:small-preload',
  enforce: 'pre',
  apply: 'build',
  load: (id) => (id === '\0vite/preload-helper.js' ? PRELOAD : null)
})

/** Drops the library's words for languages the platform does not speak; it skips empty ones. */
const ownLanguagesOnly = (): Plugin => ({
  name: 'halyard:own-languages-only',
  enforce: 'pre',
  load(id) {
    const language = /\/react-(?:aria|stately)[^/]*\/dist\/.*\/intl\/.*\/([a-z]{2}-[A-Z]{2})\.mjs$/.exec(
      id
    )?.[1]
    return language && !SPOKEN.has(language) ? 'export default null' : null
  }
})

export default defineConfig({
  plugins: [smallPreload(), ownLanguagesOnly(), remix(options), pagesStayOnTheServer()],
  resolve: { alias: { '~': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') } },
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: { polyfill: false } }
})
