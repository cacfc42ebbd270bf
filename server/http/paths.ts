import findMyWay from 'find-my-way'

export interface PathMatch<T> {
  value: T
  /** Frozen, and the same object for the same path, so that what follows from it may be kept with it. */
  params: Readonly<Record<string, string | undefined>>
}

/** Ignores case; literals win over parameters, and parameters over `*`. Null for no match. */
export type Find<T> = (path: string) => PathMatch<T> | null

interface Target<T> {
  value: T
  /** The `*` of a path that ends before it. */
  rest: { '*': string } | null
}

/** Longer than any request line of Node. */
const MAX_PARAMETER_LENGTH = 65_536

/** Paths that are kept, and their length: players ask for the same ones again and again. */
const MAX_KEPT = 2000
const MAX_KEPT_LENGTH = 128

const handler = () => {}

const pattern = (path: string) => path.replace(/:\w+/g, '$&([\\s\\S]+)')

function decodable(segment: string): boolean {
  try {
    return decodeURIComponent(segment) !== null
  } catch {
    return false
  }
}

/** Invalid escapes stand for themselves; a trailing slash is ignored. */
function plain(given: string): string {
  const path = given.length > 1 && given.endsWith('/') ? given.slice(0, -1) : given
  // Broken escapes first, because the one for `#` is added later.
  const escaped =
    !path.includes('%') || decodable(path)
      ? path
      : path
          .split('/')
          .map((segment) => (decodable(segment) ? segment : segment.replaceAll('%', '%25')))
          .join('/')
  return escaped.replaceAll('#', '%23')
}

/** True if the last part of a path has an extension, as file names have. */
export const endsInName = (path: string): boolean => path.lastIndexOf('.') > path.lastIndexOf('/')

/** Finds paths as routes write them, without the first slash: `api/team/:id`, `api/*`. */
export function pathFinder<T>(routes: Iterable<[path: string, value: T]>): Find<T> {
  const router = findMyWay({ caseSensitive: false, maxParamLength: MAX_PARAMETER_LENGTH })
  const add = (path: string, target: Target<T>) => router.on('GET', path, handler, target)
  const all = [...routes]
  const paths = new Set(all.map(([path]) => path))
  for (const [path, value] of all) {
    add(`/${pattern(path)}`, { value, rest: null })
    const bare = path.slice(0, -'/*'.length)
    if (path.endsWith('/*') && !paths.has(bare)) add(`/${pattern(bare)}`, { value, rest: { '*': '' } })
  }
  router.compile()
  const find = (path: string): PathMatch<T> | null => {
    const found = router.find('GET', plain(path))
    if (!found) return null
    const { value, rest } = found.store as Target<T>
    return { value, params: Object.freeze({ ...found.params, ...rest }) }
  }
  const kept = new Map<string, PathMatch<T>>()
  return (path) => {
    const known = kept.get(path)
    if (known) return known
    const found = find(path)
    if (found && path.length <= MAX_KEPT_LENGTH) {
      if (kept.size >= MAX_KEPT) kept.clear()
      kept.set(path, found)
    }
    return found
  }
}
