import { posix } from 'node:path'
import { type GameInput, gameInput } from '~/server/games/contract'
import { DAY_MS, MINUTE_MS } from '~/server/platform/time'
import { readSourceText, rootOf, type Source } from '../archive/source'
import { GAME_FILE, GAME_FORMAT, type ImportOptions, TRANSFER_LIMITS } from '../contract'
import { ctfdChallenges } from '../ctfd/challenges'
import { ctfdRoot, settingsOf } from '../ctfd/tables'
import { DEFINITION, TASK } from '../definition'
import { type GzctfGame, gzctfChallenges, gzctfGame, gzctfRoot } from '../gzctf'
import { type Attempt, readChallenge } from '../layouts'
import { RCTF_CHALLENGES, rctfChallenges } from '../rctf/challenges'
import { rctfGame } from '../rctf/game'
import { isSaved, ofKind, type RctfExport, rctfExport } from '../rctf/responses'
import { archiveFault, Refusal, reportLine } from '../report-lines'
import { placeOf, planGame } from './game-archive'
import { contentBytes, type Plan, type PlannedChallenge } from './plan'
import { withRequirements } from './requirements'

/** The shallowest path of a name, because repositories come inside a folder. */
function shallowest(source: Source, name: string): string | null {
  const found = [...source.files.keys()].filter((path) => posix.basename(path) === name)
  const depth = (path: string) => path.split('/').length
  return found.sort((a, b) => depth(a) - depth(b))[0] ?? null
}

const FOREIGN = /(^|\/)(\.[^/]+|node_modules|__MACOSX|__pycache__)\//

function definitionsOf(source: Source): string[] {
  // Skips links: a linked definition is found at its own place.
  const paths = [...source.files.keys()].filter(
    (path) => DEFINITION.test(posix.basename(path)) && !FOREIGN.test(path) && source.real(path) === path
  )
  const last = (path: string) => Number(!path.endsWith('.yml'))
  const compare = (a: string, b: string) => Number(a > b) - Number(a < b)
  return paths.sort(
    (a, b) => compare(posix.dirname(a), posix.dirname(b)) || last(a) - last(b) || compare(a, b)
  )
}

/** Refusals of files that are another tool's. */
export const NO_CHALLENGE = new Set(['not_challenge', 'kctf'])

const isOtherTask = (path: string, { line: { code } }: Refusal) =>
  TASK.test(posix.basename(path)) && ['not_challenge', 'no_flag', 'bad_yaml'].includes(code)

/** The folder of a challenge below the root; if one folder has several, each is identified by its file. */
export function challengeSourceFolder(path: string, root: string): string | null {
  const shared = /\.challenge\.[^.]+$/i.test(path)
  return posix.relative(root, shared ? path : posix.dirname(path)) || null
}

const tooMany = () => archiveFault('too_many_challenges', { max: TRANSFER_LIMITS.challenges })

type Read = Attempt & { path: string; folder: string }

async function readFolders(source: Source, definitions: string[]): Promise<Read[]> {
  const read: Read[] = []
  for (const path of definitions)
    read.push({ path, folder: posix.dirname(path), ...(await readChallenge(source, path)) })
  return read
}

/** Plans an export of CTFd. Takes over only times in the future. */
async function planCtfd(source: Source, root: string, name: string, now: Date, options: ImportOptions) {
  const read = await ctfdChallenges(source, root)
  // Settings have passwords of services too, so that they are read only where a game is made of them.
  if (options.game !== undefined) return planChallenges(source, read, name, now, options)
  const { title, start, end } = await settingsOf(source, root)
  const times =
    start !== null && end !== null && start < end && !options.start && !options.end
      ? { start: new Date(start * 1000), end: new Date(end * 1000) }
      : {}
  return planChallenges(source, read, title ?? name, now, { ...options, ...times })
}

/** Plans an export of GZCTF: a new hidden game with its facts, or its challenges for one that is there. */
async function planGzctf(source: Source, root: string, now: Date, options: ImportOptions): Promise<Plan> {
  const told = await gzctfGame(source, root)
  const read = await gzctfChallenges(source, root)
  return planChallenges(source, read, told.title, now, options, told)
}

/** Plans what was saved of rCTF; null without challenges. Who played is not read here, and is not told of. */
async function planRctf(
  source: Source,
  exported: RctfExport,
  name: string,
  now: Date,
  options: ImportOptions
) {
  const read = await rctfChallenges(source, exported, now)
  if (read.length === 0) return null
  const told = rctfGame(exported) ?? NOTHING
  const files = ofKind(exported, ...RCTF_CHALLENGES, 'goodClientConfig').map(({ path }) => path)
  return { ...planChallenges(source, read, told.title ?? name, now, options, told), told: files }
}

/** Facts of the game itself that an export may contain. */
type Told = Pick<GzctfGame, 'start' | 'end' | 'facts' | 'poster' | 'notes'> & { title?: string }
const NOTHING: Told = { start: undefined, end: undefined, facts: {}, poster: null, notes: [] }

/** True if a new game gets the times that its export tells. */
const hasToldTimes = (options: ImportOptions, told: Told) =>
  options.game === undefined &&
  !options.start &&
  !options.end &&
  told.start !== undefined &&
  told.end !== undefined

/** A deadline means nothing among other times than those of its export. */
function withoutDeadline(challenge: PlannedChallenge): PlannedChallenge {
  const { closesAt, ...update } = challenge.update
  if (!closesAt) return challenge
  return {
    ...challenge,
    update,
    notes: [...challenge.notes, reportLine('no_counterpart', { name: 'deadline' })]
  }
}

