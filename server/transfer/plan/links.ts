import { posix } from 'node:path'

/** Untrusted links may lead in circles, or to far more paths than there are files. */
const LIMITS = { hops: 40, steps: 1_000_000 } as const

export interface ResolvedLinks {
  /** Sizes by path, paths over links included. */
  files: ReadonlyMap<string, number>
  real(path: string): string
}

/** Follows every link of a path; null outside the tree and in circles. */
function createResolve(links: ReadonlyMap<string, string>): (path: string) => string | null {
  let steps: number = LIMITS.steps
  return (path) => {
    const ahead = path.split('/').reverse()
    const done: string[] = []
    for (let hops = 0; ahead.length > 0; ) {
      if (--steps < 0) return null
      const part = ahead.pop()!
      if (part === '' || part === '.') continue
      if (part === '..') {
        if (done.pop() === undefined) return null
        continue
      }
      done.push(part)
      const target = links.get(done.join('/'))
      if (target === undefined) continue
      if (posix.isAbsolute(target) || ++hops > LIMITS.hops) return null
      done.pop()
      ahead.push(...target.normalize('NFC').split('/').reverse())
    }
    return done.join('/')
  }
}

function createBelow(paths: Iterable<string>) {
  const sorted = [...paths].sort((a, b) => Number(a > b) - Number(a < b))
  return function* below(folder: string): Generator<[path: string, rest: string]> {
    let [low, high] = [0, sorted.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (sorted[middle]! < folder) low = middle + 1
      else high = middle
    }
    for (let at = low; at < sorted.length && sorted[at]!.startsWith(folder); at++)
      yield [sorted[at]!, sorted[at]!.slice(folder.length)]
  }
}

/**
 * Follows symbolic links within the tree, in linked folders too. One that leads outside, nowhere or to a parent gives
 * no file. `links`: target by path. `count` is called for each added path, and throws at the limit.
 */
export function resolveLinks(
  own: ReadonlyMap<string, number>,
  links: ReadonlyMap<string, string>,
  count: () => void
): ResolvedLinks {
  const resolve = createResolve(links)
  const filesBelow = createBelow(own.keys())
  const linksBelow = createBelow(links.keys())
  const leads = new Map<string, string>()
  const lead = (path: string, to: string) => {
    count()
    if (!own.has(path)) leads.set(path, to)
  }
  const follow = (path: string, link: string, trail: string[]): void => {
    const to = resolve(link)
    if (!to) return
    if (own.has(to)) {
      lead(path, to)
      return
    }
    const inside = (folder: string) => `${folder}/`.startsWith(`${to}/`)
    if (inside(link) || trail.some(inside)) return
    for (const [file, rest] of filesBelow(`${to}/`)) lead(`${path}/${rest}`, file)
    for (const [next, rest] of linksBelow(`${to}/`)) {
      count()
      follow(`${path}/${rest}`, next, [...trail, to])
    }
  }
  for (const link of links.keys()) follow(link, link, [])
  const files = new Map(own)
  for (const [path, to] of leads) files.set(path, own.get(to)!)
  return { files, real: (path) => leads.get(path) ?? path }
}
