import { posix } from 'node:path'

/** Bounds of following links: what strangers packed may lead in circles, or to far more paths than there are files. */
const LIMITS = { hops: 40, steps: 1_000_000 } as const

/** What a source is when its links are followed. */
export interface Followed {
  /** Size of each file by its path; those that only links lead to as well. */
  files: ReadonlyMap<string, number>
  /** Where a file lies whose path leads over links; its own path for all others. */
  real(path: string): string
}

/** Where a path of the tree leads once every link on the way is followed; null out of the tree, or in circles. */
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

/** The paths below a folder, with what follows its name. */
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
 * Follows symbolic links to files and folders of the same tree; a link in a linked folder as well. One that leads out of
 * the tree, nowhere or into a folder that it lies in gives no file. `links`: target by path. `count` is called for each
 * path that is added, and throws when there are too many.
 */
export function followed(
  own: ReadonlyMap<string, number>,
  links: ReadonlyMap<string, string>,
  count: () => void
): Followed {
  const resolve = createResolve(links)
  const filesBelow = createBelow(own.keys())
  const linksBelow = createBelow(links.keys())
  const leads = new Map<string, string>()
  const lead = (path: string, to: string) => {
    count()
    if (!own.has(path)) leads.set(path, to)
  }
  /** `trail`: the folders that were entered on the way here. */
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
