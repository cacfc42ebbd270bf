import { type Database, nullable, number, oneOf, rows, text } from '~/server/db'
import type { SecretBox } from '~/server/platform/secret-box'
import { ENGINE_KINDS, type EngineKind } from './constants'
import { type EngineKeys, MAX_ENGINES } from './contract'
import { openKeys } from './engine-keys'

/** An engine of an administrator, as the jobs process that serves it sees it. */
export interface ServedEngine {
  id: number
  kind: EngineKind
  address: string
  /** The namespace in a cluster; null for other engines. */
  namespace: string | null
  /** Null: the environment decides. */
  entry: string | null
  bind: string | null
  most: { memoryMb: number | null; cpu: number | null; places: number | null }
  /** Counts the changes. */
  revision: number
}

/** Decides which of several processes works with an engine. */
export interface EngineLeases {
  /**
   * Claims engines of administrators that no process serves, and renews those that this one does, for `seconds`.
   * @param except ids that are left to others
   * @returns all that it serves now, at most MAX_ENGINES
   */
  serve(owner: string, seconds: number, except: readonly number[]): Promise<ServedEngine[]>
  /** Leaves an engine to another process. */
  leave(id: number, owner: string): Promise<void>
  /** Null without any. @throws Error when HALYARD_SECRET is another one than they were sealed with */
  keys(id: number): Promise<EngineKeys | null>
  /**
   * Claims the self-test for `seconds`, if it is due and nobody runs it.
   * @param revision of the engine that the caller is connected to; null: any. If the engine was changed meanwhile, the result
   *   would be stored for the new one although the test ran on the old one.
   */
  claimTest(id: number, owner: string, revision: number | null, seconds: number): Promise<boolean>
  /** Renews the claim. @returns false when another process has it, or the engine was changed */
  renewTest(id: number, owner: string, seconds: number): Promise<boolean>
}

const SERVED = {
  id: number,
  kind: oneOf(ENGINE_KINDS),
  address: text,
  namespace: nullable(text),
  entry: nullable(text),
  bind: nullable(text),
  memoryMb: nullable(number),
  cpu: nullable(number),
  places: nullable(number),
  revision: number
}

export function createEngineLeases({ db, secretBox }: { db: Database; secretBox: SecretBox }): EngineLeases {
  return {
    async serve(owner, seconds, except) {
      const served = await rows(db.pool, SERVED, {
        name: 'engines_serve',
        text: `UPDATE engines SET served_by = $1, served_until = now() + $2 * interval '1 second'
           WHERE id IN (SELECT id FROM engines WHERE managed AND id <> ALL($3::int[])
             AND (served_by = $1 OR served_until IS NULL OR served_until < now())
             ORDER BY id LIMIT ${MAX_ENGINES} FOR NO KEY UPDATE)
           RETURNING id, kind, address, namespace, entry, bind, most_memory_mb AS "memoryMb", most_cpu AS cpu, most_places AS places, revision`,
        values: [owner, seconds, except]
      })
      return served.map(({ memoryMb, cpu, places, ...engine }) => ({
        ...engine,
        most: { memoryMb, cpu, places }
      }))
    },

    async leave(id, owner) {
      await db.pool.query(
        'UPDATE engines SET served_by = NULL, served_until = NULL WHERE id = $1 AND served_by = $2',
        [id, owner]
      )
    },

    async keys(id) {
      const [engine] = await rows(
        db.pool,
        { keys: nullable(text) },
        'SELECT keys FROM engines WHERE id = $1',
        [id]
      )
      return engine?.keys ? openKeys(secretBox, id, engine.keys) : null
    },

    async claimTest(id, owner, revision, seconds) {
      const { rowCount } = await db.pool.query(
        `UPDATE engines SET tested_by = $2, tested_until = now() + $3 * interval '1 second'
         WHERE id = $1 AND test_due_at <= now() AND (tested_until IS NULL OR tested_until < now())
           AND ($4::int IS NULL OR revision = $4)`,
        [id, owner, seconds, revision]
      )
      return rowCount === 1
    },

    async renewTest(id, owner, seconds) {
      const { rowCount } = await db.pool.query(
        `UPDATE engines SET tested_until = now() + $3 * interval '1 second' WHERE id = $1 AND tested_by = $2`,
        [id, owner, seconds]
      )
      return rowCount === 1
    }
  }
}
