import DataLoader from 'dataloader'

const MAX_KEYS = 200

/** Resolves at the end of this turn of the event loop, when every request that has arrived has asked. */
const endOfTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/**
 * Looks many keys up with one call, at most 200: those asked in one turn of the event loop, and while the call before runs.
 * A busy process then asks few statements, since each wakes a process of Postgres, which costs more than a row.
 * Nothing is kept: a key is looked up after it was asked, and equal keys twice.
 * @param load returns what belongs to each key, in their order; null where there is nothing. A failure fails its keys.
 */
export function createBatchedLookup<Key, Value>(
  load: (keys: readonly Key[]) => Promise<(Value | null)[]>
): (key: Key) => Promise<Value | null> {
  let running: Promise<unknown> = Promise.resolve()
  const loader = new DataLoader<Key, Value | null>(
    (keys) => {
      const loading = load(keys)
      running = loading.catch(() => {})
      return loading
    },
    {
      cache: false,
      maxBatchSize: MAX_KEYS,
      batchScheduleFn: (start) => void running.then(endOfTurn).then(start)
    }
  )
  return (key) => loader.load(key)
}
