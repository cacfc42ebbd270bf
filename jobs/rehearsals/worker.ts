import { type Env, webUrlOf } from '~/server/platform/env'
import type { Log } from '~/server/platform/log'
import { MINUTE_MS } from '~/server/platform/time'
import type { ClaimedRehearsal, RehearsalWorkStore } from '~/server/rehearsals'
import {
  findingOf,
  REHEARSAL_CHANNEL,
  type RehearsalProgress,
  type RehearsalReport
} from '~/server/rehearsals/contract'
import type { Services } from '~/server/services'
import type { Job } from '../job'
import { rehearse } from './rehearsal'

/** Milliseconds between renewals of the lease, which a stop waits for at most. */
const RENEW_MS = 2000
const MAX_MS = 30 * MINUTE_MS

interface RehearsalWorker {
  jobs: Job[]
  /** Gives a running rehearsal back, for another process to begin anew. */
  stop(): Promise<void>
}

interface Needs {
  services: Pick<Services, 'rehearsals'>
  env: Env
  log: Log
}

type Reason = 'stop' | 'lost' | 'closing' | 'late'

/** Holds the lease of a rehearsal while it is played. */
function hold(work: RehearsalWorkStore, claimed: ClaimedRehearsal, log: Log) {
  const playing = new AbortController()
  const state: { reason: Reason | null; progress: RehearsalProgress } = {
    reason: null,
    progress: { step: 'copying', done: 0, total: 0 }
  }
  const end = (reason: Reason) => {
    state.reason ??= reason
    playing.abort()
  }
  const renew = async () => {
    try {
      const answer = await work.renew(claimed, state.progress)
      if (answer !== 'on') end(answer)
    } catch (error) {
      // The lease lasts longer than a short absence of Postgres.
      log.warn({ err: (error as Error).message }, 'rehearsal_not_renewed')
    }
  }
  const timer = setInterval(() => void renew(), RENEW_MS)
  const late = setTimeout(() => end('late'), MAX_MS)
  return {
    state,
    signal: playing.signal,
    end,
    release() {
      clearInterval(timer)
      clearTimeout(late)
    }
  }
}

const withFinding = (report: RehearsalReport, code: 'too_long' | 'changed_meanwhile'): RehearsalReport => ({
  ...report,
  findings: [...report.findings, findingOf(code)]
})

export function createRehearsalWorker({ services: { rehearsals }, env, log }: Needs): RehearsalWorker {
  const { work } = rehearsals
  const running = new Map<string, { over: Promise<void>; end(reason: Reason): void }>()
  let closing = false

  const play = async (claimed: ClaimedRehearsal, held: ReturnType<typeof hold>): Promise<void> => {
    const stage = await work.prepare(claimed)
    let report = await rehearse({
      ...{ work, stage, url: webUrlOf(env), signal: held.signal },
      progress: (progress) => {
        held.state.progress = progress
      }
    })
    const { reason } = held.state
    if (reason === 'lost') return
    if (reason === 'closing') return work.giveBack(claimed)
    if (reason === 'late') report = withFinding(report, 'too_long')
    if ((await work.print(claimed.gameId)) !== stage.print) report = withFinding(report, 'changed_meanwhile')
    await work.finish(claimed, reason === 'stop' ? 'stopped' : 'done', report)
  }

  const run = async (claimed: ClaimedRehearsal, held: ReturnType<typeof hold>): Promise<void> => {
    try {
      await play(claimed, held)
    } catch (error) {
      log.error({ game: claimed.gameId, err: error }, 'rehearsal_failed')
      await work.finish(claimed, 'abandoned', null)
    } finally {
      held.release()
      await work.removeLeft()
    }
  }

  /** Starts waiting runs, and removes leftovers of ended ones. */
  const look = async () => {
    for (;;) {
      const claimed = closing ? null : await work.claim()
      if (!claimed) break
      if (closing) return work.giveBack(claimed)
      const held = hold(work, claimed, log)
      const over = run(claimed, held)
        .catch((error: Error) => log.warn({ err: error.message }, 'rehearsal_not_ended'))
        .finally(() => running.delete(claimed.run))
      running.set(claimed.run, { over, end: held.end })
    }
    await work.removeLeft()
  }

  return {
    jobs: [
      {
        // Rows are leased, so that it goes on without Redis.
        name: 'rehearse',
        everywhere: true,
        schedule: '*/5 * * * * *',
        timeout: 60_000,
        quiet: true,
        startOn: REHEARSAL_CHANNEL,
        run: look
      }
    ],
    async stop() {
      closing = true
      for (const { end } of running.values()) end('closing')
      await Promise.all([...running.values()].map(({ over }) => over))
    }
  }
}
