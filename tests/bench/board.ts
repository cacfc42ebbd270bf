import type pg from 'pg'
import { applyEvent, emptyBoard, fold, settle } from '~/scoring/rules'
import { type NewScoreEvent, readEntries } from '~/server/ledger'
import { heading, line, number } from './support/report'
import { seed, seedLedger } from './support/seed'

const micros = (begun: number, runs: number) => ((performance.now() - begun) * 1000) / runs

/** A board in which every challenge has 20 solves, whatever the number of teams. */
function boardOf(teams: number) {
  let seq = 0
  const at = 1_700_000_000_000
  const place = (event: NewScoreEvent) => ({ ...event, seq: ++seq })
  const events: NewScoreEvent[] = []
  for (let challengeId = 1; challengeId <= 1000; challengeId++) events.push({ kind: 'open', at, challengeId })
  for (let participationId = 1; participationId <= teams; participationId++)
    events.push({ kind: 'admit', at, participationId, payload: { division: null } })
  for (let challengeId = 1; challengeId <= 1000; challengeId++)
    for (let i = 0; i < 20; i++) events.push(solve(at + i, 1 + ((challengeId * 31 + i) % teams), challengeId))
  const state = fold(events.map(place))
  settle(state)
  return { state, place }
}

function solve(at: number, participationId: number, challengeId: number): NewScoreEvent {
  return {
    kind: 'solve',
    at,
    participationId,
    challengeId,
    submissionId: at + challengeId * 1000,
    userId: null
  }
}

/** The cost of one more solve by number of teams, and the time to rebuild a lost board. */
export async function benchBoard(pool: pg.Pool): Promise<void> {
  heading('The board in memory: one solve, 1,000 challenges with 20 solves each')
  for (const teams of [100, 1000, 10_000]) {
    const { state, place } = boardOf(teams)
    const fresh = Array.from({ length: 1000 }, (_, i) =>
      place(solve(1_700_000_100_000 + i, 1 + (((i + 1) * 31 + 40) % teams), i + 1))
    )
    const begun = performance.now()
    for (const event of fresh) applyEvent(state, event)
    const folded = micros(begun, fresh.length)
    const settling = performance.now()
    settle(state)
    line(
      `${number(teams, 0)} teams`,
      `fold ${number(folded, 2)} µs a solve; ranking all once ${number(performance.now() - settling, 2)} ms`
    )
  }
  heading('Rebuild from 100,000 ledger rows')
  const game = await seed(pool, { teams: 5000, challenges: 20 })
  await seedLedger(pool, game, 100_000)
  const begun = performance.now()
  const state = emptyBoard()
  for (;;) {
    const page = await readEntries(pool, game.gameId, state.seq, 20_000)
    if (page.length === 0) break
    fold(page, state)
  }
  settle(state)
  line('read and fold', `${number(performance.now() - begun, 0)} ms (goal ≤ 2,000)`)
}
