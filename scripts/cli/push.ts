import { print, printStatus, UserError } from '~/scripts/shared/output'
import type { PushReport } from '~/server/transfer/contract'
import type { Api } from './api'
import { type Target, UsageError } from './args'
import { showGone, showMarks, showReport, summaryOf } from './show'
import { agrees, canAsk } from './terminal'
import { openTree, type Tree } from './tree'

/** Exit codes of all commands (docs/challenges-as-code.md#exit-codes). */
export const EXIT = { done: 0, failed: 1, differences: 2, notRun: 3, usage: 64 } as const

const queryOf = ({ partial, values }: Target): Record<string, string> => ({
  ...(partial && { partial: 'true' }),
  ...(Object.keys(values).length > 0 && { values: JSON.stringify(values) })
})

const plans = (api: Api, target: Target, zip: string): Promise<PushReport> =>
  api.push(target.game, zip, { ...queryOf(target), dryRun: 'true' })

/** Does a plan, if it is still the same one. */
const does = (api: Api, target: Target, zip: string, { plan }: PushReport): Promise<PushReport> =>
  api.push(target.game, zip, { ...queryOf(target), plan })

const isBlocked = ({ refused }: PushReport, { partial }: Target) => refused.length > 0 && !partial

/** Shows what a push would do. Exit code 2 where it is something. */
export async function diff(api: Api, target: Target, json: boolean): Promise<number> {
  const tree = await openTree(target.path)
  try {
    const plan = await tree.packed((zip) => plans(api, target, zip))
    if (json) print(JSON.stringify(plan, null, 2))
    else {
      showReport(plan, tree.shown)
      showGone(plan, { remove: false })
      showMarks(plan)
      printStatus(summaryOf(plan, { remove: false }))
    }
    if (isBlocked(plan, target)) return EXIT.failed
    return plan.created.length + plan.updated.length > 0 ? EXIT.differences : EXIT.done
  } finally {
    await tree.close()
  }
}

interface PushWish {
  yes: boolean
  remove: boolean
}

/** Asks whether to continue after showing the plan. @throws UsageError without a terminal */
async function confirmed(yes: boolean): Promise<boolean> {
  if (yes) return true
  if (!canAsk()) throw new UsageError('There is no terminal to ask on. Add --yes to push without a question.')
  return agrees('Push this?')
}

async function removeGone(api: Api, { game }: Target, { gone }: PushReport): Promise<void> {
  for (const { challengeId, title } of gone) {
    await api.remove(game, challengeId)
    printStatus(`  - ${title}`)
  }
}

/** The plan, the question, the push; a second run goes on where one that was killed stopped. */
async function pushTree(api: Api, target: Target, tree: Tree, zip: string, { yes, remove }: PushWish) {
  const plan = await plans(api, target, zip)
  showReport(plan, tree.shown)
  showGone(plan, { remove })
  showMarks(plan)
  printStatus(summaryOf(plan, { remove }))
  if (isBlocked(plan, target))
    throw new UserError('Nothing was changed. Mend what is refused, or leave it out with --partial.')
  const leaves = remove ? plan.gone.length : 0
  if (plan.created.length + plan.updated.length + leaves === 0) return EXIT.done
  if (!(await confirmed(yes))) {
    printStatus('Nothing was changed.')
    return EXIT.failed
  }
  const done = await does(api, target, zip, plan)
  if (remove) await removeGone(api, target, plan)
  printStatus(summaryOf(done, { done: true }))
  const failed = done.refused.slice(plan.refused.length)
  if (failed.length === 0) return EXIT.done
  showReport({ ...done, created: [], updated: [], ignored: [], refused: failed }, tree.shown)
  return EXIT.failed
}

/** Brings a game to what a folder says. */
export async function push(api: Api, target: Target, wish: PushWish): Promise<number> {
  const tree = await openTree(target.path)
  try {
    return await tree.packed((zip) => pushTree(api, target, tree, zip, wish))
  } finally {
    await tree.close()
  }
}

/** Pushes some challenges without a question, for `watch`. */
export async function pushSome(
  api: Api,
  target: Target,
  tree: Tree,
  only: ReadonlySet<string>
): Promise<void> {
  const done = await tree.packed(async (zip) => does(api, target, zip, await plans(api, target, zip)), only)
  showReport(done, tree.shown)
  if (done.created.length + done.updated.length + done.refused.length === 0) printStatus('  No difference.')
}
