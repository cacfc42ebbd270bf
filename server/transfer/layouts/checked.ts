import { CHALLENGE_LIMITS, challengeInput, challengeUpdate, flagsInput } from '~/server/challenges/contract'
import { parseCompose } from '~/server/compose'
import type { ComposeIssue } from '~/server/compose/contract'
import type { Line } from '../contract'
import type { PlannedChallenge, PlannedFile } from '../plan/plan'
import { Refusal } from '../report-lines'

/** The contracts of the edit calls, and their complaint as a refusal. */
function valid<T>(
  read:
    | { success: true; data: T }
    | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } }
): T {
  if (read.success) return read.data
  const [issue] = read.error.issues
  const name = issue!.path.filter((part) => typeof part === 'string').join('.')
  throw new Refusal('invalid', { name, reason: issue!.message })
}

/** Checks as the edit calls would. @throws Refusal `invalid` */
export function parseMembers(
  from: string,
  raw: { title: unknown; category: unknown; type: unknown } & Record<string, unknown>,
  flags: PlannedChallenge['flags'],
  files: PlannedFile[],
  notes: Line[]
): PlannedChallenge {
  const { title, category, type, ...columns } = raw
  const input = valid(challengeInput.safeParse({ title, category, type }))
  const update = valid(challengeUpdate.safeParse(columns))
  const compose = update.containerCompose?.trim() ? parseCompose(update.containerCompose) : null
  if (compose && !compose.ok) {
    const [{ code, line: at }] = compose.issues as [ComposeIssue]
    throw new Refusal('invalid', { name: 'containerCompose', reason: `${at}: ${code}` })
  }
  const texts = flags.map(({ flag }) => ({ flag }))
  for (let at = 0; at < texts.length; at += CHALLENGE_LIMITS.flagsAtOnce)
    valid(flagsInput.safeParse(texts.slice(at, at + CHALLENGE_LIMITS.flagsAtOnce)))
  return { from, input, own: null, update, flags, files, sourceId: null, notes, requires: [] }
}
