import type { Ctx } from '~/server/access/contract'
import { type AuditEntry, audit } from '~/server/audit'
import { type Database, LOCK_ORDER, type LockName, type Tx, takeLock } from '~/server/db'
import { appendEntries, lockLedger, lockLedgers, reviseBoards } from '~/server/ledger'
import type { NewScoreEvent, NotificationReason, ScoreEvent } from '~/server/ledger/contract'
import { runAfterCommit } from '~/server/platform/after-commit'
import type { Caches } from '~/server/platform/cache'
import type { Log } from '~/server/platform/log'

/** Locks in the order of server/db/locks.ts. Values: origin, participation (`instances`), challenge (`instanceTest`), games. */
export interface Locks {
  eventImport?: string
  settings?: true
  engines?: true
  rehearsals?: true
  instances?: number
  instanceTest?: number
  /** A single game must exist, else `game.not_found` 404; of several games, deleted ones are skipped. */
  ledger?: number | readonly number[]
  /** Delays their flags; see locks.ts. */
  intake?: number | readonly number[]
  /** No lock: for work over a whole game that may take minutes. */
  long?: true
  /** Not a lock: gives up soon when another transaction holds the locks. For work that is retried. */
  brief?: true
}

export interface Change extends Tx {
  readonly ctx: Ctx
  /** Takes locks that depend on rows read before. @throws Error against the order of locks.ts */
  lock(locks: Locks): Promise<void>
  /** In the same transaction: there is no change without its entry, and no entry without its change. */
  audit(entry: AuditEntry): Promise<void>
  /** Scoring is notified after the commit. */
  append(gameId: number, events: readonly NewScoreEvent[]): Promise<ScoreEvent[]>
  /** Drops cached values in all processes, after the commit. */
  invalidate(...tags: string[]): void
  /** After the commit, once for each reason. */
  notifyScoring(gameId: number, reason?: NotificationReason): void
  /** After the commit, caches and scoring, in order; the change awaits promises, and logs what fails. */
  after(effect: () => unknown): void
}

type Work<T> = (tx: Change) => Promise<T>

/** The only way to change something: `locks` if it needs some, `work` in one transaction, and effects after the commit. */
export interface MakeChange {
  <T>(ctx: Ctx, work: Work<T>): Promise<T>
  <T>(ctx: Ctx, locks: Locks, work: Work<T>): Promise<T>
}

interface Needs {
  db: Database
  caches: Pick<Caches, 'invalidate'>
  notifyScoring(gameId: number, reason: NotificationReason): void
  log: Log
}

const ascending = (ids: number | readonly number[]) =>
  typeof ids === 'number' ? [ids] : [...new Set(ids)].sort((a, b) => a - b)

/** Takes locks, and throws when they are out of order. */
class LockSequence {
  #reached = 0
  readonly #tx: Tx

  constructor(tx: Tx) {
    this.#tx = tx
  }

  async take({
    eventImport,
    settings,
    engines,
    rehearsals,
    instances,
    instanceTest,
    ledger,
    intake
  }: Locks): Promise<void> {
    const tx = this.#tx
    if (eventImport !== undefined)
      await this.#in('eventImport', () => takeLock(tx, 'eventImport', eventImport))
    if (settings) await this.#in('settings', () => takeLock(tx, 'settings'))
    if (engines) await this.#in('engines', () => takeLock(tx, 'engines'))
    if (rehearsals) await this.#in('rehearsals', () => takeLock(tx, 'rehearsals'))
    if (instances !== undefined) await this.#in('instances', () => takeLock(tx, 'instances', instances))
    if (instanceTest !== undefined)
      await this.#in('instanceTest', () => takeLock(tx, 'instanceTest', instanceTest))
    if (typeof ledger === 'number') await this.#in('ledger', () => lockLedger(tx, ledger))
    else if (ledger) await this.#in('ledger', () => lockLedgers(tx, ledger))
    for (const game of ascending(intake ?? [])) await this.#in('intake', () => takeLock(tx, 'intake', game))
  }

  async #in(name: LockName, take: () => Promise<unknown>): Promise<void> {
    const place = LOCK_ORDER.indexOf(name)
    if (place < this.#reached) throw new Error(`The lock ${name} comes before ${LOCK_ORDER[this.#reached]}`)
    this.#reached = place
    await take()
  }
}

class Effects {
  readonly tags = new Set<string>()
  readonly notifications = new Map<string, [number, NotificationReason]>()
  readonly more: (() => unknown)[] = []

  happen({ caches, notifyScoring, log }: Needs): Promise<void> {
    const notify = [...this.notifications.values()].map(
      ([gameId, reason]) =>
        () =>
          notifyScoring(gameId, reason)
    )
    const drop = () => this.tags.size > 0 && caches.invalidate(...this.tags)
    return runAfterCommit([drop, ...notify, ...this.more], log)
  }
}

function begin(tx: Tx, ctx: Ctx, effects: Effects): Change {
  const ordered = new LockSequence(tx)
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
      const appended = await appendEntries(tx, gameId, events)
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
  const make = async <T>(ctx: Ctx, locks: Locks, work: Work<T>): Promise<T> => {
    const effects = new Effects()
    const result = await needs.db.transaction(async (tx) => {
      const change = begin(tx, ctx, effects)
      await change.lock(locks)
      const done = await work(change)
      await reviseBoards(tx, [...effects.notifications.values()])
      return done
    }, locks)
    await effects.happen(needs)
    return result
  }
  return <T>(ctx: Ctx, ...[first, second]: [work: Work<T>] | [locks: Locks, work: Work<T>]) =>
    typeof first === 'function' ? make(ctx, {}, first) : make(ctx, first, second!)
}
