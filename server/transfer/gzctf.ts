import { posix } from 'node:path'
import { z } from 'zod'
import {
  CHALLENGE_CATEGORIES,
  CHALLENGE_LIMITS,
  CHALLENGE_TYPES,
  hasContainer
} from '~/server/challenges/contract'
import type { gameInput } from '~/server/games/contract'
import { readSourceText, type Source } from './archive/source'
import { archivedFile, GAME_FILE, type Line, TRANSFER_LIMITS } from './contract'
import type { Attempt } from './layouts'
import { parseMembers } from './layouts/checked'
import type { PlannedChallenge, PlannedContent, PlannedFile } from './plan/plan'
import { archiveFault, Refusal, reportLine } from './report-lines'

/** Exports of games of GZCTF as ZIP (docs/game-archives.md#exports-of-gzctf). */

const FORMAT = 'GZCTF-GAME'
const MANIFEST = /^(?:[^/]+\/)?manifest\.json$/
const CHALLENGE = /\/challenge-\d+\.json$/

const text = z.string().nullish()
const number = z.number().nullish()
const truth = z.boolean().nullish()

const attachment = z.object({ type: text, hash: text, fileName: text, remoteUrl: text }).nullish()
type GivenFile = z.infer<typeof attachment>

const givenChallenge = z.object({
  title: z.string(),
  content: text,
  category: text,
  type: z.string(),
  scoring: z.object({ original: number, minRate: number, difficulty: number }).nullish(),
  limits: z.object({ submission: number, deadline: text }).nullish(),
  flags: z
    .object({
      disableBloodBonus: truth,
      enableTrafficCapture: truth,
      template: text,
      static: z.array(z.object({ value: z.string(), attachment })).nullish()
    })
    .nullish(),
  attachment,
  hints: z.array(z.string()).nullish(),
  container: z
    .object({
      image: text,
      memoryLimit: number,
      cpuCount: number,
      storageLimit: number,
      exposePort: number
    })
    .nullish()
})
type GivenChallenge = z.infer<typeof givenChallenge>

const givenGame = z.object({
  title: z.string(),
  summary: text,
  content: text,
  practiceMode: truth,
  acceptWithoutReview: truth,
  inviteCode: text,
  teamMemberCountLimit: number,
  containerCountLimit: number,
  startTime: text,
  endTime: text,
  writeup: z.object({ required: truth, deadline: text, note: text }).nullish(),
  bloodBonus: z.object({ first: z.int(), second: z.int(), third: z.int() }).nullish(),
  posterHash: text,
  divisions: z.array(z.object({ name: z.string(), inviteCode: text })).nullish()
})

/** The folder of such an export, '.' for the top; null for none. */
export async function gzctfRoot(source: Source): Promise<string | null> {
  const manifest = [...source.files.keys()].find((path) => MANIFEST.test(path))
  if (manifest === undefined) return null
  const told = await readSourceText(source, manifest, TRANSFER_LIMITS.definition).catch(() => '')
  return told.includes(`"${FORMAT}"`) ? posix.dirname(manifest) : null
}

/** @throws Refusal `bad_yaml`, `invalid` that names the member, `not_text`, `file_too_long` */
async function read<T>(source: Source, path: string, type: z.ZodType<T>): Promise<T> {
  const written = await readSourceText(source, path, TRANSFER_LIMITS.game)
  let value: unknown
  try {
    value = JSON.parse(written)
  } catch (error) {
    throw new Refusal('bad_yaml', { reason: (error as Error).message })
  }
  const parsed = type.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new Refusal('invalid', { name: issue!.path.join('.'), reason: issue!.message })
}

const HASH = /^[0-9a-f]{64}$/i

/** A file of the export by its hash; null when it is not there. */
function contentOf(source: Source, root: string, given: string): PlannedContent | null {
  const hash = given.toLowerCase()
  const path = posix.join(root, 'files', hash)
  return HASH.test(given) && source.files.has(path) ? { path, hash } : null
}

export interface GzctfGame {
  title: string
  start: string | undefined
  end: string | undefined
  /** Members of a game beside its title and times. */
  facts: Partial<z.input<typeof gameInput>>
  poster: PlannedContent | null
  notes: Line[]
}

const packed = ({ first, second, third }: { first: number; second: number; third: number }) =>
  first * 2 ** 20 + second * 2 ** 10 + third

/** The game according to the export. @throws AppError `archive.bad_game`, `archive.file_missing` */
export async function gzctfGame(source: Source, root: string): Promise<GzctfGame> {
  const path = posix.join(root, GAME_FILE)
  if (!source.files.has(path)) throw archiveFault('file_missing', { name: GAME_FILE })
  const given = await read(source, path, givenGame).catch((error) => {
    if (!(error instanceof Refusal)) throw error
    const { name = GAME_FILE, reason = error.line.code } = error.line.params
    throw archiveFault('bad_game', { name, reason })
  })
  const { writeup, bloodBonus, posterHash, divisions } = given
  const closed = (divisions ?? []).filter(({ inviteCode }) => inviteCode)
  const facts = {
    summary: given.summary ?? undefined,
    content: given.content ?? undefined,
    practiceMode: given.practiceMode ?? undefined,
    acceptWithoutReview: given.acceptWithoutReview ?? undefined,
    inviteCode: given.inviteCode,
    teamMemberCountLimit: given.teamMemberCountLimit ?? undefined,
    containerCountLimit: given.containerCountLimit ?? undefined,
    organizations: divisions?.map(({ name }) => name),
    ...(writeup && {
      writeupRequired: writeup.required ?? undefined,
      writeupDeadline: (writeup.required && writeup.deadline) || undefined,
      writeupNote: writeup.note ?? undefined
    }),
    // In the export, an absent member means no bonus.
    bloodBonus: bloodBonus ? packed(bloodBonus) : 0
  }
  return {
    title: given.title,
    start: given.startTime ?? undefined,
    end: given.endTime ?? undefined,
    facts,
    poster: posterHash ? contentOf(source, root, posterHash) : null,
    notes: closed.length > 0 ? [reportLine('no_counterpart', { name: 'divisions.inviteCode' })] : []
  }
}

