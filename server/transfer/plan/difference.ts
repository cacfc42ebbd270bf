import { createHash } from 'node:crypto'
import { z } from 'zod'
import {
  type ChallengeUpdate,
  type Connection,
  commandOf,
  containerOptions,
  type Solver,
  solver,
  storedConnection
} from '~/server/challenges/contract'
import { storedHint } from '~/server/hints/contract'
import type { Source } from '../archive/source'
import { zipStream } from '../archive/staging'
import type { Line } from '../contract'
import { isLacking } from '../layouts/files'
import { readFault, reportLine } from '../report-lines'
import type { PlannedChallenge, PlannedContent, PlannedFile, PlannedUpdate } from './plan'

const file = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Local'), hash: z.string(), name: z.string() }),
  z.object({ type: z.literal('Remote'), url: z.string(), name: z.string().nullish() })
])

export const storedChallenge = z.looseObject({
  id: z.number(),
  version: z.number(),
  title: z.string(),
  category: z.string(),
  customCategory: z.string().nullable(),
  type: z.string(),
  content: z.string(),
  solution: z.string(),
  solutionPublic: z.boolean(),
  hints: z.array(z.string()),
  pricedHints: z.array(storedHint),
  connections: z.array(storedConnection),
  originalScore: z.number(),
  minScoreRate: z.number(),
  difficulty: z.number(),
  attemptLimit: z.number().nullable(),
  author: z.string(),
  level: z.string().nullable(),
  tags: z.array(z.string()),
  hideLocked: z.boolean(),
  fileName: z.string().nullable(),
  checker: z.string().nullable(),
  scoring: z.string().nullable(),
  requires: z.array(z.number()),
  sourceId: z.string().nullable(),
  flags: z.array(z.string()),
  files: z.array(file)
})
export type StoredChallenge = z.infer<typeof storedChallenge>

const CONTAINER = [
  'containerImage',
  'containerExposePort',
  'memoryLimit',
  'cpuCount',
  'storageLimit',
  'enableTrafficCapture',
  'flagTemplate',
  'containerCompose',
  'containerOptions',
  'solver'
] as const satisfies (keyof ChallengeUpdate)[]

const POINTS = ['originalScore', 'minScoreRate', 'difficulty', 'attemptLimit'] as const

const PLUGINS = ['checker', 'scoring'] as const satisfies (keyof ChallengeUpdate)[]

const LABELS = ['author', 'level', 'tags'] as const satisfies (keyof ChallengeUpdate)[]

/** Members that null clears; for others null means no change. */
const CLEARED = new Set<keyof ChallengeUpdate>([
  'attemptLimit',
  'level',
  'flagTemplate',
  'containerCompose',
  'solver',
  'checker',
  'scoring'
])

const sorted = ({ environment, ...rest }: Solver) => ({
  ...rest,
  environment: Object.entries(environment).sort(([a], [b]) => (a < b ? -1 : 1))
})

/** Texts in the form in which they are compared: line ends do not differ, nor do absent and empty texts. */
function plain(name: string, value: unknown): string {
  if (name === 'containerOptions') return JSON.stringify(containerOptions.parse(value ?? {}))
  // Stored objects have an order of their own.
  if (name === 'solver' && value) return JSON.stringify(sorted(solver.parse(value)))
  return typeof value === 'string' ? value.replace(/\r\n?/g, '\n').trim() : JSON.stringify(value ?? '')
}

function firstDifference(before: string, after: string): Line['params'] {
  const [old, fresh] = [before.split('\n'), after.split('\n')]
  const at = fresh.findIndex((text, index) => text !== old[index])
  const place = at < 0 ? fresh.length : at
  return { before: old[place] ?? '…', after: fresh[place] ?? '…' }
}

async function hashOf(source: Source, content: PlannedContent): Promise<string> {
  const sum = createHash('sha256')
  try {
    const stream = 'path' in content ? await source.open(content.path) : zipStream(source, content.zip)
    for await (const chunk of stream) sum.update(chunk as Buffer)
  } catch (error) {
    throw readFault(error)
  }
  return sum.digest('hex')
}

type StoredFile = StoredChallenge['files'][number]

const nameOf = (one: PlannedFile | StoredFile) => (one.type === 'Local' ? one.name : one.url)

const namesOf = (files: readonly (PlannedFile | StoredFile)[]) => files.map(nameOf).join(', ') || '–'

