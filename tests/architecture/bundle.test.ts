import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'

/** A browser file in the build's inventory (vite.config.ts); packages in `modules` begin with node_modules. */
interface Chunk {
  fileName: string
  entry: string | null
  imports: string[]
  dynamicImports: string[]
  modules: string[]
}

const KB = 1024
const SHELL_BUDGET = 2 * KB
const ISLAND_BUDGET = 100 * KB
/** For pages of staff alone, with everything that their islands load later. */
const STAFF_BUDGET = 160 * KB
const WITH_WIDGETS = [
  'choice',
  'game-times',
  'moment-field',
  'monitor',
  'people-field',
  'row-tools',
  'tag-field'
]
/** Islands that no page of players has. */
const OF_STAFF = [...WITH_WIDGETS, 'trial', 'container-test', 'instance-log', 'instance-traffic']
/** Most widgets on a page of staff: the editor of a game. */
const WIDEST = ['game-times', 'markdown-field', 'moment-field', 'save-bar', 'tag-field']
/** The shell script loads the command palette on demand. */
const PALETTE = 'app/islands/scripts/palette/open.ts'

/** Our modules that may run in the browser. */
const BROWSER = [
  'app/entry.client.tsx',
  'app/islands/',
  'app/ui/',
  'app/components/',
  'app/i18n/',
  'app/rendering/',
  'scoring/rules/'
]
/** Modules that server and browser share (PLAIN in .dependency-cruiser.cjs). */
const SHARED = /^(server|scoring)\/.*constants\.ts$|^server\/platform\/(time|folding)\.ts$/
/** A package of these in the browser means that a server module is in the bundle. */
const SERVER_PACKAGES =
  /node_modules\/(zod|pg|redis|@redis|sequelize|lucia|pino|i18next|marked|sanitize-html|temml|@remix-run|react-dom\/.*server)\b/
