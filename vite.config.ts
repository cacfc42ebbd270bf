import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig, type Plugin } from 'vite'
import options from './remix.config.js'

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

/** What an import names itself needs no hint: that is asked for in the same moment, and boot code is counted in bytes. */
const onlyOthers = (file: string, deps: string[]) => deps.filter((dep) => dep !== file)

/** Notes beside the build which module went into which browser file, for tests/architecture/bundle.test.ts. */
const inventory = (): Plugin => ({
  name: 'halyard:inventory',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  writeBundle(_, bundle) {
    const root = process.cwd()
    const files = Object.values(bundle)
      .filter((file) => file.type === 'chunk')
      .map(({ fileName, imports, dynamicImports, facadeModuleId, modules }) => ({
        ...{ fileName, imports, dynamicImports },
        entry: facadeModuleId && relative(root, facadeModuleId),
        modules: Object.entries(modules)
          .filter(([, { renderedLength }]) => renderedLength > 0)
          .map(([id]) => relative(root, id))
      }))
    writeFileSync(join(root, 'build/inventory.json'), JSON.stringify(files))
  }
})

const COMPRESSED = /\.(?:js|css|svg|json|txt)$/
/** One packet holds it either way. */
const SMALL = 860

/** Leaves every text of the browser build compressed beside it, once and as small as can be, for the file server. */
const precompressed = (): Plugin => ({
  name: 'halyard:precompressed',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  writeBundle({ dir }) {
    for (const name of readdirSync(dir!, { recursive: true, encoding: 'utf8' })) {
      if (!COMPRESSED.test(name)) continue
      const path = join(dir!, name)
      const text = readFileSync(path)
      if (text.length < SMALL) continue
      writeFileSync(`${path}.br`, brotliCompressSync(text))
      writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }))
    }
  }
})

export default defineConfig({
  plugins: [smallPreload(), remix(options), pagesStayOnTheServer(), inventory(), precompressed()],
  resolve: { alias: { '~': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') } },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: onlyOthers }
  }
})
