import { setTimeout as sleep } from 'node:timers/promises'
import type { InstanceView } from '~/server/instances/contract'
import { createSemaphore } from '~/server/platform/concurrency/semaphore'
import type { CopiedChallenge, RehearsalWorkStore } from '~/server/rehearsals'
import type { Finding, RehearsalReport } from '~/server/rehearsals/contract'
import type { Client } from './client'
import type { Findings } from './findings'

/** Few, because the engine may serve a running game beside. */
const CONCURRENCY = 2
const TEAMS_EACH = 2
const POLL_MS = 500
const READY_MS = 180_000
const SLOW_S = 30

export interface Instances {
  /** Starts an instance for the first teams that come, waits until it is ready, and stops it. */
  check(challenge: CopiedChallenge, game: number, cookie: string): Promise<void>
  /** The slowest start of each challenge. */
  times(): RehearsalReport['instances']
}

interface Needs {
  client: Client
  findings: Findings
  signal: AbortSignal
  work: Pick<RehearsalWorkStore, 'failedStart'>
  /** An engine is up; without one nothing is started. */
  engine: boolean
}

export function createInstanceChecks({ client, findings, signal, work, engine }: Needs): Instances {
  const tried = new Map<number, number>()
  const slowest = new Map<number, RehearsalReport['instances'][0]>()
  const inTurn = createSemaphore(CONCURRENCY)

  const waitUntilReady = async (path: string, cookie: string): Promise<'ready' | 'failed' | 'not_ready'> => {
    const end = performance.now() + READY_MS
    while (performance.now() < end) {
      const { status, body } = await client.send(null, { path, cookie })
      const view = status === 200 ? (JSON.parse(body.toString()) as InstanceView) : null
      if (view?.state === 'ready') return 'ready'
      if (view?.state === 'failed' || view?.state === 'none') return 'failed'
      await sleep(POLL_MS, null, { signal })
    }
    return 'not_ready'
  }

  /** The call says only that it failed: organisers need the error, the exit code and the last line. */
  const whyFailed = async ({ id }: CopiedChallenge, game: number): Promise<Finding['params'] | null> => {
    const failed = await work.failedStart(game, id)
    if (!failed) return null
    const { error, code, line } = failed
    return { error, ...(code !== null && { code }), ...(line !== null && { line }) }
  }

  const start = async (challenge: CopiedChallenge, game: number, cookie: string) => {
    const about = { id: challenge.original, title: challenge.title }
    const path = `/api/game/${game}/container/${challenge.id}`
    const began = performance.now()
    const { status, body } = await client.send('instance', { method: 'POST', path, cookie })
    if (status !== 200) {
      const why = await whyFailed(challenge, game)
      if (why) return findings.add('instance_failed', about, why)
      const { title } = JSON.parse(body.toString() || '{}') as { title?: string }
      return findings.add('instance_failed', about, { reason: title ?? String(status) })
    }
    const state = await waitUntilReady(path, cookie)
    const seconds = Math.round((performance.now() - began) / 100) / 10
    if (state !== 'ready') {
      const why = state === 'failed' && (await whyFailed(challenge, game))
      findings.add('instance_failed', about, why || { error: state === 'failed' ? 'engine' : state })
    } else {
      const known = slowest.get(challenge.original)
      if (!known || known.seconds < seconds)
        slowest.set(challenge.original, { challengeId: about.id, title: about.title, seconds })
      if (seconds > SLOW_S) findings.add('instance_slow', about, { seconds: Math.round(seconds) })
    }
    await client.send(null, { method: 'DELETE', path, cookie })
  }

  return {
    async check(challenge, game, cookie) {
      if (!engine || !challenge.type.endsWith('Container')) return
      const before = tried.get(challenge.id) ?? 0
      if (before >= TEAMS_EACH) return
      tried.set(challenge.id, before + 1)
      await inTurn(() => start(challenge, game, cookie))
    },
    times: () => [...slowest.values()].sort((a, b) => b.seconds - a.seconds)
  }
}
