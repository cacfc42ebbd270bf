import { sentence } from '~/scripts/game/words'
import { plural, print, printStatus } from '~/scripts/shared/output'
import { readSourceText, type Source } from '~/server/transfer/archive/source'
import { TRANSFER_LIMITS } from '~/server/transfer/contract'
import { isLacking } from '~/server/transfer/layouts/files'
import type { PlannedChallenge } from '~/server/transfer/plan/plan'
import { NO_CHALLENGE } from '~/server/transfer/plan/planner'
import { UsageError } from '../args'
import { EXIT } from '../push'
import { openTree, type Tree } from '../tree'
import { flagInFile, largePicture } from './files'
import { type Finding, flagInText, noAltText, noFlag, noLimits, privateHost, RULES, type Rule } from './rules'

/** A finding and the challenge's own file. */
export interface Placed extends Finding {
  from: string
}

/** Remarks of the reader of folders: a missing file, and everything else. */
const remarks = ({ notes }: PlannedChallenge): Finding[] =>
  notes.map((note) => ({ rule: isLacking([note]) ? 'missing-file' : 'remark', text: sentence(note) }))

/** Rules that a comment of the challenge's own file leaves out: `# halyard-lint: skip flag-in-file`. */
async function skippedBy(source: Source, { from }: PlannedChallenge): Promise<Set<string>> {
  if (!source.files.has(from)) return new Set()
  const text = await readSourceText(source, from, TRANSFER_LIMITS.definition)
  const comments = [...text.matchAll(/#\s*halyard-lint:\s*skip\s+([\w ,-]+)/g)]
  return new Set(comments.flatMap(([, rules]) => rules!.split(/[\s,]+/)))
}

async function findingsOf({ source }: Tree, challenge: PlannedChallenge): Promise<Placed[]> {
  const skipped = await skippedBy(source, challenge)
  const found = [
    ...remarks(challenge),
    ...flagInText(challenge),
    ...noFlag(challenge),
    ...noLimits(challenge),
    ...noAltText(challenge),
    ...privateHost(challenge),
    ...largePicture(source, challenge),
    ...(skipped.has('flag-in-file') ? [] : await flagInFile(source, challenge))
  ]
  return found.filter(({ rule }) => !skipped.has(rule)).map((one) => ({ ...one, from: challenge.from }))
}

/** Everything that is found in a tree, challenge by challenge; the platform is not asked. */
export async function findings(tree: Tree): Promise<Placed[]> {
  const unusable = tree.plan.refused
    .filter(({ reason }) => !NO_CHALLENGE.has(reason.code))
    .map(({ from, reason }): Placed => ({ rule: 'unusable', text: sentence(reason), from }))
  const found = [...unusable]
  for (const challenge of tree.plan.challenges) found.push(...(await findingsOf(tree, challenge)))
  return found.map((one) => ({ ...one, from: tree.shown(one.from) }))
}

/** Prints one line a finding, as compilers do, so that editors and CI find the place. Exit code 1 with errors. */
export async function lint(path: string, strict: boolean, skip: string[]): Promise<number> {
  const unknown = skip.find((rule) => !Object.hasOwn(RULES, rule))
  if (unknown !== undefined)
    throw new UsageError(`There is no rule "${unknown}". The rules are ${Object.keys(RULES).join(', ')}.`)
  const tree = await openTree(path)
  try {
    const found = (await findings(tree)).filter(({ rule }) => !skip.includes(rule))
    const levelOf = (rule: Rule) => (strict ? 'error' : RULES[rule])
    for (const { from, rule, text } of found) print(`${from}: ${levelOf(rule)}: ${text} [${rule}]`)
    const errors = found.filter(({ rule }) => levelOf(rule) === 'error').length
    printStatus(
      `${plural(tree.plan.challenges.length, 'challenge')}: ${plural(errors, 'error')}, ${plural(found.length - errors, 'warning')}`
    )
    return errors > 0 ? EXIT.failed : EXIT.done
  } finally {
    await tree.close()
  }
}
