import type { Database } from '~/server/db'
import type { Log } from '~/server/platform/log'

interface Needs {
  db: Database
  log: Log
  process: string
}

/** Milliseconds between two rows of a plug-in, which may fail with every answer. */
const PAUSE_MS = 1000

const NOTE = `
  INSERT INTO plugin_faults AS f (name, at, process, error, count) VALUES ($1, now(), $2, $3, $4)
  ON CONFLICT (name) DO UPDATE SET at = now(), process = $2, error = $3, count = f.count + $4`

/** Keeps the last fault of each plug-in for the administrators' page. Nobody waits for it. */
export function createFaults({ db, log, process }: Needs) {
  const pending = new Map<string, { error: string; count: number }>()
  const write = (name: string) => {
    const { error, count } = pending.get(name)!
    if (count === 0) return void pending.delete(name)
    pending.set(name, { error, count: 0 })
    db.pool
      .query(NOTE, [name, process, error.replaceAll('\0', ''), count])
      .catch((fault: Error) => log.warn({ plugin: name, err: fault.message }, 'plugin_fault_not_kept'))
    setTimeout(() => write(name), PAUSE_MS).unref()
  }
  return {
    note(name: string, error: string): void {
      log.warn({ plugin: name, reason: error }, 'plugin_failed')
      const known = pending.get(name)
      pending.set(name, { error, count: (known?.count ?? 0) + 1 })
      if (!known) write(name)
    }
  }
}
