import { posix } from 'node:path'
import { z } from 'zod'
import { readSourceText, rootOf, type Source } from '../archive/source'
import { TRANSFER_LIMITS } from '../contract'
import { archiveFault, Refusal } from '../report-lines'

/** What an administrator of rCTF saved: responses of its calls, rows of its tables (docs/game-archives.md#responses-of-rctf). */

/** Kinds of both versions; those of the second may end in `V2`. */
const KINDS = [
  'goodAdminChallenges',
  'goodAdminChallenge',
  'goodChallenges',
  'goodChallengeSolves',
  'goodAdminUsers',
  'goodAdminUser',
  'goodUserData',
  'goodAdminSubmissions',
  'goodLeaderboard',
  'goodClientConfig'
] as const

/** Tables as `json_agg` prints them, by members that the rows of no other one have. */
const TABLES = {
  challenges: ['id', 'data'],
  user_members: ['userid', 'email'],
  solves: ['challengeid', 'userid', 'createdat'],
  users: ['name', 'division', 'perms']
} as const

type SavedKind = (typeof KINDS)[number] | keyof typeof TABLES

export interface Saved {
  /** Below the root. */
  file: string
  path: string
  kind: SavedKind
  /** By a call of the second version. */
  second: boolean
  data: unknown
}

/** All that was saved, and the root of the archive. */
export interface RctfExport {
  root: string
  saved: Saved[]
}

const LIMITS = {
  /** Bytes of all that was saved. */
  total: 256 * 1024 * 1024,
  files: 20_000,
  /** Folders: `users/<id>.json` in the folder that everything is in. */
  depth: 3
}

const IGNORED = /(^|\/)(\.[^/]*|uploads|node_modules|__MACOSX)\//

/** JSON that may be a response; files for players lie in `uploads`. */
function candidates(source: Source, root: string): string[] {
  const below = (path: string) => posix.relative(root, path)
  const depth = (path: string) => below(path).split('/').length
  return [...source.files.keys()]
    .filter((path) => /\.json$/i.test(path) && source.real(path) === path)
    .filter((path) => !IGNORED.test(below(path)) && depth(path) <= LIMITS.depth)
    .sort((a, b) => depth(a) - depth(b) || Number(a > b) - Number(a < b))
}

const envelope = z.object({ kind: z.string(), data: z.unknown().optional() })
const LOOKS = new RegExp(`"kind"\\s*:\\s*"(?:${KINDS.join('|')})(?:V2)?"`)

function tableOf(value: unknown): keyof typeof TABLES | null {
  const first: unknown = Array.isArray(value) ? value[0] : null
  if (typeof first !== 'object' || first === null) return null
  const names = Object.keys(TABLES) as (keyof typeof TABLES)[]
  return names.find((name) => TABLES[name].every((member) => Object.hasOwn(first, member))) ?? null
}

/** A list of challenges for players has no flags. */
const hasFlags = (data: unknown) =>
  Array.isArray(data) &&
  data.some((one) => typeof one === 'object' && one !== null && ('flag' in one || 'flags' in one))

function kindOf(value: unknown): Pick<Saved, 'kind' | 'second' | 'data'> | null {
  const table = tableOf(value)
  if (table) return { kind: table, second: false, data: value }
  const read = envelope.safeParse(value)
  const kind = KINDS.find((one) => one === read.data?.kind.replace(/V2$/, ''))
  if (!read.data || !kind || (kind === 'goodChallenges' && !hasFlags(read.data.data))) return null
  return { kind, second: read.data.kind.endsWith('V2'), data: read.data.data }
}

/** @throws AppError `archive.bad_response` that names file and member */
const badResponse = (file: string, member: string, reason: string) =>
  archiveFault('bad_response', { name: member ? `${file}: ${member}` : file, reason })

async function savedAt(source: Source, path: string, file: string): Promise<Saved | null> {
  let value: unknown
  const text = await readSourceText(source, path, TRANSFER_LIMITS.game).catch((error: unknown) => {
    if (error instanceof Refusal) return ''
    throw error
  })
  if (!/^\s*[[{]/.test(text)) return null
  try {
    value = JSON.parse(text)
  } catch (error) {
    if (!LOOKS.test(text)) return null
    throw badResponse(file, '', (error as Error).message)
  }
  const found = kindOf(value)
  return found && { file, path, ...found }
}

/** Whether a file is a response, whatever it is called. @throws AppError `archive.bad_response` */
export const isSaved = async (source: Source, path: string): Promise<boolean> =>
  /\.json$/i.test(path) && (await savedAt(source, path, path)) !== null

/** Null for an archive without a response. @throws AppError `archive.bad_response`, `archive.file_too_large` */
export async function rctfExport(source: Source): Promise<RctfExport | null> {
  const root = rootOf(source)
  const saved: Saved[] = []
  let total = 0
  for (const path of candidates(source, root).slice(0, LIMITS.files)) {
    total += source.files.get(path)!
    if (total > LIMITS.total) {
      if (saved.length > 0) throw archiveFault('file_too_large', { name: path })
      return null
    }
    const one = await savedAt(source, path, posix.relative(root, path))
    if (one) saved.push(one)
  }
  return saved.length > 0 ? { root, saved } : null
}

/** Parses what a file says. @throws AppError `archive.bad_response` that names file and member */
export function parsed<T extends z.ZodType>({ file, kind, data }: Saved, type: T): z.infer<T> {
  const read = type.safeParse(data)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const path = Object.hasOwn(TABLES, kind) ? issue!.path : ['data', ...issue!.path]
  throw badResponse(file, path.map(String).join('.'), issue!.message)
}

export const ofKind = ({ saved }: RctfExport, ...kinds: SavedKind[]): Saved[] =>
  saved.filter(({ kind }) => kinds.includes(kind))

export const text = z.string().nullish()
export const identity = z.string().min(1).max(1000)

const LAST = 253_402_300_800_000

/** Milliseconds or a time of ISO 8601, as milliseconds. */
export const instant = z
  .union([z.number(), z.string()])
  .transform((given) => (typeof given === 'string' ? Date.parse(given) : given))
  .refine((at) => Number.isFinite(at) && at >= 0 && at < LAST, 'no time')
