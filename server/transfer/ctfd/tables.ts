import { posix } from 'node:path'
import { z } from 'zod'
import { readSourceText, type Source } from '../archive/source'
import { TRANSFER_LIMITS } from '../contract'
import { archiveFault, Refusal } from '../report-lines'

const TABLE = /^(?:.*\/)?db\/challenges\.json$/

const id = z.coerce.number().int()
const maybeId = id.nullish()
const text = z
  .union([z.string(), z.number(), z.boolean()])
  .nullish()
  .transform((value) => (value === null || value === undefined ? null : String(value)))
const number = z.coerce.number().nullish().catch(null)
const truth = z
  .union([z.boolean(), z.number(), z.string()])
  .nullish()
  .transform((value) => value === true || value === 1 || value === '1')

/** Columns of teams and, where players play alone, of users. */
const shown = { affiliation: text, website: text, country: text }

const TABLES = {
  challenges: z.object({
    id,
    name: text,
    description: text,
    attribution: text,
    connection_info: text,
    max_attempts: number,
    logic: text,
    value: number,
    category: text,
    type: text,
    initial: number,
    minimum: number,
    decay: number,
    function: text,
    requirements: z.unknown().optional()
  }),
  dynamic_challenge: z.object({
    id,
    initial: number,
    minimum: number,
    decay: number,
    function: text,
    dynamic_initial: number,
    dynamic_minimum: number,
    dynamic_decay: number,
    dynamic_function: text
  }),
  flags: z.object({ challenge_id: maybeId, type: text, content: text, data: text }),
  tags: z.object({ challenge_id: maybeId, value: text }),
  hints: z.object({ challenge_id: maybeId, content: text, cost: number }),
  files: z.object({ challenge_id: maybeId, location: text }),
  config: z.object({ key: text, value: text }),
  brackets: z.object({ id, name: text }),
  teams: z.object({
    id,
    name: text,
    hidden: truth,
    banned: truth,
    bracket_id: maybeId,
    captain_id: maybeId,
    ...shown
  }),
  users: z.object({
    id,
    name: text,
    email: text,
    password: text,
    type: text,
    hidden: truth,
    banned: truth,
    verified: truth,
    change_password: truth,
    bracket_id: maybeId,
    team_id: maybeId,
    ...shown
  }),
  submissions: z.object({ id, date: text }),
  solves: z.object({ id, challenge_id: maybeId, user_id: maybeId, team_id: maybeId })
} as const
type TableName = keyof typeof TABLES
export type RowsOf<N extends TableName> = z.infer<(typeof TABLES)[N]>[]

const MAX_TABLE_BYTES = 256 * 1024 * 1024

/**
 * The folder above the tables of an export of CTFd, the shortest path if there are several; null when there are none.
 */
export function ctfdRoot({ files }: Pick<Source, 'files'>): string | null {
  const found = [...files.keys()]
    .filter((path) => TABLE.test(path) && files.has(posix.join(posix.dirname(path), 'flags.json')))
    .sort((a, b) => a.length - b.length)[0]
  return found ? posix.dirname(posix.dirname(found)) : null
}

/** [] for a missing or empty table. @throws AppError `archive.bad_table` that names table and row */
export async function tableOf<N extends TableName>(
  source: Source,
  root: string,
  name: N
): Promise<RowsOf<N>> {
  const path = posix.join(root, 'db', `${name}.json`)
  if (!source.files.has(path)) return []
  const file = `db/${name}.json`
  const whole = await readSourceText(source, path, Math.min(MAX_TABLE_BYTES, TRANSFER_LIMITS.file)).catch(
    (error: unknown) => {
      if (error instanceof Refusal) throw archiveFault('bad_table', { name: file, reason: 'UTF-8' })
      throw error
    }
  )
  let value: unknown
  try {
    value = whole.trim() === '' ? { results: [] } : JSON.parse(whole)
  } catch (error) {
    throw archiveFault('bad_table', { name: file, reason: (error as Error).message })
  }
  const read = z.object({ results: z.array(TABLES[name]) }).safeParse(value)
  if (read.success) return read.data.results as RowsOf<N>
  const [issue] = read.error.issues
  throw archiveFault('bad_table', { name: `${file}: ${issue!.path.join('.')}`, reason: issue!.message })
}

/** Rows without a challenge are left out. */
export function byChallenge<T extends { challenge_id?: number | null }>(rows: T[]): Map<number, T[]> {
  const found = new Map<number, T[]>()
  for (const row of rows) {
    if (row.challenge_id == null) continue
    const known = found.get(row.challenge_id)
    if (known) known.push(row)
    else found.set(row.challenge_id, [row])
  }
  return found
}

/** Times in seconds since 1970, null if they are not set. Teams play unless the export says that people do. */
export async function settingsOf(source: Source, root: string) {
  const config = new Map((await tableOf(source, root, 'config')).map(({ key, value }) => [key, value]))
  const seconds = (key: string) => {
    const value = Number(config.get(key) || Number.NaN)
    return Number.isFinite(value) && value > 0 ? value : null
  }
  return {
    title: config.get('ctf_name')?.trim() || null,
    start: seconds('start'),
    end: seconds('end'),
    byTeams: config.get('user_mode') !== 'users'
  }
}
