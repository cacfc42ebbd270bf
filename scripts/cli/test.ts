import { setTimeout } from 'node:timers/promises'
import { checkText } from '~/scripts/game/words'
import { print, printStatus, UserError } from '~/scripts/shared/output'
import type { CheckItem } from '~/server/solve-checks/contract'
import { type Api, RefusedError } from './api'
import { EXIT } from './push'
import { openTree } from './tree'

/** Milliseconds between two looks at checks that are open. */
const POLL_MS = 1000
/** How many looks in a row may fail: a platform that is updated while checks run is away for a while. */
const MAX_FAILED = 120

const MARKS = { passed: 'ok', failed: 'FAIL', not_run: '??' } as const

/** Titles of the challenges in the folders; null: none was named, so all of the game. */
async function titlesIn(paths: readonly string[]): Promise<Set<string> | null> {
  if (paths.length === 0) return null
  const titles = new Set<string>()
  for (const path of paths) {
    const tree = await openTree(path)
    try {
      if (tree.plan.challenges.length === 0) throw new UserError(`There is no challenge in ${path}.`)
      for (const { input } of tree.plan.challenges) titles.add(input.title.trim())
    } finally {
      await tree.close()
    }
  }
  return titles
}

/** Checks to start; says which of the folders' challenges have none. @throws UserError for one that was never pushed */
async function wantedOf(api: Api, game: number, paths: readonly string[]): Promise<CheckItem[]> {
  const titles = await titlesIn(paths)
  const items = await api.checks(game)
  if (titles === null) return items
  const pushed = new Set(await api.titles(game))
  const missing = [...titles].find((title) => !pushed.has(title))
  if (missing !== undefined) throw new UserError(`The game has no challenge "${missing}". Push it first.`)
  const checked = new Set(items.map(({ title }) => title))
  for (const title of titles) if (!checked.has(title)) printStatus(`  . ${title} has no solver.`)
  return items.filter(({ title }) => titles.has(title))
}

const lastLine = (output: string) => output.trimEnd().split('\n').at(-1) ?? ''

function line({ title, last }: CheckItem, width: number): string {
  const { outcome, reason, detail, duration, exitCode, output } = last!
  const took = duration === null ? '–' : `${(duration / 1000).toFixed(1)} s`
  const why = reason === null ? '' : checkText(reason, detail, exitCode)
  const said = outcome === 'failed' && output !== '' ? ` Last line: ${lastLine(output)}` : ''
  return `${MARKS[outcome!].padEnd(5)}${title.padEnd(width)}  ${took.padStart(8)}  ${why}${said}`.trimEnd()
}

/** Waits for checks; one that failed is done once the platform has checked it again. Calls back as each is done. */
async function finished(
  api: Api,
  game: number,
  runs: ReadonlyMap<number, string>,
  done: (item: CheckItem) => void
): Promise<CheckItem[]> {
  const found = new Map<number, CheckItem>()
  let failed = 0
  for (;;) {
    const items = await api.checks(game).catch((error: unknown) => {
      if ((error instanceof RefusedError && error.status < 500) || ++failed > MAX_FAILED) throw error
    })
    if (!items) {
      await setTimeout(POLL_MS)
      continue
    }
    failed = 0
    for (const [id, run] of runs) {
      if (found.has(id)) continue
      const item = items.find(({ challengeId }) => challengeId === id)
      if (!item) throw new UserError('A challenge was deleted, or lost its solver, while it was checked.')
      // Ids of runs rise with time.
      if (!item.last || item.last.outcome === null || item.last.id < run) continue
      found.set(id, item)
      done(item)
    }
    if (found.size === runs.size) return [...found.values()]
    await setTimeout(POLL_MS)
  }
}

/** Checks that challenges of a game can be solved. Exit code 1 where one cannot, 3 where the platform could not run one. */
export async function test(api: Api, game: number, paths: readonly string[]): Promise<number> {
  const wanted = await wantedOf(api, game, paths)
  if (wanted.length === 0) {
    printStatus('No challenge has a solver.')
    return EXIT.done
  }
  const width = Math.max(...wanted.map(({ title }) => title.length))
  const runs = new Map<number, string>()
  for (const { challengeId } of wanted) runs.set(challengeId, await api.startCheck(game, challengeId))
  const items = await finished(api, game, runs, (item) => print(line(item, width)))
  const count = (outcome: keyof typeof MARKS) => items.filter(({ last }) => last!.outcome === outcome).length
  const [failed, notRun] = [count('failed'), count('not_run')]
  printStatus(`${count('passed')} passed, ${failed} failed, ${notRun} could not run`)
  if (failed > 0) return EXIT.failed
  return notRun > 0 ? EXIT.notRun : EXIT.done
}
