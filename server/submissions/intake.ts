import { type Database, number, rows } from '~/server/db'
import { flagsReceived } from '~/server/metrics'
import { isForeignKeyViolation, isStoreAway } from '~/server/platform/errors'
import type { TraceContext } from './trace-contexts'

export interface Arrival {
  gameId: number
  challengeId: number
  participationId: number
  userId: string
  answer: string
  ip: string
  userAgent: string | null
  /** Absent without tracing. */
  context?: TraceContext
}

/** Stores submissions durably; concurrent ones of a game share an INSERT. */
export interface Intake {
  /** The id of the stored row; null when game, challenge or participation does not allow it now. */
  store(arrival: Arrival): Promise<number | null>
  /** Resolves when every arrival is stored or refused. */
  idle(): Promise<void>
}

interface Waiting {
  arrival: Arrival
  resolve(id: number | null): void
  reject(error: unknown): void
}

const MAX_ROWS = 250

/** End of this event loop turn, to collect arrivals. */
const endOfTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** One statement decides and stores (docs/rules/flags.md#submitting); it sees earlier changes that forbid the flag. */
const STORE = {
  name: 'submissions_store',
  text: 'SELECT * FROM store_submissions($1, $2, $3, $4, $5, $6, $7)'
}

const STORED = { place: number, id: number }

const contextsOf = (batch: readonly Waiting[], ids: ReadonlyMap<number, number>) =>
  batch.flatMap(({ arrival: { context } }, place) => {
    const id = ids.get(place)
    return context && id !== undefined ? [{ ...context, id }] : []
  })

/** `onStored` gets the game of each committed batch, `onTraced` before it the contexts of its submissions. */
export function createIntake(
  db: Database,
  onStored: (gameId: number) => void,
  onTraced: (stored: (TraceContext & { id: number })[]) => void = () => {}
): Intake {
  /** A queue per game, so that a locked game does not delay others. */
  const queues = new Map<number, { waiting: Waiting[]; running: Promise<void> }>()

  const storeBatch = async (gameId: number, batch: Waiting[]) => {
    const column = <K extends keyof Arrival>(name: K) => batch.map(({ arrival }) => arrival[name])
    const stored = await rows(db.pool, STORED, {
      ...STORE,
      values: [
        column('gameId'),
        column('challengeId'),
        column('participationId'),
        column('userId'),
        column('answer'),
        column('ip'),
        column('userAgent')
      ]
    })
    const ids = new Map(stored.map(({ place, id }) => [place - 1, id]))
    if (batch.some(({ arrival }) => arrival.context)) onTraced(contextsOf(batch, ids))
    if (stored.length > 0) onStored(gameId)
    flagsReceived.inc(stored.length)
    for (const [place, { resolve }] of batch.entries()) resolve(ids.get(place) ?? null)
  }

  const drain = async (gameId: number, waiting: Waiting[]) => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MAX_ROWS)
      await storeBatch(gameId, batch).catch((error) => storeSingly(gameId, batch, error))
      await endOfTurn()
    }
    queues.delete(gameId)
  }

  /** Deleted while it waited. */
  const refuse = ({ resolve, reject }: Waiting, error: unknown) =>
    isForeignKeyViolation(error) ? resolve(null) : reject(error)

  /**
   * Stores flags one by one, so that an invalid row does not fail the batch. After an outage nobody knows what was stored, so the
   * sender repeats.
   */
  const storeSingly = async (gameId: number, batch: Waiting[], error: unknown) => {
    const again = batch.length > 1 && !isStoreAway(error)
    for (const waiting of batch)
      if (again) await storeBatch(gameId, [waiting]).catch((fault) => refuse(waiting, fault))
      else refuse(waiting, error)
  }

  const queueOf = (gameId: number) => {
    const waiting: Waiting[] = []
    const queue = { waiting, running: endOfTurn().then(() => drain(gameId, waiting)) }
    queues.set(gameId, queue)
    return queue
  }

  return {
    store: (arrival) =>
      new Promise((resolve, reject) => {
        const { gameId } = arrival
        const { waiting } = queues.get(gameId) ?? queueOf(gameId)
        waiting.push({ arrival, resolve, reject })
      }),
    idle: async () => {
      await Promise.all([...queues.values()].map(({ running }) => running))
    }
  }
}