/** Each compiled server module matches one of these. */
const SERVER_MARKS = /["']node:[a-z]|DATABASE_URL|\bINSERT INTO\b|\bSELECT .{1,80} FROM\b|halyard:wake/

let chunks: Chunk[]

const size = (file: string) => gzipSync(readFileSync(`build/client/${file}`), { level: 9 }).length

const ISLAND = /^app\/islands\/[^/]+\/index\.tsx$/
const HYDRATE = 'app/islands/runtime/hydrate.tsx'

/** Loaded on demand only. */
const TERMINAL = 'app/components/terminal/index.tsx'
/** Only for lists of games and the home page. */
const LIST_TIMES = 'app/islands/scripts/local-times/show.ts'
/** Only for pages with a bell, once they are interactive; its drawer when it is pressed. */
const BELL = 'app/islands/scripts/notices/bell.ts'
const ASKED_FOR = [
  TERMINAL,
  BELL,
  'app/islands/scripts/notices/drawer.ts',
  'app/islands/scripts/notices/list.ts',
  'app/islands/projector/ring.ts',
  PALETTE,
  LIST_TIMES,
  'app/islands/scripts/question/open.ts',
  'app/islands/replay/recording.ts'
]
const TERMINAL_BUDGET = 110 * KB

/** Files that a page with this island loads by itself: boot code, the island and all its imports, but no other island. */
function reached(start: string[]): Set<string> {
  const seen = new Set<string>()
  const visit = (file: string) => {
    const chunk = chunks.find(({ fileName }) => fileName === file)
    if (!chunk || seen.has(file)) return
    seen.add(file)
    const later = chunk.dynamicImports.filter(
      (next) => !modulesOf(next).some((module) => ISLAND.test(module) || ASKED_FOR.includes(module))
    )
    for (const next of [...chunk.imports, ...later]) visit(next)
  }
  for (const file of start) visit(file)
  return seen
}

/** Remix makes a module with a query out of a route's module for the browser. */
const isRoute = (path: string) => /^app\/(root\.tsx|routes\/[^?]*)\?/.test(path)

const modulesOf = (file: string) => chunks.find(({ fileName }) => fileName === file)?.modules ?? []

const library = (file: string) =>
  modulesOf(file).some((path) => /node_modules\/(?:react-aria|react-stately)/.test(path))

const chunkOf = (module: string) => chunks.find(({ modules }) => modules.includes(module))

const islands = () => readdirSync('app/islands').filter((name) => existsSync(`app/islands/${name}/index.tsx`))

const filesOf = (name: string) =>
  reached([chunkOf(HYDRATE)!.fileName, chunkOf(`app/islands/${name}/index.tsx`)!.fileName])

beforeAll(() => {
  if (!existsSync('build/inventory.json')) throw new Error('Nothing is built: run npm run build first')
  chunks = JSON.parse(readFileSync('build/inventory.json', 'utf8')) as Chunk[]
})

describe('the browser build', () => {
  it('contains no module of a server', () => {
    const ours = chunks
      .flatMap(({ modules }) => modules)
      .filter((path) => !path.includes('node_modules/') && !path.includes('\0'))
      .filter((path) => !isRoute(path))
    const strangers = ours.filter(
      (path) => !SHARED.test(path) && !BROWSER.some((place) => path.startsWith(place))
    )
    expect(strangers).toEqual([])
  })

  it('contains no package of a server', () => {
    const packages = chunks.flatMap(({ modules }) => modules).filter((path) => SERVER_PACKAGES.test(path))
    expect(packages).toEqual([])
  })

  it('contains no text of a server', () => {
    const files = readdirSync('build/client', { recursive: true, encoding: 'utf8' })
    const marked = files
      .filter((file) => file.endsWith('.js'))
      .filter((file) => SERVER_MARKS.test(readFileSync(`build/client/${file}`, 'utf8')))
    expect(marked).toEqual([])
  })

  it('contains no code of pages', () => {
    const pages = chunks.filter(({ entry }) => entry && isRoute(entry))
    expect(pages.length).toBeGreaterThan(0)
    const full = pages.filter(({ fileName }) => readFileSync(`build/client/${fileName}`).length > 100)
    expect(full.map(({ fileName }) => fileName)).toEqual([])
  })
})

describe('script sizes, gzip', () => {
  it('a page without islands loads at most 2 KB', () => {
    const entry = chunkOf('app/entry.client.tsx')!
    expect(entry.imports).toEqual([])
    expect(size(entry.fileName)).toBeLessThanOrEqual(SHELL_BUDGET)
  })

  it('lists of games and the home page load three quarters of a KB more, which imports nothing', () => {
    const times = chunkOf(LIST_TIMES)!
    expect([...times.imports, ...times.dynamicImports]).toEqual([])
    expect(size(times.fileName)).toBeLessThanOrEqual((KB * 3) / 4)
  })

  const bytesOf = (files: Iterable<string>) =>
    [...new Set([chunkOf('app/entry.client.tsx')!.fileName, ...files])].reduce(
      (sum, file) => sum + size(file),
      0
    )

  it('a page with an island loads at most 100 KB, one of staff 160 KB', () => {
    const sizes = islands().map((name) => ({ name, bytes: bytesOf(filesOf(name)) }))
    const budget = (name: string) => (OF_STAFF.includes(name) ? STAFF_BUDGET : ISLAND_BUDGET)
    expect(sizes.filter(({ name, bytes }) => bytes > budget(name))).toEqual([])
    expect(bytesOf(WIDEST.flatMap((name) => [...filesOf(name)]))).toBeLessThanOrEqual(STAFF_BUDGET)
  })

  it('only islands of staff, and the palette, reach the widget library', () => {
    const reaching = islands().filter((name) => [...filesOf(name)].some(library))
    expect(reaching).toEqual(WITH_WIDGETS)
    const page = islands().filter((name) => !WITH_WIDGETS.includes(name))
    const chunk = chunkOf(PALETTE)!.fileName
    expect(page.filter((name) => filesOf(name).has(chunk))).toEqual([])
  })

  it('the palette is within the budget of staff when it is opened, and comes in four files besides React', () => {
    const files = reached([chunkOf(PALETTE)!.fileName])
    expect(bytesOf(files)).toBeLessThanOrEqual(STAFF_BUDGET)
    expect(files.size).toBeLessThanOrEqual(6)
  })

  it('challenges come in four files and the scoreboard in five, boot code included, no island in more than six', () => {
    // Widgets are loaded later, one by one.
    const atOnce = (name: string) => [...filesOf(name)].filter((file) => !library(file))
    const counts = Object.fromEntries(islands().map((name) => [name, atOnce(name).length]))
    expect(counts).toMatchObject({ challenges: 4, scoreboard: 5 })
    expect(Object.entries(counts).filter(([, files]) => files > 6)).toEqual([])
  })

  it('every text is there in both encodings, style sheets too', () => {
    const files = readdirSync('build/client/assets').filter((file) => /\.(?:js|css)$/.test(file))
    const large = files.filter((file) => readFileSync(`build/client/assets/${file}`).length > KB)
    const lacking = large.filter(
      (file) => !['br', 'gz'].every((end) => existsSync(`build/client/assets/${file}.${end}`))
    )
    expect(large.some((file) => file.endsWith('.css'))).toBe(true)
    expect(lacking).toEqual([])
  })

  it('a page has styles of at most 12 KB and letters of 30; games add styles of 9 and code letters of 16', () => {
    const sizes = (name: string, end: string) =>
      readdirSync('build/client/assets')
        .filter((file) => file.startsWith(name) && file.endsWith(end))
        .map((file) => statSync(`build/client/assets/${file}`).size)
    for (const [name, end, most] of [
      ['app-', '.css.br', 12],
      // The first paint waits for this file and app.css.
      ['challenges-', '.css.br', 5.5],
      ['scoreboard-', '.css.br', 5.5],
      ['inter-latin-wght', '.woff2', 30],
      ['inter-cyrillic-wght', '.woff2', 14],
      ['jetbrains-mono-latin-wght', '.woff2', 16]
    ] as const) {
      const [size, ...others] = sizes(name, end)
      expect(others, name).toEqual([])
      expect(size, name).toBeLessThanOrEqual(most * KB)
    }
  })

  it('a bell adds at most 1.5 KB', () => {
    expect(size(chunkOf(BELL)!.fileName)).toBeLessThanOrEqual(1.5 * KB)
  })

  it('the terminal is in a file of its own, at most 110 KB', () => {
    const terminal = chunkOf(TERMINAL)!
    const holders = chunks.filter(({ modules }) => modules.some((path) => path.includes('@xterm/')))
    expect(holders.map(({ fileName }) => fileName)).toEqual([terminal.fileName])
    const early = chunks.filter(({ imports }) => imports.includes(terminal.fileName))
    expect(early.map(({ fileName }) => fileName)).toEqual([])
    expect(size(terminal.fileName)).toBeLessThanOrEqual(TERMINAL_BUDGET)
  })
})
