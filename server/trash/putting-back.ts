import { oneOf, type RowOf, row, rows, type Sql, text, texts } from '~/server/db'
import { AppError, isForeignKeyViolation, isUniqueViolation } from '~/server/platform/errors'
import type { TrashKind } from './contract'
import { type Branch, SOFT_REFERENCES, TREES } from './tree'

const REFERENCE = {
  relation: text,
  column: text,
  parent: text,
  key: text,
  /** Delete rule of the schema: `c` cascades, `n` sets null, `a` refuses. */
  rule: text
}
type Reference = RowOf<typeof REFERENCE>

const REFERENCES = `
  SELECT k.conrelid::regclass::text AS relation, a.attname::text AS "column", k.confrelid::regclass::text AS parent,
    f.attname::text AS key, k.confdeltype::text AS rule
  FROM pg_constraint k
    JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
    JOIN pg_attribute f ON f.attrelid = k.confrelid AND f.attnum = k.confkey[1]
  WHERE k.contype = 'f' AND k.conrelid::regclass::text = ANY($1) ORDER BY 1, 2`

const COLUMNS = `
  SELECT array_agg(quote_ident(c.column_name) ORDER BY c.ordinal_position) AS names
  FROM information_schema.columns c
  WHERE c.table_schema = current_schema() AND c.table_name = $2 AND c.is_generated = 'NEVER'
    AND (SELECT r.content -> 0 ? c.column_name FROM trash_rows r
         WHERE r.entry_id = $1 AND r.relation = $2 AND r.part = 0)
  HAVING count(*) > 0`

/** Rows of one table in the entry `$1`, as the alias `x`, with the columns that the table has today. */
export const trashedRowsSql = (relation: string) => `(
  SELECT x.* FROM trash_rows r CROSS JOIN LATERAL jsonb_populate_recordset(NULL::${relation}, r.content) x
  WHERE r.entry_id = $1 AND r.relation = '${relation}') x`

const HOLDERS: Record<string, (column: string) => string> = {
  games: (column) => `e.kind = 'game' AND e.target_id = x.${column}`,
  challenges: (column) => `e.kind = 'challenge' AND e.target_id = x.${column}`,
  teams: (column) => `e.kind = 'team' AND e.target_id = x.${column}`,
  participations: (column) => `e.kind = 'team' AND x.${column} = ANY(e.participations)`
}

const HOLDING_KINDS = ['game', 'challenge', 'team'] as const
const HOLDER = { kind: oneOf(HOLDING_KINDS), title: text }

/** A parent in the trash must be restored first. @throws AppError `trash.restore_first_…` 409 */
async function refuseKeptParents(
  sql: Sql,
  entry: number,
  kind: TrashKind,
  references: readonly Reference[]
): Promise<void> {
  for (const { relation, column, parent } of references) {
    const holds = HOLDERS[parent]
    // Other parents are restored together with the game.
    if (!holds || (kind === 'game' && parent !== 'teams')) continue
    const holder = await row(
      sql,
      HOLDER,
      `WITH x AS MATERIALIZED (SELECT DISTINCT x.${column} FROM ${trashedRowsSql(relation)})
       SELECT e.kind, e.title FROM trash e
       WHERE e.id <> $1 AND EXISTS (SELECT FROM x WHERE ${holds(column)}) ORDER BY e.id DESC LIMIT 1`,
      [entry]
    )
    if (holder)
      throw new AppError(`trash.restore_first_${holder.kind}`, 409, { params: { title: holder.title } })
  }
}

const selected = (name: string, emptied: readonly Reference[]) => {
  const reference = emptied.find(({ column }) => column === name)
  if (!reference) return `x.${name}`
  const { parent, key } = reference
  return `CASE WHEN EXISTS (SELECT FROM ${parent} p WHERE p.${key} = x.${name}) THEN x.${name} END`
}

async function insert(sql: Sql, entry: number, relation: string, references: readonly Reference[]) {
  const found = await row(sql, { names: texts }, COLUMNS, [entry, relation])
  if (!found) return 0
  const own = references.filter((reference) => reference.relation === relation)
  const emptied = own.filter(({ rule }) => rule === 'n')
  const needed = own
    .filter(({ rule }) => rule === 'c')
    .map(
      ({ column, parent, key }) =>
        `AND (x.${column} IS NULL OR EXISTS (SELECT FROM ${parent} p WHERE p.${key} = x.${column}))`
    )
  const { rowCount } = await sql.query(
    `INSERT INTO ${relation} (${found.names.join(', ')}) OVERRIDING SYSTEM VALUE
     SELECT ${found.names.map((name) => selected(name, emptied)).join(', ')} FROM ${trashedRowsSql(relation)}
     WHERE true ${needed.join(' ')}`,
    [entry]
  )
  return rowCount ?? 0
}

function refused(error: unknown): never {
  if (isUniqueViolation(error)) throw new AppError('trash.taken', 409)
  if (isForeignKeyViolation(error)) throw new AppError('trash.changed_meanwhile', 409)
  throw error
}

/**
 * Inserts an entry's rows in order of references, applying delete rules for missing accounts and teams. Triggers
 * rebuild counts and queues.
 * @throws AppError `trash.restore_first_…`, `trash.parent_gone`, `trash.taken`, `trash.changed_meanwhile` 409
 */
export async function putBack(sql: Sql, entry: number, kind: TrashKind): Promise<void> {
  const tree: readonly Branch[] = TREES[kind]
  const relations = tree.map(({ relation }) => relation)
  const keys = await rows(sql, REFERENCE, REFERENCES, [relations])
  const references = [...keys, ...SOFT_REFERENCES.filter(({ relation }) => relations.includes(relation))]
  await refuseKeptParents(sql, entry, kind, references)
  for (const [index, relation] of relations.entries()) {
    const count = await insert(sql, entry, relation, references).catch(refused)
    if (index === 0 && count === 0) throw new AppError('trash.parent_gone', 409)
  }
}
