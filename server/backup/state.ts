import { z } from 'zod'
import { type Database, json, row, type Sql } from '~/server/db'

const KEY = 'backup'

const state = z.object({
  /** Start of the newest; null before the first. */
  at: z.iso.datetime().nullable(),
  name: z.string().nullable(),
  fault: z.string().nullable(),
  /** When they were first scheduled. */
  since: z.iso.datetime().nullable().default(null),
  /** When a missed time was last made up for, well or not. */
  madeUpAt: z.iso.datetime().nullable().default(null)
})
export type BackupState = z.infer<typeof state>

/** Null before the first backup was made or scheduled. */
export async function readBackupState({ pool }: Pick<Database, 'pool'>): Promise<BackupState | null> {
  const found = await row(pool, { value: json(state) }, 'SELECT value FROM settings WHERE key = $1', [KEY])
  return found?.value ?? null
}

/** Other members stay. */
export async function writeBackupState(
  { pool }: Pick<Database, 'pool'>,
  part: Partial<BackupState>
): Promise<void> {
  const first: BackupState = { at: null, name: null, fault: null, since: null, madeUpAt: null, ...part }
  await pool.query(
    `INSERT INTO settings (key, value) VALUES ($1, $2::jsonb)
     ON CONFLICT (key) DO UPDATE SET value = settings.value || $3::jsonb`,
    [KEY, JSON.stringify(first), JSON.stringify(part)]
  )
}

/** Where none are scheduled, nothing is told of earlier ones. */
export async function forgetBackups(sql: Sql): Promise<void> {
  await sql.query('DELETE FROM settings WHERE key = $1', [KEY])
}
