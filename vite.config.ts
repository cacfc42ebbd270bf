import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig, type Plugin, type Rollup } from 'vite'
import { routeModules } from './app/routes.js'
import options from './remix.config.js'

/** The modules of all routes, the root too. */
const ROUTE_FILES = new Set(
  ['root.tsx', ...routeModules.map((module) => `routes/${module}`)].map((file) => resolve('app', file))
)

/**
 * Pages are never hydrated (docs/rules/architecture.md#islands), so their modules stay out of the browser build: only
 * entry.client and the islands it names go there. Remix asks for route modules with a query of its own, which is left
 * out here.
 */
const pagesStayOnTheServer = (): Plugin => ({
  name: 'halyard:pages-stay-on-the-server',
  enforce: 'post',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  transform: (_, id) => (ROUTE_FILES.has(id.replace(/\?.*$/, '')) ? 'export {}' : null)
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

/**
 * react-aria speaks thirty-four languages and counts days by thirteen calendars; of what no language of the platform uses,
 * nothing is left.
 */
const OUR_LANGUAGES = readdirSync('locales')

const GREGORIAN = `import { GregorianCalendar } from './calendars/GregorianCalendar.mjs'
export const createCalendar = () => new GregorianCalendar()`

const ourLanguages = (): Plugin => ({
  name: 'halyard:our-languages',
  enforce: 'pre',
  apply: 'build',
  load(id) {
    if (/@internationalized\/date\/.*\/createCalendar\.m?js$/.test(id)) return GREGORIAN
    const language = /node_modules\/react-(?:aria|stately)[^?]*\/intl\/.*\/([a-z]{2}-[A-Z]{2})\.m?js$/.exec(
      id
    )?.[1]
    return language && !OUR_LANGUAGES.includes(language)
      ? 'export { none as default }; const none = {}'
      : null
  }
})

/** Sockets go by WebSocket or polling (app/islands/runtime/socket.ts); of the third transport nothing is left. */
const noWebTransport = (): Plugin => ({
  name: 'halyard:no-web-transport',
  enforce: 'pre',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  load: (id) => (/engine\.io-client\/.*\/webtransport\.js$/.test(id) ? 'export class WT {}' : null)
})

const BOOT_CODE = ['vite/preload-helper.js', 'app/islands/runtime/shell.ts', 'app/entry.client.tsx']

type Graph = Pick<Rollup.ManualChunkMeta, 'getModuleInfo'>

/** How many wrappers in app/ui need this module. */
function wrappersOf(id: string, { getModuleInfo }: Graph): number {
  const found = new Set<string>()
  const seen = new Set<string>()
  const climb = (module: string): void => {
    if (seen.has(module)) return
    seen.add(module)
    if (/\/app\/ui\/[A-Z]\w+\.tsx$/.test(module)) found.add(module)
    else for (const next of getModuleInfo(module)?.importers ?? []) climb(next)
  }
  climb(id)
  return found.size
}

/**
 * Few files a page: what islands share is `runtime` (React, boot code, components) and `live` (socket, news, values), an
 * island is a third. Left to itself the bundler makes a file of every module that two islands have in common. What
 * wrappers of app/ui share of their library is `aria`; what only one of them needs goes with that one.
 */
function chunkOf(id: string, graph: Graph): string | undefined {
  const name = id.replace(/^\0/, '').replace(/\?.*$/, '')
  const path = name.startsWith('/') ? relative(process.cwd(), name) : name
  if (/^node_modules\/(react|react-dom|scheduler)\//.test(path)) return 'runtime'
  if (/^node_modules\/(socket\.io|engine\.io|@socket\.io|debug|ms)/.test(path)) return 'live'
  // Few islands read ledgers.
  if (/^scoring\/rules\/ledger-file/.test(path)) return
  // Fetched when a replay begins to move.
  if (/^app\/islands\/replay\/(moment|recording)/.test(path)) return 'moments'
  if (/^scoring\/rules\/(replay|ledger-entry)\.|^app\/islands\/runtime\/lines/.test(path)) return 'recording'
  // What the scoreboard's own page has alone: replay and projector load the rest of it without.
  if (
    /^app\/islands\/scoreboard\/(?:index|Scoreboard|Own|own-|Announcer|Status|BoardTools|use-|radar\/|live\/announce|chart\/(?!scale|Axes|Plot))/.test(
      path
    )
  )
    return 'board'
  // Boards are folded by the islands that show them, which are all made of parts of the scoreboard.
  if (/^scoring\/rules\/(fold|hill|settle|client|columnar-board|timeline|view)\./.test(path))
    return 'scoreboard'
  // Only boards are searched in the browser.
  if (/^app\/islands\/runtime\/search\.|^server\/platform\/folding\./.test(path)) return 'scoreboard'
  // Of the editor alone.
  if (/^scoring\/rules\/functions\.|^app\/islands\/score-curve\//.test(path)) return 'score-curve'
  if (/^scoring\/|^app\/islands\/runtime\/(socket|Live|clock-left)/.test(path)) return 'live'
  if (/^server\/(categories|challenges)\/constants\.ts$/.test(path)) return 'live'
  // What pages tell of a game: each of them listens, most beside an island of their own.
  if (/^app\/islands\/(news\/(?!index|News)|refresh\/exchange)/.test(path)) return 'live'
  // Of the bell, what pages without one need too; the rest is fetched where there is one.
  if (/^app\/islands\/scripts\/notices\/(arrivals|read)\./.test(path)) return 'live'
  // The helper is in what every page loads: from there pages without islands would fetch React with it.
  if (BOOT_CODE.includes(path)) return 'entry.client'
  if (path.startsWith('app/components/terminal/') || path === 'app/components/hall-icons.tsx') return
  // Few islands show these, most of them for staff.
  if (/^app\/components\/(?:form\/(?:Field|FileDrop|FilesForm)|Meter|Panel)\.tsx$/.test(path)) return
  if (/^app\/components\/(form\/(Confirm|CopyField)\.tsx$|game\/PlayerName\.|instance\/)/.test(path))
    return 'challenges'
  if (/^app\/(islands\/runtime\/use-origin\.|components\/challenge-icons\.)/.test(path)) return 'challenges'
  if (/^app\/islands\/scripts\/palette\/(?:open|address)\.ts$/.test(path)) return 'palette'
  if (/^app\/ui\/(?:use-|styles|ui\.css)|^app\/components\/form\/SearchField\./.test(path)) return 'widget'
  if (/^node_modules\/(?:react-aria|react-stately|@internationalized|@swc)/.test(path))
    return wrappersOf(id, graph) > 1 ? 'aria' : undefined
  if (path === 'app/components/staff-icons.tsx') return 'staff-icons'
  if (path === 'app/components/instance-icons.tsx') return 'instance'
  // Of two islands.
  if (/^app\/islands\/game-times\/(?:times|use-zone|written-moment)\./.test(path)) return 'widget'
  // Lists that grow, which are for staff.
  if (/^app\/components\/table\/Table(Head|Wrap)?\.|^app\/islands\/runtime\/use-following/.test(path))
    return 'widget'
  if (/^app\/(islands\/runtime|components|i18n|rendering)\/|^server\/platform\//.test(path)) return 'runtime'
  // The test of an image shows them all.
  if (/^app\/islands\/(container-test|instance-log|instance-traffic)\/(?!index)/.test(path)) return 'instance'
  if (path === 'app/islands/replay/props.ts') return 'scoreboard'
  // One line beside the whole of the box.
  if (path.startsWith('app/islands/instance-entry/')) return 'challenges'
  return /^app\/islands\/(scoreboard|challenges)\//.exec(path)?.[1]
}

const fewFiles = (): Plugin => ({
  name: 'halyard:few-files',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  config: () => ({
    // Scripts are 1.7 % smaller than by esbuild, and again by further passes.
    build: {
      minify: 'terser',
      terserOptions: { ecma: 2020, compress: { passes: 3 } },
      rollupOptions: { output: { manualChunks: chunkOf } }
    }
  })
})

const BOOT = 'app/islands/runtime/load.ts'

interface Listed {
  fileName: string
  imports: string[]
  modules: string[]
}

/** For app/islands/runtime/island-files.ts: the files of each island, out of the inventory of the browser's half. */
function islandFiles(): Record<string, string[]> {
  const chunks = JSON.parse(readFileSync('build/inventory.json', 'utf8')) as Listed[]
  const holding = (module: string) => chunks.find(({ modules }) => modules.includes(module))
  const found: Record<string, string[]> = {}
  for (const name of readdirSync('app/islands')) {
    const island = holding(`app/islands/${name}/index.tsx`)
    if (!island) continue
    const files = new Set<string>()
    const visit = (chunk: Listed | undefined) => {
      if (!chunk || files.has(chunk.fileName)) return
      files.add(chunk.fileName)
      for (const next of chunk.imports) visit(chunks.find(({ fileName }) => fileName === next))
    }
    visit(holding(BOOT))
    visit(island)
    found[name] = [...files].map((file) => `/${file}`)
  }
  return found
}

const knownIslandFiles = (): Plugin => ({
  name: 'halyard:island-files',
  apply: (_, { command, isSsrBuild }) => command === 'build' && isSsrBuild === true,
  transform: (_, id) =>
    id.endsWith('/app/islands/runtime/island-files.ts')
      ? `export const ISLAND_FILES = ${JSON.stringify(islandFiles())}`
      : null
})

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    smallPreload(),
    remix(options),
    pagesStayOnTheServer(),
    fewFiles(),
    ourLanguages(),
    noWebTransport(),
    inventory(),
    knownIslandFiles()
  ],
  // V8 keeps a source as one byte for each character only while all of them are Latin-1.
  esbuild: { charset: isSsrBuild ? 'ascii' : 'utf8' },
  resolve: { alias: { '~': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') } },
  build: {
    target: 'es2022',
    // For stacks and coverage on the server; browsers get none.
    sourcemap: isSsrBuild,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: onlyOthers }
  }
}))