/** @returns null for none, and with a note for one that is missing or that no archive may have */
function fileOf(source: Source, root: string, given: GivenFile, notes: Line[]): PlannedFile | null {
  const { type, hash, fileName, remoteUrl } = given ?? {}
  if (type !== 'Local' && type !== 'Remote') return null
  const written = fileName?.trim() || hash?.slice(0, 12) || ''
  const name = posix.basename(written.replaceAll('\\', '/'))
  const file = archivedFile.safeParse({
    ...{ type, hash: hash?.toLowerCase(), url: remoteUrl },
    ...(type === 'Local' && { name })
  })
  if (file.data?.type === 'Remote') return file.data
  const content = file.data && contentOf(source, root, file.data.hash)
  if (file.data && content) return { type: 'Local', name: file.data.name, content }
  notes.push(
    file.data ? reportLine('file_missing', { name }) : reportLine('bad_member', { name: 'attachment' })
  )
  return null
}

/** Flags of a type; dynamic attachments have a file for each. @throws Refusal `dynamic_attachment` */
function flagsOf(
  type: string,
  given: GivenChallenge,
  file: (given: GivenFile) => PlannedFile | null,
  notes: Line[]
): PlannedChallenge['flags'] {
  const listed = given.flags?.static ?? []
  if (type === 'DynamicContainer') {
    if (listed.length > 0) notes.push(reportLine('flags_left'))
    return []
  }
  if (listed.length === 0) notes.push(reportLine('no_flag'))
  if (listed.length > CHALLENGE_LIMITS.flags)
    throw new Refusal('invalid', { name: 'flags', reason: 'field.out_of_range' })
  return listed.map((one) => {
    const own = type === 'DynamicAttachment' ? file(one.attachment) : null
    if (type === 'DynamicAttachment' && !own) throw new Refusal('dynamic_attachment')
    return { flag: one.value, file: own, decoy: null }
  })
}

const atLeast = (least: number, given: number | null | undefined) =>
  given == null ? undefined : Math.max(least, given)

/** @throws Refusal */
function challengeOf(source: Source, root: string, from: string, given: GivenChallenge): PlannedChallenge {
  const type = CHALLENGE_TYPES.find((one) => one === given.type)
  if (!type) throw new Refusal('type_unknown', { name: given.type })
  const notes: Line[] = []
  const category = CHALLENGE_CATEGORIES.find((one) => one === given.category)
  const file = (one: GivenFile) => fileOf(source, root, one, notes)
  const flags = flagsOf(type, given, file, notes)
  const { scoring, limits, container, hints } = given
  if (given.flags?.disableBloodBonus) notes.push(reportLine('no_counterpart', { name: 'disableBloodBonus' }))
  if (hasContainer(type) && !container?.image) notes.push(reportLine('no_image'))
  const tries = Math.min(limits?.submission ?? 0, CHALLENGE_LIMITS.attempts)
  const raw = {
    title: given.title,
    category: category ?? 'Misc',
    type,
    content: given.content ?? '',
    hints: hints ?? [],
    originalScore: scoring?.original ?? undefined,
    minScoreRate: scoring?.minRate ?? undefined,
    difficulty: atLeast(0.01, scoring?.difficulty),
    attemptLimit: tries > 0 ? tries : undefined,
    closesAt: limits?.deadline ?? undefined,
    ...(hasContainer(type) && {
      containerImage: container?.image || undefined,
      memoryLimit: atLeast(32, container?.memoryLimit),
      cpuCount: container?.cpuCount ?? undefined,
      storageLimit: atLeast(128, container?.storageLimit),
      containerExposePort: container?.exposePort ?? undefined,
      enableTrafficCapture: given.flags?.enableTrafficCapture ?? undefined,
      flagTemplate: given.flags?.template ?? undefined
    })
  }
  const shared = type === 'DynamicAttachment' ? null : file(given.attachment)
  return {
    ...parseMembers(from, raw, flags, shared ? [shared] : [], notes),
    own: category ? null : given.category?.trim() || null
  }
}

/** The challenges of an export; one that cannot be imported comes with the reason. @throws AppError `archive.too_many_challenges` */
export async function gzctfChallenges(
  source: Source,
  root: string
): Promise<(Attempt & { path: string; folder: string })[]> {
  const folder = `${posix.join(root, 'challenges')}/`
  const idOf = (path: string) => Number(path.match(/-(\d+)\.json$/)?.[1])
  const paths = [...source.files.keys()].filter((path) => path.startsWith(folder) && CHALLENGE.test(path))
  if (paths.length > TRANSFER_LIMITS.challenges)
    throw archiveFault('too_many_challenges', { max: TRANSFER_LIMITS.challenges })
  const made: (Attempt & { path: string; folder: string })[] = []
  for (const path of paths.sort((a, b) => idOf(a) - idOf(b))) {
    const from = posix.relative(root, path)
    let title = posix.basename(path)
    try {
      const given = await read(source, path, givenChallenge)
      title = given.title.slice(0, CHALLENGE_LIMITS.title) || title
      const challenge = challengeOf(source, root, from, given)
      made.push({ path: from, folder: from, title, challenge, refusal: null })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      made.push({ path: from, folder: from, title, challenge: null, refusal: error })
    }
  }
  return made
}
