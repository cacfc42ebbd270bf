import { z } from 'zod'
import {
  bool,
  json,
  nullable,
  number,
  oneOf,
  type RowOf,
  row,
  rows,
  type Sql,
  text,
  time,
  uuid
} from '~/server/db'
import { LOCALES } from '~/server/platform/locales'
import {
  IMPORT_STATES,
  type ImportLine,
  type ImportView,
  importedUser,
  ROW_STATES,
  type RowFault,
  type RowState
} from './contract'

const VIEW = {
  id: uuid,
  name: text,
  state: oneOf(IMPORT_STATES),
  author: nullable(text),
  createdAt: time,
  endedAt: nullable(time),
  overwrite: bool,
  byMail: bool,
  waiting: number,
  created: number,
  overwritten: number,
  failed: number,
  teams: number,
  secrets: number,
  kept: number
}

const COLUMNS = `i.id, i.name, i.state, u.user_name AS author, i.created_at AS "createdAt", i.ended_at AS "endedAt",
  i.overwrite, i.by_mail AS "byMail"`

const IMPORTS = `
  SELECT ${COLUMNS}, n.* FROM user_imports i LEFT JOIN users u ON u.id = i.created_by
  CROSS JOIN LATERAL (SELECT
      count(*) FILTER (WHERE r.state = 'Waiting')::int AS waiting,
      count(*) FILTER (WHERE r.state = 'Created')::int AS created,
      count(*) FILTER (WHERE r.state = 'Overwritten')::int AS overwritten,
      count(*) FILTER (WHERE r.state = 'Failed')::int AS failed,
      count(DISTINCT nullif(r.input->>'teamName', '')) FILTER (WHERE r.state <> 'Failed')::int AS teams,
      count(*) FILTER (WHERE (r.input->'hashed')::bool AND r.state <> 'Failed')::int AS kept,
      count(*) FILTER (WHERE r.secret IS NOT NULL AND r.state IN ('Created', 'Overwritten'))::int AS secrets
    FROM user_import_rows r WHERE r.import_id = i.id) n`

function viewOf({ waiting, created, overwritten, failed, ...rest }: RowOf<typeof VIEW>): ImportView {
  const counts = { Waiting: waiting, Created: created, Overwritten: overwritten, Failed: failed }
  return { ...rest, counts, total: waiting + created + overwritten + failed }
}

/** Newest first. */
export async function listImports(sql: Sql, count: number): Promise<ImportView[]> {
  const found = await rows(
    sql,
    VIEW,
    `${IMPORTS} WHERE i.id IN (SELECT id FROM user_imports ORDER BY created_at DESC, id DESC LIMIT $1)
     ORDER BY i.created_at DESC, i.id DESC`,
    [count]
  )
  return found.map(viewOf)
}

export async function findImport(sql: Sql, id: string): Promise<ImportView | undefined> {
  const found = await row(sql, VIEW, `${IMPORTS} WHERE i.id = $1`, [id])
  return found && viewOf(found)
}

const ROW = {
  line: number,
  userName: text,
  formerName: nullable(text),
  email: text,
  teamName: nullable(text),
  division: nullable(text),
  game: nullable(text),
  state: oneOf(ROW_STATES),
  error: nullable(text),
  secret: nullable(text)
}

/** In the order of the lines; without a `count`, all of them. */
export async function listImportRows(
  sql: Sql,
  id: string,
  { state, count, skip }: { state?: RowState; count: number | null; skip: number }
): Promise<RowOf<typeof ROW>[]> {
  return rows(
    sql,
    ROW,
    `SELECT r.line, r.input->>'userName' AS "userName", r.input->>'formerName' AS "formerName", r.input->>'email' AS email,
       nullif(r.input->>'teamName', '') AS "teamName", r.input->>'division' AS division, g.title AS game, r.state, r.error,
       r.secret
     FROM user_import_rows r LEFT JOIN games g ON g.id = (r.input->>'game')::int
     WHERE r.import_id = $1 AND ($2::text IS NULL OR r.state = $2) ORDER BY r.line LIMIT $3 OFFSET $4`,
    [id, state ?? null, count, skip]
  )
}

const RUNNING = {
  id: uuid,
  author: nullable(uuid),
  overwrite: bool,
  byMail: bool,
  accept: bool,
  locale: oneOf(LOCALES)
}
export type Running = RowOf<typeof RUNNING>

/** The one that was started first. */
export function findRunningImport(sql: Sql): Promise<Running | undefined> {
  return row(
    sql,
    RUNNING,
    `SELECT id, created_by AS author, overwrite, by_mail AS "byMail", accept, locale FROM user_imports
     WHERE state = 'Running' ORDER BY started_at, id LIMIT 1`
  )
}

const WAITING = {
  line: number,
  input: json(importedUser.extend({ hashed: z.boolean().optional(), unproven: z.boolean().optional() })),
  secret: nullable(text)
}

/** `secret`: sealed password or, when `hashed`, sealed hash. */
export type StoredLine = ImportLine & { secret: string | null; hashed: boolean }

/** Rows of the next team, or one row without a team; empty at the end. */
export async function readNextUnit(sql: Sql, id: string): Promise<StoredLine[]> {
  const found = await rows(
    sql,
    WAITING,
    `SELECT line, input, secret FROM user_import_rows WHERE import_id = $1 AND state = 'Waiting'
       AND unit = (SELECT min(unit) FROM user_import_rows WHERE import_id = $1 AND state = 'Waiting') ORDER BY line`,
    [id]
  )
  return found.map(({ line, input: { hashed = false, unproven = false, ...input }, secret }) => {
    const { userName, email } = input
    return { line, userName, email, input, secret, hashed, unproven, error: null, field: null }
  })
}

function unitsOf(lines: ImportLine[]): number[] {
  const first = new Map<string, number>()
  return lines.map(({ line, input }) => {
    if (!input?.teamName) return line
    const unit = first.get(input.teamName) ?? line
    first.set(input.teamName, unit)
    return unit
  })
}

function inputOf({ userName, email, input, unproven }: ImportLine): object {
  if (!input) return { userName, email }
  const { password: _, passwordHash, ...kept } = input
  return passwordHash ? { ...kept, hashed: true, unproven } : kept
}

/** Stores rows; `seal` encrypts passwords and hashes. Faulty rows count as done. */
export async function storeRows(
  sql: Sql,
  id: string,
  { lines, faults }: { lines: ImportLine[]; faults: RowFault[] },
  seal: (password: string) => string
): Promise<void> {
  const units = unitsOf(lines)
  const errors = new Map(faults.map(({ line, error }) => [line, error]))
  const secretOf = ({ line, input }: ImportLine) =>
    errors.has(line) ? null : input?.password || input?.passwordHash
  await sql.query(
    `INSERT INTO user_import_rows (import_id, line, unit, input, secret, error, state)
     SELECT $1, n.*, CASE WHEN n.error IS NULL THEN 'Waiting' ELSE 'Failed' END
     FROM unnest($2::int[], $3::int[], $4::jsonb[], $5::text[], $6::text[]) AS n (line, unit, input, secret, error)`,
    [
      id,
      lines.map(({ line }) => line),
      units,
      lines.map((line) => JSON.stringify(inputOf(line))),
      lines.map((line) => {
        const secret = secretOf(line)
        return secret ? seal(secret) : null
      }),
      lines.map(({ line }) => errors.get(line) ?? null)
    ]
  )
}