async function isSameFile(source: Source, old: StoredFile, fresh: PlannedFile) {
  // A source that names no address keeps the name that it has.
  if (old.type === 'Remote' && fresh.type === 'Remote' && fresh.name && fresh.name !== old.name) return false
  if (nameOf(old) !== nameOf(fresh) || old.type === 'Remote' || fresh.type === 'Remote')
    return nameOf(old) === nameOf(fresh) && old.type === fresh.type
  return old.hash === (await hashOf(source, fresh.content))
}

async function sameFiles(source: Source, old: readonly StoredFile[], fresh: readonly PlannedFile[]) {
  if (old.length !== fresh.length) return false
  for (const [place, file] of fresh.entries())
    if (!(await isSameFile(source, old[place]!, file))) return false
  return true
}

const pricedPlain = (all: readonly { content: string; cost: number; availableAt?: Date | string | null }[]) =>
  JSON.stringify(
    all.map(({ content, cost, availableAt }) => [
      plain('', content),
      cost,
      availableAt ? new Date(availableAt).getTime() : null
    ])
  )

const differsPriced = (old: StoredChallenge, { pricedHints }: ChallengeUpdate): boolean =>
  pricedHints != null && pricedPlain(pricedHints) !== pricedPlain(old.pricedHints)

/** Keeps ids of hints with an equal text, so that buyers keep them. */
function identified(old: StoredChallenge, challenge: PlannedChallenge): PlannedChallenge {
  const { pricedHints } = challenge.update
  if (!pricedHints) return challenge
  const left = [...old.pricedHints]
  const kept = pricedHints.map((hint) => {
    const at = left.findIndex(({ content }) => plain('', content) === plain('', hint.content))
    return { ...hint, id: at < 0 ? null : left.splice(at, 1)[0]!.id }
  })
  return { ...challenge, update: { ...challenge.update, pricedHints: kept } }
}

const connectedBy = (all: readonly Connection[]) =>
  all.map((one) => [one.label, commandOf(one)].filter(Boolean).join(': ')).join(' / ')

function columnChanges(old: StoredChallenge, { input, own, update }: PlannedChallenge): Line[] {
  const found: Line[] = []
  const differs = (name: keyof ChallengeUpdate) =>
    (update[name] != null || (update[name] === null && CLEARED.has(name))) &&
    plain(name, update[name]) !== plain(name, old[name])
  if (old.title !== input.title.trim())
    found.push(reportLine('new_title', { before: old.title, after: input.title.trim() }))
  const [before, after] = [old.customCategory ?? old.category, own ?? input.category]
  if (before !== after) found.push(reportLine('new_category', { before, after }))
  if (differs('content'))
    found.push(reportLine('new_text', firstDifference(plain('', old.content), plain('', update.content))))
  if (differs('solution'))
    found.push(
      reportLine('new_solution', firstDifference(plain('', old.solution), plain('', update.solution)))
    )
  if (differs('solutionPublic'))
    found.push(
      reportLine('new_solution_public', {
        before: `${old.solutionPublic}`,
        after: `${update.solutionPublic}`
      })
    )
  if (POINTS.some(differs)) {
    const all = (one: Partial<Record<(typeof POINTS)[number], number | null>>) =>
      POINTS.map((name) => (one[name] === undefined ? old[name] : one[name]) ?? '–').join(' / ')
    found.push(reportLine('new_points', { before: all(old), after: all(update) }))
  }
  if (differs('hints') || differsPriced(old, update))
    found.push(
      reportLine('new_hints', {
        before: old.hints.length + old.pricedHints.length,
        after: (update.hints ?? old.hints).length + (update.pricedHints ?? old.pricedHints).length
      })
    )
  if (update.connections != null && connectedBy(update.connections) !== connectedBy(old.connections))
    found.push(
      reportLine('new_connections', {
        before: connectedBy(old.connections) || '–',
        after: connectedBy(update.connections) || '–'
      })
    )
  if (LABELS.some(differs)) {
    const all = (one: Partial<Record<(typeof LABELS)[number], string | string[] | null>>) =>
      LABELS.map((name) => ((one[name] === undefined ? old[name] : one[name]) ?? '').toString() || '–').join(
        ' / '
      )
    found.push(reportLine('new_labels', { before: all(old), after: all(update) }))
  }
  if (PLUGINS.some(differs)) {
    const all = (one: Partial<Record<(typeof PLUGINS)[number], string | null>>) =>
      PLUGINS.map((name) => (one[name] === undefined ? old[name] : one[name]) || '–').join(' / ')
    found.push(reportLine('new_plugins', { before: all(old), after: all(update) }))
  }
  if (differs('fileName'))
    found.push(reportLine('new_file', { before: old.fileName ?? '–', after: update.fileName ?? '–' }))
  const container = CONTAINER.filter(differs)
  if (container.length > 0) found.push(reportLine('new_container', { name: container.join(', ') }))
  return found
}

