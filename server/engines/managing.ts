import { requireActor, requireConfirmed } from '~/server/access'
import { type Ctx, callerLogFields } from '~/server/access/contract'
import type { Change, MakeChange } from '~/server/change'
import { bool, type Database, nullable, number, numbers, oneOf, row, text } from '~/server/db'
import { type Check, checkAll } from '~/server/platform/check-all'
import { AppError, isUniqueViolation, notFound } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import type { SecretBox } from '~/server/platform/secret-box'
import { isSocket } from './address'
import { ENGINE_KINDS, type EngineKind } from './constants'
import { MAX_ENGINES } from './contract'
import { engineKeysPurpose } from './engine-keys'
import { HOLDING } from './holding'
import { queueEngineImages } from './images'
import type { EngineInput } from './input'

/** Engines that administrators add. Rule: docs/rules/instances.md#engines-of-administrators */
export interface Managing {
  /**
   * Adds an engine; a jobs process connects within seconds, and tests it.
   * @returns its id
   * @throws AppError `engine.exists` 400 (field `address`), `engine.keys_required` 400 (field `keys`), `engine.limit` 400,
   * `engine.namespace_required` 400 (field `namespace`), `account.confirm_needed` 403
   */
  add(ctx: Ctx, input: EngineInput): Promise<number>
  /**
   * Changes one; its address and kind only while it holds nothing. Its process connects anew, and it is tested again.
   * @throws AppError as `add`, `engine.not_found` 404, `engine.not_managed` 400, `engine.in_use` 409
   */
  update(ctx: Ctx, id: number, input: EngineInput): Promise<void>
  /**
   * Removes one that holds nothing. With `lost`, also one that is down: what it holds ends as lost. One of the environment can
   * be removed only while it is down, and is back with its jobs process.
   * @throws AppError `engine.not_found` 404, `engine.not_managed` 400, `engine.in_use` 409, `account.confirm_needed` 403
   */
  remove(ctx: Ctx, id: number, lost: boolean): Promise<void>
}

interface Needs {
  db: Database
  change: MakeChange
  log: Log
  secretBox: SecretBox
  notifyWorkers(): void
  /** Ends all instances on an engine that is being deleted, in the caller's transaction. */
  abandon(tx: Change, engineId: number): Promise<void>
}

const ENGINE = {
  kind: oneOf(ENGINE_KINDS),
  address: text,
  namespace: nullable(text),
  managed: bool,
  state: oneOf(['up', 'down']),
  hasKeys: bool,
  held: number
}

const inUse = () => new AppError('engine.in_use', 409)

/** Locked: no start is placed there until the change is over. */
async function lockEngine(tx: Change, id: number) {
  await tx.query('SELECT FROM engines WHERE id = $1 FOR UPDATE', [id])
  const engine = await row(
    tx,
    ENGINE,
    `SELECT kind, address, namespace, managed, state, keys IS NOT NULL AS "hasKeys",
       (SELECT count(*)::int FROM instances i WHERE i.engine_id = e.id AND i.state IN ${HOLDING}) AS held
     FROM engines e WHERE id = $1`,
    [id]
  )
  if (!engine) throw notFound('engine.not_found')
  return engine
}

const columnsOf = (
  { address, namespace, entry, bind, memoryMb, cpu, places }: EngineInput,
  kind: EngineKind
) => [...[kind, address, kind === 'kubernetes' ? namespace : null, entry, bind], ...[memoryMb, cpu, places]]

/** The engine at the new address is another one, of which nothing is known yet. */
async function forgetMachine(tx: Change, id: number): Promise<void> {
  await tx.query(
    `UPDATE engines SET state = 'down', state_since = now(), seen_at = NULL, error = NULL, info = NULL, guard = 'unknown',
       guard_report = NULL, guard_at = NULL, accepted_at = NULL, accepted_by = NULL, accepted_reason = NULL WHERE id = $1`,
    [id]
  )
  await tx.query('DELETE FROM images WHERE engine_id = $1', [id])
  await queueEngineImages(tx, id)
}

/**
 * Keys authenticate an engine in the network and the platform to each other; a token is for clusters only. Those that are stored are
 * of use to an engine of the same kind.
 */
function checksOfInput(
  { address, keys, namespace }: EngineInput,
  kind: EngineKind,
  stored: boolean
): Check[] {
  return [
    () => {
      if (!isSocket(address) && !keys && !stored) throw new AppError('engine.keys_required')
      if (kind !== 'kubernetes' && keys && 'token' in keys) throw new AppError('engine.keys_required')
    },
    () => {
      if (kind === 'kubernetes' && (namespace === null || !/^https:/i.test(address)))
        throw new AppError('engine.namespace_required')
    }
  ]
}

const exists = () => new AppError('engine.exists')

/** @param id of the engine that is changed; null for a new one */
async function requireUnused(tx: Change, address: string, id: number | null): Promise<void> {
  const { rowCount } = await tx.query('SELECT FROM engines WHERE address = $1 AND id IS DISTINCT FROM $2', [
    address,
    id
  ])
  if (rowCount) throw exists()
}

/** An engine at another address counts as another engine. */
const isMoved = (
  before: Pick<EngineInput, 'address' | 'namespace'> & { kind: EngineKind },
  { address, namespace }: EngineInput,
  kind: EngineKind
) =>
  address !== before.address ||
  kind !== before.kind ||
  (kind === 'kubernetes' && namespace !== before.namespace)

