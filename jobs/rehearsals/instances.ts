import { setTimeout as sleep } from 'node:timers/promises'
import type { InstanceView } from '~/server/instances/contract'
import { createSemaphore } from '~/server/platform/concurrency/semaphore'
import type { CopiedChallenge } from '~/server/rehearsals'
import type { RehearsalReport } from '~/server/rehearsals/contract'
import type { Client } from './client'
import type { Findings } from './findings'

/** Few, because the engine may serve a running game beside. */
const AT_ONCE = 2
const TEAMS_EACH = 2
const POLL_MS = 500
const READY_MS = 180_000
const SLOW_S = 30

export interface Instances {
  /** Starts an instance for the first teams that come, waits until it is ready, and stops it. */
  check(challenge: CopiedChallenge, game: number, cookie: string): Promise<void>
  /** By challenge, the slowest start. */
  times(): RehearsalReport['instances']
}

export function createInstanceChecks(
  client: Client,
  findings: Findings,
  signal: AbortSignal,
  engine: boolean
): Instances {
  const tried = new Map<number, number>()
  const slowest = new Map<number, RehearsalReport['instances'][0]>()
  const inTurn = createSemaphore(AT_ONCE)

  /** Null once it is ready, else the error of the start (docs/rules/instances.md). */
  const waitUntilReady = async (path: string, cookie: string): Promise<string | null> => {
    const end = performance.now() + READY_MS
    while (performance.now() < end) {
      const { status, body } = await client.send(null, { path, cookie })
      const view = status === 200 ? (JSON.parse(body.toString()) as InstanceView) : null
      if (view?.state === 'ready') return null
      if (view?.state === 'failed' || view?.state === 'none') return view.error ?? 'engine'
      await sleep(POLL_MS, null, { signal })
    }
    return 'not_ready'
  }

  const start = async (challenge: CopiedChallenge, game: number, cookie: string) => {
    const about = { id: challenge.original, title: challenge.title }
    const path = `/api/game/${game}/container/${challenge.id}`
    const began = performance.now()
    const { status, body } = await client.send('instance', { method: 'POST', path, cookie })
    if (status !== 200) {
      const { title } = JSON.parse(body.toString() || '{}') as { title?: string }
      return findings.add('instance_failed', about, { reason: title ?? String(status) })
    }
    const error = await waitUntilReady(path, cookie)
    const seconds = Math.round((performance.now() - began) / 100) / 10
    if (error) findings.add('instance_failed', about, { error })
    else {
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
