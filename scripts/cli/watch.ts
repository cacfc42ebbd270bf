import { watch as watchFolder } from 'node:fs'
import { stat } from 'node:fs/promises'
import { posix, resolve, sep } from 'node:path'
import { errorText, sentence } from '~/scripts/game/words'
import { printStatus, UserError } from '~/scripts/shared/output'
import { isAppError } from '~/server/platform/errors'
import type { Api } from './api'
import type { Target } from './args'
import { EXIT, push, pushSome } from './push'
import { contentsOf, openTree, type Tree } from './tree'

/** How long nothing more is saved before a push, in milliseconds: editors write a file in several steps. */
const QUIET_MS = 400

/** Challenges that a saved file belongs to: below their folder, or handed out by them. */
function touched({ plan, shown }: Tree, saved: ReadonlySet<string>): Set<string> {
  const isTouched = (one: Tree['plan']['challenges'][number]) => {
    const folder = posix.dirname(shown(one.from))
    const handed = contentsOf({ challenges: [one] }).flatMap((content) =>
      'path' in content ? [content.path] : content.zip.flatMap((part) => ('path' in part ? [part.path] : []))
    )
    return [...saved].some(
      (path) => folder === '.' || path.startsWith(`${folder}/`) || handed.some((own) => shown(own) === path)
    )
  }
  return new Set(plan.challenges.filter(isTouched).map(({ from }) => from))
}

async function pushSaved(api: Api, target: Target, saved: ReadonlySet<string>): Promise<void> {
  const tree = await openTree(target.path)
  try {
    const broken = tree.plan.refused.filter(({ from }) => saved.has(tree.shown(from)))
    for (const { from, reason } of broken) printStatus(`  ! ${sentence(reason)} ${tree.shown(from)}`)
    const only = touched(tree, saved)
    if (only.size > 0) await pushSome(api, target, tree, only)
  } finally {
    await tree.close()
  }
}

/** A fault is told, and the next save tries again. */
function tell(error: unknown): void {
  if (isAppError(error)) printStatus(`  ! ${errorText(error.code, error.params)}`)
  else if (error instanceof UserError) printStatus(`  ! ${error.message}`)
  else throw error
}

/**
 * Pushes, then pushes each challenge again whose files are saved, one push after the other, until the process is told to
 * end by SIGINT or SIGTERM.
 */
export async function watch(api: Api, target: Target, yes: boolean): Promise<number> {
  const root = resolve(target.path)
  const found = await stat(root).catch(() => null)
  if (!found?.isDirectory()) throw new UserError('watch needs a folder.')
  let saved = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  const begin = () => {
    const these = saved
    saved = new Set()
    running = running.then(() => pushSaved(api, target, these)).catch(tell)
  }
  const ended = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
  // Starts before the first push, so that files saved during it are pushed after it.
  const watcher = watchFolder(root, { recursive: true }, (_event, name) => {
    const path = String(name ?? '')
      .split(sep)
      .join('/')
      .normalize('NFC')
    if (path === '' || /(^|\/)(\.git|node_modules|__pycache__)(\/|$)/.test(path)) return
    saved.add(path)
    clearTimeout(timer)
    timer = setTimeout(begin, QUIET_MS)
  })
  try {
    const first = push(api, target, { yes, remove: false })
    running = first.then(
      () => {},
      () => {}
    )
    const code = await first
    if (code !== EXIT.done) return code
    printStatus('Watching. Ctrl-C ends it.')
    await ended
    clearTimeout(timer)
    await running
    return EXIT.done
  } finally {
    clearTimeout(timer)
    watcher.close()
  }
}
