import { setTimeout as sleep } from 'node:timers/promises'
import type { Scoreboard } from '~/scoring/rules'
import { createSemaphore } from '~/server/platform/concurrency/semaphore'
import type { CopiedChallenge, RehearsalWorkStore, Stage } from '~/server/rehearsals'
import type { RehearsalProgress, RehearsalReport } from '~/server/rehearsals/contract'
import { checkSettings, listSolvable } from './checks'
import { type Client, createClient } from './client'
import { wrongLines } from './expectation'
import { createFiles } from './files'
import { createFindings, type Findings } from './findings'
import { createInstanceChecks } from './instances'
import { playTeam, type RehearsalContext } from './player'
import { createTimings, type Timings } from './timings'

/** Teams that play at once: a hall of people, not a load test. */
const CONCURRENCY = 6
/** Milliseconds of a p95 from which a call is slow. */
const SLOW_MS = 1000
/** With fewer values, a p95 is the slowest one. */
const MIN_VALUES = 20
const SETTLE_MS = 20_000

interface Needs {
  work: Pick<RehearsalWorkStore, 'rightFlags' | 'boardTruth' | 'failedStart'>
  url: string
  stage: Stage
  /** Stops the play; earlier findings are reported. */
  signal: AbortSignal
  progress(progress: RehearsalProgress): void
}

/** Challenges ordered so that requirements come first. Leaves out unreachable ones, which checkSettings reports. */
function playOrder({ game, facts }: Stage): CopiedChallenge[] {
  const reachable = listSolvable(facts.challenges)
  const left = game.challenges.filter(({ original }) => reachable.has(original))
  const order: CopiedChallenge[] = []
  const placed = new Set<number>()
  while (left.length > 0) {
    const at = left.findIndex(({ requires }) => requires.every((id) => placed.has(id)))
    if (at < 0) break
    const [next] = left.splice(at, 1)
    order.push(next!)
    placed.add(next!.id)
  }
  return order
}

/** The board once it shows every solve, or what it shows after a while; null without one. */
async function settledBoard(client: Client, { game, teams }: Stage, solves: number, signal: AbortSignal) {
  const end = performance.now() + SETTLE_MS
  for (;;) {
    const path = `/api/game/${game.id}/scoreboard`
    const { status, body } = await client.send('board', { path, cookie: teams[0]!.cookie })
    const board = status === 200 ? (JSON.parse(body.toString()) as Scoreboard) : null
    const shown = board?.items.reduce((sum, { solvedCount }) => sum + solvedCount, 0) ?? -1
    if (shown >= solves || performance.now() > end) return { board, status }
    await sleep(250, null, { signal })
  }
}

async function checkBoard(needs: Needs, client: Client, findings: Findings, solves: number): Promise<void> {
  const { stage, work, signal } = needs
  const { board, status } = await settledBoard(client, stage, solves, signal)
  if (!board) return findings.add('call_failed', null, { call: 'board', status })
  const wrong = wrongLines(board, await work.boardTruth(stage.game.id))
  if (wrong > 0) findings.add('board_differs', null, { teams: wrong })
}

function findSlowCalls(timings: Timings, findings: Findings): void {
  // Left out: they last as long as a download or an engine takes, or wait for a verdict.
  for (const { call, count, p95 } of timings.summary())
    if (count >= MIN_VALUES && p95 > SLOW_MS && !['file', 'instance', 'flag'].includes(call))
      findings.add('slow_call', null, { call, ms: p95 })
}

/**
 * Plays a copy as its teams do, through the HTTP API, and reports (docs/rules/rehearsals.md). A stop ends it early, without an error.
 */
export async function rehearse(needs: Needs): Promise<RehearsalReport> {
  const { stage, url } = needs
  const failing = new AbortController()
  const signal = AbortSignal.any([needs.signal, failing.signal])
  const began = performance.now()
  const findings = createFindings()
  const timings = createTimings()
  const client = createClient(url, timings, signal)
  const files = createFiles(client, findings, signal)
  const instances = createInstanceChecks({
    ...{ client, findings, signal, work: needs.work, engine: stage.facts.engine }
  })
  const order = playOrder(stage)
  const counts = { flags: 0, solves: 0 }
  const total = order.length * stage.teams.length
  let done = 0
  const context: RehearsalContext = {
    ...{ stage, client, findings, files, instances, order, counts, signal },
    rightFlags: (teamId) => needs.work.rightFlags(stage.game.id, teamId),
    stepped: () => needs.progress({ step: 'playing', done: ++done, total })
  }
  findings.addAll(checkSettings(stage.facts, new Date()))
  needs.progress({ step: 'joining', done: 0, total })
  const inTurn = createSemaphore(CONCURRENCY)
  try {
    await Promise.all(stage.teams.map((team, place) => inTurn(() => playTeam(context, place, team))))
    needs.progress({ step: 'board', done, total })
    await checkBoard(needs, client, findings, counts.solves)
  } catch (error) {
    if (!signal.aborted)
      findings.add('web_unreachable', null, { reason: (error as Error).message.slice(0, 200) })
  } finally {
    client.close()
  }
  findSlowCalls(timings, findings)
  return {
    ...findings.all(),
    calls: timings.summary(),
    instances: instances.times(),
    figures: {
      seconds: Math.round((performance.now() - began) / 1000),
      ...{ teams: stage.teams.length, challenges: order.length, ...files.figures(), ...counts }
    }
  }
}