/** Games that have something on the engine. */
async function gamesOn({ pool }: Database, id: number): Promise<number[]> {
  const games = await row(
    pool,
    { ids: numbers },
    `SELECT coalesce(array_agg(DISTINCT game_id), '{}') AS ids FROM instances
     WHERE engine_id = $1 AND game_id IS NOT NULL AND state IN ${HOLDING}`,
    [id]
  )
  return games!.ids
}

interface Removal extends Pick<Needs, 'abandon' | 'notifyWorkers'> {
  id: number
  lost: boolean
  /** Whose ledgers are locked; the engine is in use when another game has something there. */
  games: number[]
}

async function removeEngine(tx: Change, { id, lost, games, abandon, notifyWorkers }: Removal): Promise<void> {
  const { address, held, managed, state } = await lockEngine(tx, id)
  if (!managed && state === 'up') throw new AppError('engine.not_managed')
  if (held > 0) {
    if (state === 'up' || !lost) throw inUse()
    const { rowCount } = await tx.query(
      `SELECT FROM instances WHERE engine_id = $1 AND state IN ${HOLDING} AND game_id <> ALL($2::int[]) LIMIT 1`,
      [id, games]
    )
    if (rowCount) throw inUse()
    await abandon(tx, id)
  }
  await tx.query('DELETE FROM engines WHERE id = $1', [id])
  await tx.audit({
    action: 'engine_removed',
    target: `engine:${id}`,
    before: { address },
    after: { lost: held }
  })
  tx.after(notifyWorkers)
}

function storingKeys({ seal }: SecretBox) {
  return async (tx: Change, id: number, { address, keys }: EngineInput): Promise<void> => {
    if (isSocket(address)) await tx.query('UPDATE engines SET keys = NULL WHERE id = $1', [id])
    else if (keys) {
      const sealed = seal(Buffer.from(JSON.stringify(keys)), engineKeysPurpose(id))
      await tx.query('UPDATE engines SET keys = $2 WHERE id = $1', [id, sealed])
    }
  }
}

export function createManaging({ db, change, log, secretBox, notifyWorkers, abandon }: Needs): Managing {
  const storeKeys = storingKeys(secretBox)
  const unique = (error: unknown): never => {
    throw isUniqueViolation(error, 'engines_address_key') ? exists() : error
  }

  return {
    async add(ctx, input) {
      requireActor(ctx, 'Admin')
      const { kind = 'docker' } = input
      const id = await change(ctx, { engines: true }, async (tx) => {
        await requireConfirmed(tx, ctx)
        await checkAll([...checksOfInput(input, kind, false), () => requireUnused(tx, input.address, null)])
        const added = await row(
          tx,
          { id: number },
          `INSERT INTO engines (managed, kind, address, namespace, entry, bind, most_memory_mb, most_cpu, most_places)
           SELECT true, $1, $2, $3, $4, $5, $6, $7, $8 WHERE (SELECT count(*) FROM engines) < ${MAX_ENGINES} RETURNING id`,
          columnsOf(input, kind)
        )
        if (!added) throw new AppError('engine.limit', 400, { params: { max: MAX_ENGINES } })
        await storeKeys(tx, added.id, input)
        await queueEngineImages(tx, added.id)
        await tx.audit({
          action: 'engine_added',
          target: `engine:${added.id}`,
          after: { kind, address: input.address }
        })
        tx.after(notifyWorkers)
        return added.id
      }).catch(unique)
      log.info({ engine: id, ...callerLogFields(ctx) }, 'engine_added')
      return id
    },

    async update(ctx, id, input) {
      requireActor(ctx, 'Admin')
      await change(ctx, async (tx) => {
        const before = await lockEngine(tx, id)
        if (!before.managed) throw new AppError('engine.not_managed')
        await requireConfirmed(tx, ctx)
        const { kind = before.kind } = input
        await checkAll([
          ...checksOfInput(input, kind, before.hasKeys && kind === before.kind),
          () => requireUnused(tx, input.address, id)
        ])
        const moved = isMoved(before, input, kind)
        if (moved && before.held > 0) throw inUse()
        await tx.query(
          `UPDATE engines SET kind = $2, address = $3, namespace = $4, entry = $5, bind = $6, most_memory_mb = $7, most_cpu = $8,
             most_places = $9, revision = revision + 1, test_due_at = now(), tested_by = NULL, tested_until = NULL WHERE id = $1`,
          [id, ...columnsOf(input, kind)]
        )
        if (moved) await forgetMachine(tx, id)
        await storeKeys(tx, id, input)
        await tx.audit({
          action: 'engine_changed',
          target: `engine:${id}`,
          before: { kind: before.kind, address: before.address },
          after: { kind, address: input.address, keys: input.keys !== null }
        })
        tx.after(notifyWorkers)
      }).catch(unique)
      log.info({ engine: id, ...callerLogFields(ctx) }, 'engine_changed')
    },

    async remove(ctx, id, lost) {
      requireActor(ctx, 'Admin')
      const games = await gamesOn(db, id)
      await change(ctx, { ledger: games }, async (tx) => {
        await requireConfirmed(tx, ctx)
        await removeEngine(tx, { id, lost, games, abandon, notifyWorkers })
      })
      log.info({ engine: id, ...callerLogFields(ctx) }, 'engine_removed')
    }
  }
}
