import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Ctx } from '~/server/access/contract'
import { createWrongFlags, type WrongFlags } from '~/server/limits'
import type { AnswerResult } from '~/server/submissions/contract'
import { refused } from '../../support/domain'
import { playGame } from '../../support/fixtures'
import { type RunningScoring, runScoring } from '../../support/scoring/scoring'
import { openStores, type Stores } from '../../support/stores/stores'
import { until } from '../../support/until'

let stores: Stores
let wrongFlags: WrongFlags
beforeAll(async () => {
  stores = await openStores()
  wrongFlags = createWrongFlags(stores.redis, stores.log, { enabled: true })
})
afterAll(() => stores?.close())

let last = 0
/** An unknown team and challenge, and verdicts for them. */
function place() {
  const [participationId, challengeId] = [++last, 7]
  const given = (...statuses: AnswerResult[]) =>
    wrongFlags.tally(statuses.map((status) => ({ participationId, challengeId, status })))
  const pass = () => wrongFlags.take(participationId, challengeId)
  return { participationId, challengeId, given, pass }
}
const wrong = (count: number): AnswerResult[] => Array(count).fill('WrongAnswer')
/** Expects a wait of this many seconds, less what has passed, but longer than the next shorter wait. */
async function mustWait(pass: () => Promise<void>, seconds: number) {
  const { retryAfter } = await refused(pass(), 'submission.slow_down', 429)
  expect(retryAfter).toBeLessThanOrEqual(seconds)
  expect(retryAfter).toBeGreaterThan(seconds / 2)
}

describe('wrong flags', () => {
  it('are free four times, then cost a wait that grows to two minutes', async () => {
    const { given, pass } = place()
    await given(...wrong(4))
    await pass()
    for (const wait of [5, 10, 20, 40, 80, 120, 120]) {
      await given('WrongAnswer')
      await mustWait(pass, wait)
    }
    await given(...wrong(5000))
    await mustWait(pass, 120)
  })

  it('count for any kind of wrong, all of a batch', async () => {
    const { given, pass } = place()
    await given('WrongAnswer', 'CheatDetected', 'NotFound', 'WrongAnswer', 'CheatDetected')
    await mustWait(pass, 5)
  })

  it.each([
    ['in the same batch', [[...wrong(5), 'Accepted']]],
    ['in a later one', [wrong(7), ['Accepted']]],
    ['before others', [wrong(4), ['Accepted', ...wrong(4)]]]
  ] as [string, AnswerResult[][]][])('are forgotten with a right one %s', async (_, batches) => {
    const { given, pass } = place()
    for (const batch of batches) await given(...batch)
    await pass()
  })

  it('affect neither another team nor another challenge', async () => {
    const { participationId, challengeId, given } = place()
    await given(...wrong(9))
    await wrongFlags.take(participationId + 1_000_000, challengeId)
    await wrongFlags.take(participationId, challengeId + 1)
  })

  it('of several processes at once all count', async () => {
    const { given, pass } = place()
    await Promise.all(Array.from({ length: 6 }, () => given('WrongAnswer')))
    await mustWait(pass, 10)
  })

  it('sent at the same moment are not more than are free', async () => {
    const { given, pass } = place()
    const passed = async (count: number) =>
      (await Promise.allSettled(Array.from({ length: count }, pass))).filter(
        ({ status }) => status === 'fulfilled'
      ).length
    expect(await passed(40)).toBe(5)
    await mustWait(pass, 1)
    await given(...wrong(2))
    expect(await passed(40)).toBe(0)
    await given(...wrong(2), 'Accepted')
    expect(await passed(40)).toBe(5)
    await given(...wrong(5))
    await mustWait(pass, 5)
  })

  it('that were not stored do not count', async () => {
    const { participationId, challengeId, pass } = place()
    for (let tried = 0; tried < 12; tried++) {
      await pass()
      await wrongFlags.release(participationId, challengeId)
    }
  })

  it('are free where limits are off', async () => {
    const off = createWrongFlags(stores.redis, stores.log, { enabled: false })
    const { participationId, challengeId, given } = place()
    await given(...wrong(9))
    await off.take(participationId, challengeId)
    await off.tally([{ participationId: 5_000_000, challengeId, status: 'WrongAnswer' }])
    expect(await stores.redis.exists('halyard:wrong:5000000:7')).toBe(0)
  })
})

describe('while scoring judges', () => {
  let scoring: RunningScoring
  afterAll(() => scoring?.close())

  it('the sixth flag waits, the members of another team play on, and after the wait the next is accepted', async () => {
    const game = await playGame(stores.db, { teams: 2, membersEach: 2, challenges: 1 })
    scoring = await runScoring(stores, { HALYARD_RATE_LIMITS: 'on' })
    const { submissions } = scoring.services
    const [challenge] = game.challenges as [(typeof game.challenges)[0]]
    const hand = (team: number, member: number, flag: string) => {
      const { id, name } = game.teams[team]!.members[member]!
      const actor = { id, userName: name, role: 'User' as const, sessionId: 's', avatar: null }
      const ctx: Ctx = {
        now: new Date(),
        actor,
        ip: '192.0.2.1',
        userAgent: null,
        requestId: 'r',
        locale: 'en-US'
      }
      return submissions.submit(ctx, game.id, challenge.id, flag)
    }
    for (let sent = 0; sent < 5; sent++) await hand(0, sent % 2, 'flag{no}')
    const wait = `halyard:slow:${game.teams[0]!.participationId}:${challenge.id}`
    await until(() => stores.redis.exists(wait))
    await refused(hand(0, 0, challenge.flag), 'submission.slow_down', 429)
    await refused(hand(0, 1, challenge.flag), 'submission.slow_down', 429)
    await hand(1, 0, 'flag{no}')
    await stores.redis.pExpire(wait, 1)
    await until(async () => !(await stores.redis.exists(wait)))
    await hand(0, 0, challenge.flag)
    await until(async () => !(await stores.redis.exists(wait.replace('slow', 'wrong'))))
  })
})