/** The new game of imported challenges. @throws AppError `archive.bad_times`, `archive.bad_game` */
function gameOf(name: string, now: Date, options: ImportOptions, told: Told): GameInput {
  const start = options.start ?? new Date(Math.ceil((now.getTime() + 7 * DAY_MS) / MINUTE_MS) * MINUTE_MS)
  const end = options.end ?? new Date(start.getTime() + 2 * DAY_MS)
  const isTold = hasToldTimes(options, told)
  const times = isTold ? { start: told.start, end: told.end } : { start, end }
  const given = { ...told.facts, title: options.title ?? name, hidden: true, ...times }
  // A deadline before the end of other times would never open.
  if (!isTold) delete given.writeupDeadline
  const game = gameInput.safeParse(given)
  if (game.success) return game.data
  const [issue] = game.error.issues
  if (told === NOTHING) throw archiveFault('bad_times')
  throw archiveFault('bad_game', { name: placeOf(issue!.path) || GAME_FILE, reason: issue!.message })
}

/** Plans challenges for an existing game or, without `options.game`, for a new one with the facts in `told`. */
function planChallenges(
  source: Source,
  attempts: Read[],
  name: string,
  now: Date,
  options: ImportOptions,
  told = NOTHING
): Plan {
  if (attempts.length > TRANSFER_LIMITS.challenges) throw tooMany()
  const isNew = options.game === undefined
  const plan: Plan = {
    kind: 'Folders',
    game: isNew ? gameOf(name, now, options, told) : null,
    poster: isNew ? told.poster : null,
    categories: [],
    challenges: [],
    updates: [],
    refused: [],
    notices: [],
    posts: [],
    answers: [],
    tickets: [],
    embeds: [],
    notes: [reportLine('disabled'), ...(isNew ? told.notes : [])]
  }
  const folders = new Set(attempts.filter((one) => one.challenge).map(({ folder }) => folder))
  const titles = new Map<string, string>()
  const root = rootOf(source)
  for (const { path, folder, title, challenge, refusal } of attempts) {
    const twin = titles.get(title)
    if (challenge && twin === folder) plan.refused.push({ from: path, title, reason: reportLine('is_there') })
    else if (challenge) {
      if (twin !== undefined) challenge.notes.push(reportLine('is_there'))
      titles.set(title, folder)
      plan.challenges.push({
        ...challenge,
        sourceId: folder === path ? null : challengeSourceFolder(path, root)
      })
    } else if (
      refusal &&
      !(NO_CHALLENGE.has(refusal.line.code) && isWithin(folder, folders)) &&
      !isOtherTask(path, refusal)
    )
      plan.refused.push({ from: path, title, reason: refusal.line })
  }
  const timed = hasToldTimes(options, told) ? plan.challenges : plan.challenges.map(withoutDeadline)
  plan.challenges = withRequirements(timed)
  const sizes = plan.challenges.flatMap(({ files }) =>
    files.map((file) => (file.type === 'Local' ? contentBytes(source, file.content) : 0))
  )
  if (sizes.reduce((sum, size) => sum + size, 0) > TRANSFER_LIMITS.total) throw archiveFault('too_large')
  return plan
}

/** Skips challenge folders inside a challenge, which hold its deployment. */
function isWithin(folder: string, folders: Set<string>): boolean {
  if (folders.has(folder)) return true
  return folder !== '.' && isWithin(posix.dirname(folder), folders)
}

/** Stores nothing. `name`: default title. @throws AppError `archive.*` for neither a game nor challenge folders */
export async function planImport(
  source: Source,
  name: string,
  now: Date,
  options: ImportOptions
): Promise<Plan> {
  const definitions = definitionsOf(source)
  const manifest = shallowest(source, GAME_FILE)
  const ours =
    manifest !== null &&
    manifest.split('/').length <= 2 &&
    (await isOurs(source, manifest, definitions.length === 0))
  if (ours) return planGame(source, manifest, options)
  const ctfd = ctfdRoot(source)
  if (ctfd !== null) return planCtfd(source, ctfd, name, now, options)
  const gzctf = await gzctfRoot(source)
  if (gzctf !== null) return planGzctf(source, gzctf, now, options)
  // A response may be called challenge.json. Other files of folders with challenges are not read.
  const [first] = definitions
  const exported = !first || (await isSaved(source, first)) ? await rctfExport(source) : null
  const rctf = exported && (await planRctf(source, exported, name, now, options))
  if (rctf) return rctf
  if (definitions.length === 0) throw archiveFault('nothing')
  if (definitions.length > TRANSFER_LIMITS.challenges) throw tooMany()
  return planChallenges(source, await readFolders(source, definitions), name, now, options)
}

/** Challenge folders may contain another game.json; `alone`: there are none. @throws AppError `archive.bad_game` */
async function isOurs(source: Source, manifest: string, alone: boolean): Promise<boolean> {
  if ((source.files.get(manifest) ?? 0) > TRANSFER_LIMITS.game)
    throw archiveFault('file_too_large', { name: GAME_FILE })
  const text = await readSourceText(source, manifest, TRANSFER_LIMITS.game).catch((error) => {
    if (!(error instanceof Refusal)) throw error
    if (alone) throw archiveFault('bad_game', { name: GAME_FILE, reason: 'UTF-8' })
    return ''
  })
  return text.includes(`"${GAME_FORMAT}"`)
}
