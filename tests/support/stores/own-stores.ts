import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startStores } from '~/scripts/lib/stores/index.mjs'
import { createDatabase, type Database } from '~/server/db'
import { Client } from '../api/client'
import { sessionOf } from '../fixtures'
import { descendants, runs } from '../launcher/clone'
import { ADMIN, runBuilt } from '../processes/program'

/** A Postgres and a Redis of one test file alone, which it may stop. */
export interface OwnStores {
  databaseUrl: string
  redisUrl: string
  /** A database whose connections wait without a limit. */
  db: Database
  /** Freezes all processes of a store, so that it hangs; returns a function that continues them. */
  hang(name: 'postgres' | 'redis'): () => void
  close(): Promise<void>
}

interface Child {
  name: string
  pid: number | null
  stop(): Promise<void>
}

/** Starts them in a folder of their own, ready for the platform. */
export async function openOwnStores(): Promise<OwnStores> {
  const dataDir = mkdtempSync(join(tmpdir(), 'halyard-own-'))
  mkdirSync(join(dataDir, 'logs'))
  const children: Child[] = []
  const close = async () => {
    await Promise.all(children.map((child) => child.stop()))
    rmSync(dataDir, { recursive: true, force: true })
  }
  const urls = await startStores({
    ...{ dataDir, databaseUrl: null, redisUrl: null, durable: false },
    onChild: (child) => children.push(child)
  })
  const prepared = runBuilt('migrate', [], urls, {
    HALYARD_ADMIN_PASSWORD: ADMIN.password,
    HALYARD_DATA: dataDir
  })
  if ((await prepared.ended) !== 0) {
    await close()
    throw new Error(`The migration failed:\n${prepared.stderr()}`)
  }
  const db = createDatabase(urls.databaseUrl, { name: 'halyard-test' })
  const hanging = new Set<() => void>()
  return {
    ...urls,
    db,
    hang(name) {
      const { pid } = children.find((child) => child.name === name)!
      // Parents first, because a frozen one starts no more processes.
      process.kill(pid!, 'SIGSTOP')
      const all = [pid!, ...descendants(pid!)]
      for (const one of all) process.kill(one, 'SIGSTOP')
      const goOn = () => {
        if (hanging.delete(goOn)) for (const one of all.filter(runs)) process.kill(one, 'SIGCONT')
      }
      hanging.add(goOn)
      return goOn
    },
    async close() {
      for (const goOn of hanging) goOn()
      await db.close()
      await close()
    }
  }
}

/** A logged-in client, without the cost of a login. */
export async function clientOf(db: Database, url: string, userId: string): Promise<Client> {
  const client = new Client(url)
  client.cookie = await sessionOf({ stores: { db } }, { id: userId })
  return client
}