const hiding = ({ hideLocked }: Pick<ChallengeUpdate, 'hideLocked'>) => `hideLocked: ${hideLocked === true}`

/** A challenge of the game by the `from` of the folder that is the same one. */
type Counterparts = ReadonlyMap<string, { id: number; title: string }>

/**
 * The changed requirements, in words; null if they are equal, or if some were dropped because the source lacks those challenges.
 */
function requiresChange(
  old: StoredChallenge,
  { requires, notes, silent, update }: PlannedChallenge,
  known: Counterparts,
  titles: ReadonlyMap<number, string>
): Line | null {
  const hidden = silent !== undefined && update.hideLocked != null && update.hideLocked !== old.hideLocked
  if (silent?.requires ?? requires.length === 0)
    return hidden ? reportLine('new_requirements', { before: hiding(old), after: hiding(update) }) : null
  if (notes.some(({ code }) => code === 'requirements')) return null
  const named = (ids: readonly number[]) => ids.map((id) => titles.get(id) ?? String(id)).join(', ')
  const wanted = requires.flatMap((from) => known.get(from)?.id ?? [])
  const same =
    wanted.length === requires.length &&
    wanted.length === old.requires.length &&
    wanted.every((id) => old.requires.includes(id))
  if (same && !hidden) return null
  const fresh = requires.filter((from) => !known.has(from))
  return reportLine('new_requirements', {
    before: named(old.requires) || '–',
    after: [named(wanted), ...fresh].filter(Boolean).join(', ') || '–'
  })
}

/** Flags of a dynamic attachment that are others: each belongs to a file that a team may have, so that they are changed by hand. */
export function otherFiles(old: StoredChallenge, { input, flags, silent }: PlannedChallenge): string | null {
  if (input.type !== 'DynamicAttachment' || silent?.flags) return null
  const wanted = new Set(flags.map(({ flag }) => flag.trim()))
  const others = [
    ...[...wanted].filter((flag) => !old.flags.includes(flag)),
    ...old.flags.filter((flag) => !wanted.has(flag))
  ]
  return others.length > 0 ? others.join(', ') : null
}

/** What else of the game the comparison needs. */
interface Around {
  known: Counterparts
  titles: ReadonlyMap<number, string>
}

/**
 * The changes that a new edition makes to a challenge. Flags of a dynamic attachment stay, because each belongs to a file that a
 * team may have.
 */
export async function diffChallenge(
  source: Source,
  old: StoredChallenge,
  challenge: PlannedChallenge,
  { known, titles }: Around
): Promise<PlannedUpdate> {
  const changes = columnChanges(old, challenge)
  const { silent, notes } = challenge
  const wanted = [...new Set(challenge.flags.map(({ flag }) => flag.trim()))]
  const left = silent?.flags || challenge.input.type.startsWith('Dynamic')
  const added = left ? [] : wanted.filter((flag) => !old.flags.includes(flag))
  const removed = left ? [] : old.flags.filter((flag) => !wanted.includes(flag))
  if (added.length > 0) changes.push(reportLine('new_flags', { name: added.join(', ') }))
  if (removed.length > 0) changes.push(reportLine('gone_flags', { name: removed.join(', ') }))
  // A file that the archive lacks is not removed.
  const filesChanged =
    !silent?.files && !isLacking(notes) && !(await sameFiles(source, old.files, challenge.files))
  if (filesChanged)
    changes.push(reportLine('new_file', { before: namesOf(old.files), after: namesOf(challenge.files) }))
  const requires = requiresChange(old, challenge, known, titles)
  if (requires) changes.push(requires)
  return {
    challenge: identified(old, challenge),
    id: old.id,
    version: old.version,
    changes,
    flags: { added, removed },
    filesChanged,
    requiresChanged: requires !== null && !silent?.requires
  }
}
