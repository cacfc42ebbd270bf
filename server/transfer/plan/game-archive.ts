import { posix } from 'node:path'
import { readSourceText, type Source } from '../archive/source'
import {
  type ArchivedFile,
  GAME_FILE,
  GAME_FORMAT,
  GAME_VERSION,
  type GameArchive,
  gameArchive,
  type ImportOptions,
  TRANSFER_LIMITS
} from '../contract'
import { parseMembers } from '../layouts/checked'
import { archiveFault, Refusal } from '../report-lines'
import type { Plan, PlannedContent, PlannedFile } from './plan'
import { withRequirements } from './requirements'

/** Where a fault is, as `challenges[2].title`; '' for the whole. */
export const placeOf = (path: PropertyKey[]) =>
  path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index > 0 ? '.' : ''}${String(part)}`))
    .join('')

/** @throws AppError `archive.bad_game`, `archive.other_version` */
function parsed(text: string): GameArchive {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw archiveFault('bad_game', { name: GAME_FILE, reason: (error as Error).message })
  }
  const { format, version } = (value ?? {}) as { format?: unknown; version?: unknown }
  if (format === GAME_FORMAT && version !== GAME_VERSION)
    throw archiveFault('other_version', { name: JSON.stringify(version ?? null) })
  const read = gameArchive.safeParse(value)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw archiveFault('bad_game', { name: placeOf(issue!.path) || GAME_FILE, reason: issue!.message })
}

const placeIn = (index: number) => `${GAME_FILE}: challenges[${index}]`

/** @throws Refusal for a challenge that cannot be stored as it is written */
function plannedChallenge(
  challenge: GameArchive['challenges'][number],
  from: string,
  file: (given: ArchivedFile) => PlannedFile
) {
  const {
    flags,
    attachment,
    files,
    version,
    requires,
    customCategory = null,
    folder = null,
    ...raw
  } = challenge
  const given = flags.map((one) => ({
    flag: one.flag,
    file: one.attachment && file(one.attachment),
    decoy: one.decoy ?? null
  }))
  const shared = [...(attachment ? [attachment] : []), ...files]
  const planned = parseMembers(from, raw, given, shared.map(file), [])
  const misplaced =
    planned.input.type === 'DynamicAttachment' ? shared.length > 0 : flags.some((one) => one.attachment)
  if (misplaced)
    throw new Refusal('invalid', { name: 'attachment', reason: 'challenge.flag_attachment_not_allowed' })
  return { ...planned, own: customCategory, sourceId: folder, requires: requires.map(placeIn) }
}

/** Plans our own export. Any fault refuses the whole archive, because nobody wrote it by hand. */
export async function planGame(source: Source, manifest: string, options: ImportOptions): Promise<Plan> {
  const unfit = (['game', 'title', 'start', 'end'] as const).find((name) => options[name] !== undefined)
  if (unfit) throw archiveFault('folders_only', { name: unfit })
  if (source.links.size > 0) throw archiveFault('link', { name: [...source.links][0]! })
  const archive = parsed(await readSourceText(source, manifest, TRANSFER_LIMITS.game).catch(tooLong))
  const base = posix.dirname(manifest)
  const content = (hash: string): PlannedContent => {
    const path = posix.join(base, 'files', hash)
    if (!source.files.get(path)) throw archiveFault('file_missing', { name: `files/${hash}` })
    return { path, hash }
  }
  const file = (given: ArchivedFile): PlannedFile =>
    given.type === 'Local' ? { type: 'Local', name: given.name, content: content(given.hash) } : given
  const { game, poster, categories, notices, posts, answers, tickets, embeds } = archive
  const names = new Set(answers.map(({ name }) => name))
  if (names.size < answers.length)
    throw archiveFault('bad_game', { name: 'answers', reason: 'canned.name_taken' })
  const own = new Set(categories.map((one) => one.name.toLowerCase()))
  if (own.size < categories.length)
    throw archiveFault('bad_game', { name: 'categories', reason: 'category.name_taken' })
  const challenges = archive.challenges.map((one, index) => {
    try {
      if (one.customCategory && !own.has(one.customCategory.toLowerCase()))
        throw new Refusal('invalid', { name: 'customCategory', reason: 'category.not_found' })
      return plannedChallenge(one, placeIn(index), file)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { name = '', reason = '' } = error.line.params
      throw archiveFault('bad_game', { name: `challenges[${index}].${name}`, reason })
    }
  })
  return {
    kind: 'Game',
    game,
    poster: poster ? content(poster) : null,
    categories,
    challenges: withRequirements(challenges),
    updates: [],
    refused: [],
    notices,
    posts,
    answers,
    tickets,
    embeds: embeds.map(content),
    notes: []
  }
}

function tooLong(error: unknown): never {
  if (error instanceof Refusal) throw archiveFault('file_too_large', { name: GAME_FILE })
  throw error
}
