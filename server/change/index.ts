import type { Ctx } from '~/server/access/contract'
import { type AuditEntry, audit } from '~/server/audit'
import { type Database, LOCK_ORDER, type LockName, type Tx, takeLock } from '~/server/db'
import { append, lock, lockAll } from '~/server/ledger'
import type { NewScoreEvent, NotificationReason, ScoreEvent } from '~/server/ledger/contract'
import type { Caches } from '~/server/platform/cache'

/** What a change locks, taken in the order of server/db/locks.ts. */
export interface Locks {
  /** Origin of an imported event. */
  eventImport?: string
  settings?: true
  /** Participation whose instances are decided. */
  instances?: number
  /** Challenge whose test instance is decided. */
  instanceTest?: number
  /** Ledger of a game that must be there, else `game.not_found` 404; of several, those that are gone are left out. */
  ledger?: number | readonly number[]
  /** Games whose flags have to wait; see locks.ts. */
  intake?: number | readonly number[]
  /** No lock: the work covers a whole game, and may take minutes. */
  long?: true
}

/** A change under way: a transaction that knows what follows its commit. Nothing follows a rollback. */
export interface Change extends Tx {
  readonly ctx: Ctx
  /** More locks, where only what was read under the first says which. @throws Error against the order of locks.ts */
  lock(locks: Locks): Promise<void>
  /** Writes who did what. */
  audit(entry: AuditEntry): Promise<void>
  /** Appends to the game's ledger; scoring judges after the commit. */
  append(gameId: number, events: readonly NewScoreEvent[]): Promise<ScoreEvent[]>
  /** Drops what caches made of these tags, after the commit, in all processes. */
  invalidate(...tags: string[]): void
  /** Notifies scoring of the game after the commit, once for each reason. */
  notifyScoring(gameId: number, reason?: NotificationReason): void
  /** Runs after the commit, after caches and scoring, in the order given; the change waits for a promise. */
  after(effect: () => unknown): void
}

/**
 * The one way in which something is changed: locks, then `work` in the same transaction, and after the commit, never after
 * a rollback, what the change asked for. Returns what `work` does.
 */
export type MakeChange = <T>(ctx: Ctx, locks: Locks, work: (tx: Change) => Promise<T>) => Promise<T>

interface Needs {
  db: Database
  caches: Pick<Caches, 'invalidate'>
  notifyScoring(gameId: number, reason: NotificationReason): void
}

const ascending = (ids: number | readonly number[]) =>
  typeof ids === 'number' ? [ids] : [...new Set(ids)].sort((a, b) => a - b)

/** Takes locks and sees that they are in order. */
class Ordered {
  #reached = 0
  readonly #tx: Tx

  constructor(tx: Tx) {
    this.#tx = tx
  }

  async take({ eventImport, settings, instances, instanceTest, ledger, intake }: Locks): Promise<void> {
    const tx = this.#tx
    if (eventImport !== undefined)
      await this.#in('eventImport', () => takeLock(tx, 'eventImport', eventImport))
    if (settings) await this.#in('settings', () => takeLock(tx, 'settings'))
    if (instances !== undefined) await this.#in('instances', () => takeLock(tx, 'instances', instances))
    if (instanceTest !== undefined)
      await this.#in('instanceTest', () => takeLock(tx, 'instanceTest', instanceTest))
    if (typeof ledger === 'number') await this.#in('ledger', () => lock(tx, ledger))
    else if (ledger) await this.#in('ledger', () => lockAll(tx, ledger))
    for (const game of ascending(intake ?? [])) await this.#in('intake', () => takeLock(tx, 'intake', game))
  }

  async #in(name: LockName, take: () => Promise<unknown>): Promise<void> {
    const place = LOCK_ORDER.indexOf(name)
    if (place < this.#reached) throw new Error(`The lock ${name} comes before ${LOCK_ORDER[this.#reached]}`)
    this.#reached = place
    await take()
  }
}

/** Collects what follows the commit. */
class Effects {
  readonly tags = new Set<string>()
  readonly notifications = new Map<string, [number, NotificationReason]>()
  readonly more: (() => unknown)[] = []

  async happen({ caches, notifyScoring }: Needs): Promise<void> {
    if (this.tags.size > 0) caches.invalidate(...this.tags)
    for (const [gameId, reason] of this.notifications.values()) notifyScoring(gameId, reason)
    for (const effect of this.more) await effect()
  }
}

function begin(tx: Tx, ctx: Ctx, effects: Effects): Change {
  const ordered = new Ordered(tx)
  const notifyScoring: Change['notifyScoring'] = (gameId, reason = 'judge') => {
    effects.notifications.set(`${gameId} ${reason}`, [gameId, reason])
  }
  return {
    ctx,
    query: tx.query,
    get transaction() {
      return tx.transaction
    },
    lock: (locks) => ordered.take(locks),
    audit: (entry) => audit(tx, ctx, entry),
    async append(gameId, events) {
      const appended = await append(tx, gameId, events)
      if (appended.length > 0) notifyScoring(gameId)
      return appended
    },
    invalidate(...tags) {
      for (const tag of tags) effects.tags.add(tag)
    },
    notifyScoring,
    after: (effect) => void effects.more.push(effect)
  }
}

export function createChange(needs: Needs): MakeChange {
  return async (ctx, locks, work) => {
    const effects = new Effects()
    const result = await needs.db.transaction(async (tx) => {
      const change = begin(tx, ctx, effects)
      await change.lock(locks)
      return work(change)
    }, locks)
    await effects.happen(needs)
    return result
  }
}
