import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { judge } from '~/scoring/judge'
import { fold, settle } from '~/scoring/rules'
import type { StoredHint } from '~/server/hints/contract'
import { readTeamPoints } from '~/server/hints/points'
import { lockLedger, readEntries, verifyChain } from '~/server/ledger'
import { isAppError } from '~/server/platform/errors'
import { HOUR_MS, MINUTE_MS, wireTime } from '~/server/platform/time'
import { createRunningBoards, foldPublicBoard } from '~/server/public-board'
import { type Domain, openDomain, outcomes, refused } from '../../support/domain'
import { type PlayedGame, playGame, sendFlags } from '../../support/fixtures'
import { inOtherTransaction, waitForRowLocks } from '../../support/stores/locks'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const SECRET = 'the ninth wave'
const query = async (text: string, ...values: unknown[]) =>
  (await domain.stores.db.pool.query(text, values)).rows

/** A running game with one hint for 100 points at its first challenge. */
async function gameWithHint(hints: Partial<StoredHint>[] = [{}], plan: Parameters<typeof playGame>[1] = {}) {
  const game = await playGame(domain.stores.db, { teams: 2, membersEach: 3, ...plan })
  const { id } = game.challenges[0]!
  const pricedHints = hints.map((hint) => ({
    content: SECRET,
    cost: 100,
    ...hint,
    availableAt: hint.availableAt ? new Date(hint.availableAt) : null
  }))
  await domain.services.challenges.update(domain.admin, game.id, id, { pricedHints })
  return { game, id }
}

const player = ({ teams }: PlayedGame, team = 0, member = 0) => domain.as(teams[team]!.members[member]!)
const award = ({ id, teams }: PlayedGame, points: number, team = 0) =>
  domain.services.corrections.apply(domain.admin, id, {
    correction: { kind: 'award', participationIds: [teams[team]!.participationId], points },
    reason: 'test'
  })
const played = (game: PlayedGame, team = 0, member = 0) =>
  domain.services.challenges.play(player(game, team, member), game.id, game.challenges[0]!.id)

/** Scores by participation, from the ledger. */
async function scores(gameId: number): Promise<Map<number, number>> {
  const state = fold(await readEntries(domain.stores.db.pool, gameId, 0, 10_000))
  return new Map(settle(state).map(({ id, score }) => [id, score]))
}
const scoreOf = async (game: PlayedGame, team = 0) =>
  (await scores(game.id)).get(game.teams[team]!.participationId)

describe('a hint with a cost', () => {
  it('is charged once, however many members press at the same instant', async () => {
    const { game, id } = await gameWithHint()
    await award(game, 250)
    const pressed = [0, 1, 2, 0, 1, 2, 0, 1].map((member) =>
      domain.services.hints.buy(player(game, 0, member), game.id, id, 1)
    )
    const answers = await Promise.all(pressed)
    expect(new Set(answers.map(({ boughtAt }) => boughtAt)).size).toBe(1)
    expect(answers.map(({ content }) => content)).toEqual(Array(8).fill(SECRET))
    expect(await scoreOf(game)).toBe(150)
    const paid = await query(
      `SELECT payload FROM score_events WHERE game_id = $1 AND payload ? 'hint'`,
      game.id
    )
    expect(paid).toEqual([{ payload: { points: -100, reason: '', hint: { challenge: id, id: 1 } } }])
    expect((await verifyChain(domain.stores.db.pool, game.id)).firstBad).toBeNull()
  })

  it('never costs more than the team has, whatever it buys at once', async () => {
    const { game, id } = await gameWithHint(Array.from({ length: 6 }, () => ({})))
    await award(game, 250)
    const { done, codes } = await outcomes(
      [1, 2, 3, 4, 5, 6].map((hint) =>
        domain.services.hints.buy(player(game, 0, hint % 3), game.id, id, hint)
      )
    )
    expect([done, codes]).toEqual([2, Array(4).fill('hint.too_few_points')])
    expect(await scoreOf(game)).toBe(50)
  })

  it('shows its text to nobody before, and then to the team alone', async () => {
    const { game, id } = await gameWithHint()
    await award(game, 100)
    await award(game, 100, 1)
    const before = await played(game)
    expect(JSON.stringify(before)).not.toContain(SECRET)
    expect(before.hints).toEqual([])
    expect(before.pricedHints).toEqual([
      { id: 1, cost: 100, availableAt: null, available: true, boughtAt: null, content: null }
    ])
    const find = () => domain.services.challenges.find(player(game), game.id, 'ninth', 'all')
    expect((await find()).texts).toEqual([])
    await domain.services.hints.buy(player(game), game.id, id, 1)
    expect((await played(game, 0, 1)).hints).toEqual([SECRET])
    const other = await played(game, 1)
    expect(JSON.stringify(other)).not.toContain(SECRET)
    expect(other.pricedHints[0]!.boughtAt).toBeNull()
    const told = await query('SELECT * FROM notices WHERE game_id = $1', game.id)
    const events = await query('SELECT * FROM game_events WHERE game_id = $1', game.id)
    expect(JSON.stringify([told, events])).not.toContain(SECRET)
    expect(told.map(({ type }) => type)).toEqual(['NewHint'])
  })

  it('costs nothing for a challenge that the team has solved, and is refused there', async () => {
    const { game, id } = await gameWithHint([{}, { cost: 0 }])
    await award(game, 500)
    await domain.services.hints.buy(player(game), game.id, id, 1)
    const [team, participation] = [game.teams[0]!, game.teams[0]!.participationId]
    await sendFlags(domain.stores.db, game, [{ team, challenge: { ...game.challenges[0]!, id } }])
    while ((await judge(domain.stores.db, game.id)).rows.length > 0);
    expect(await query('SELECT FROM solves WHERE participation_id = $1', participation)).toHaveLength(1)
    const before = await scoreOf(game)
    // What the team has bought, and what is free, it still reads.
    expect((await domain.services.hints.buy(player(game), game.id, id, 1)).content).toBe(SECRET)
    expect((await domain.services.hints.buy(player(game), game.id, id, 2)).content).toBe(SECRET)
    await query(
      `UPDATE challenges SET priced_hints = jsonb_set(priced_hints, '{1,cost}', '10') WHERE id = $1`,
      id
    )
    await refused(domain.services.hints.buy(player(game), game.id, id, 2), 'hint.solved', 400)
    expect(await scoreOf(game)).toBe(before)
  })

  it('is refused with too few points, naming both figures, and changes nothing', async () => {
    const { game, id } = await gameWithHint()
    await award(game, 99)
    const error = await refused(
      domain.services.hints.buy(player(game), game.id, id, 1),
      'hint.too_few_points',
      400
    )
    expect(error.params).toEqual({ cost: 100, points: 99 })
    expect(await scoreOf(game)).toBe(99)
    expect(await query('SELECT * FROM hint_purchases WHERE challenge_id = $1', id)).toEqual([])
  })

  it('is refused before its time, in a pause, when missing, and to callers who do not play', async () => {
    const later = new Date(Date.now() + HOUR_MS / 2).toISOString()
    const { game, id } = await gameWithHint([{ availableAt: later }, {}])
    const { hints, pausing } = domain.services
    await award(game, 500)
    await refused(hints.buy(player(game), game.id, id, 1), 'hint.not_yet', 400)
    expect(JSON.stringify(await played(game))).not.toContain(SECRET)
    await refused(hints.buy(player(game), game.id, id, 3), 'hint.not_found', 404)
    await refused(hints.buy(player(game), game.id, game.challenges[1]!.id, 1), 'hint.not_found', 404)
    const [stranger] = await domain.users(1)
    await refused(hints.buy(domain.as(stranger!), game.id, id, 2), 'game.not_participating')
    await pausing.pause(domain.admin, game.id, { until: new Date(Date.now() + HOUR_MS), reason: 'r' })
    await refused(hints.buy(player(game), game.id, id, 2), 'game.paused', 400)
    const [{ priced_hints: moved }] = await query('SELECT priced_hints FROM challenges WHERE id = $1', id)
    expect(Date.parse(moved[0].availableAt)).toBeGreaterThan(Date.parse(later))
    await pausing.resume(domain.admin, game.id)
    await query('UPDATE challenges SET enabled = false WHERE id = $1', id)
    await refused(hints.buy(player(game), game.id, id, 2), 'challenge.unavailable', 404)
    await query(`UPDATE challenges SET enabled = true WHERE id = $1`, id)
    await query(`UPDATE participations SET status = 'Suspended' WHERE game_id = $1`, game.id)
    await refused(hints.buy(player(game), game.id, id, 2), 'participation.not_accepted')
    expect((await scores(game.id)).get(game.teams[0]!.participationId)).toBe(500)
  })

  it('without a cost opens by itself at its time; after the end all of them do, and none is charged', async () => {
    const past = new Date(Date.now() - HOUR_MS / 2).toISOString()
    const free = await gameWithHint([{ cost: 0, availableAt: past }])
    expect((await played(free.game)).hints).toEqual([SECRET])
    expect((await played(free.game)).hintTimes).toEqual([wireTime(new Date(past))])
    const { game, id } = await gameWithHint([{}], { endsIn: -1000 })
    expect((await played(game)).hints).toEqual([SECRET])
    const answer = await domain.services.hints.buy(player(game), game.id, id, 1)
    expect([answer.content, answer.boughtAt]).toEqual([SECRET, null])
    expect(await scoreOf(game)).toBe(0)
  })

  it('is refunded by a correction, once, stays readable, and is charged again when that is undone', async () => {
    const { game, id } = await gameWithHint()
    const { corrections, hints } = domain.services
    await award(game, 100)
    await hints.buy(player(game), game.id, id, 1)
    const correction = { kind: 'hints' as const, challengeId: id }
    const preview = await corrections.preview(domain.admin, game.id, correction)
    expect(preview.effect.teams.map(({ after }) => after.score)).toEqual([100])
    const asked = () => corrections.apply(domain.admin, game.id, { correction, reason: 'misleading' })
    const { number } = await asked()
    expect(await scoreOf(game)).toBe(100)
    await refused(asked(), 'correction.nothing')
    expect((await played(game)).hints).toEqual([SECRET])
    await hints.buy(player(game), game.id, id, 1)
    expect(await scoreOf(game)).toBe(100)
    await corrections.undo(domain.admin, game.id, number, { reason: 'it was right' })
    expect(await scoreOf(game)).toBe(0)
    await asked()
    expect(await scoreOf(game)).toBe(100)
  })

  it('keeps its id; one that is added after a bought one was deleted has not been bought', async () => {
    const { game, id } = await gameWithHint()
    await award(game, 100)
    await domain.services.hints.buy(player(game), game.id, id, 1)
    const update = (pricedHints: { id?: number; content: string; cost: number }[]) =>
      domain.services.challenges.update(domain.admin, game.id, id, { pricedHints })
    expect((await update([{ id: 1, content: 'edited', cost: 5 }])).pricedHints).toEqual([
      { id: 1, content: 'edited', cost: 5, availableAt: null, bought: 1 }
    ])
    expect((await played(game)).hints).toEqual(['edited'])
    await update([])
    expect((await update([{ content: 'other', cost: 5 }])).pricedHints[0]!.id).toBe(2)
    expect((await played(game)).hints).toEqual([])
  })
})

describe('the points of a team for a purchase', () => {
  it('are those of the ledger, whatever was solved, voided, awarded, closed and suspended', async () => {
    const act = fc.record({
      kind: fc.constantFrom('solve', 'void', 'award', 'close', 'open', 'suspend', 'accept', 'incident'),
      team: fc.nat({ max: 5 }),
      challenge: fc.nat({ max: 2 }),
      minute: fc.integer({ min: 1, max: 58 })
    } as const)
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 8, maxLength: 25 }), async (acts) => {
        const { db } = domain.stores
        const game = await playGame(db, { teams: 6, challenges: 3 })
        const { challenges, corrections, participations } = domain.services
        for (const { kind, team, challenge, minute } of acts) {
          const { participationId } = game.teams[team]!
          const challengeId = game.challenges[challenge]!.id
          const at = new Date(Date.now() - minute * MINUTE_MS)
          const correct = (correction: Parameters<typeof corrections.apply>[2]['correction']) =>
            corrections.apply(domain.admin, game.id, { correction, reason: 'r' })
          const done = {
            solve: () => correct({ kind: 'solve', participationIds: [participationId], challengeId, at }),
            void: () => correct({ kind: 'void', participationIds: [participationId], challengeId }),
            award: () =>
              correct({ kind: 'award', participationIds: [participationId], points: minute - 30 || 1 }),
            close: () => challenges.update(domain.admin, game.id, challengeId, { isEnabled: false }),
            open: () => challenges.update(domain.admin, game.id, challengeId, { isEnabled: true }),
            suspend: () => participations.setStatus(domain.admin, participationId, 'Suspended'),
            accept: () => participations.setStatus(domain.admin, participationId, 'Accepted'),
            incident: () =>
              correct({
                ...{ kind: 'incident', challengeIds: [challengeId], solves: 'keep', decay: 'stop' },
                from: at,
                to: new Date(at.getTime() + 10 * MINUTE_MS > Date.now() ? Date.now() : at.getTime() + 600_000)
              })
          }[kind]
          // A repetition may be refused, and changes nothing.
          await done().catch((error: unknown) => {
            if (!isAppError(error)) throw error
          })
        }
        const expected = await scores(game.id)
        for (const [participationId, score] of expected)
          expect(
            await readTeamPoints(db.pool, createRunningBoards(), {
              gameId: game.id,
              participationId,
              frozen: null
            })
          ).toBe(score)
      }),
      { numRuns: 12 }
    )
  }, 120_000)

  it('behind a freeze are those on the board, less the hints bought after it', async () => {
    const { game, id } = await gameWithHint([{}, {}])
    const { freezing, hints, corrections } = domain.services
    await award(game, 150)
    await freezing.set(domain.admin, game.id, 'now')
    const since = { ...domain.admin, now: new Date(Date.now() + 10) }
    const participationIds = [game.teams[0]!.participationId]
    const hidden = [
      { kind: 'award' as const, participationIds, points: 1000 },
      { kind: 'solve' as const, participationIds, challengeId: game.challenges[1]!.id }
    ]
    for (const correction of hidden) await corrections.apply(since, game.id, { correction, reason: 'r' })
    await hints.buy(player(game), game.id, id, 1)
    const error = await refused(hints.buy(player(game), game.id, id, 2), 'hint.too_few_points')
    expect(error.params).toEqual({ cost: 100, points: 50 })
  })

  it('behind a corrected freeze are folded before the ledger is locked, and under its lock only what is new', async () => {
    const { game, id } = await gameWithHint([{}, {}])
    const { freezing, hints } = domain.services
    await award(game, 250)
    await freezing.set(domain.admin, game.id, 'now')
    await domain.services.corrections.apply({ ...domain.admin, now: new Date(Date.now() + 10) }, game.id, {
      correction: { kind: 'award', participationIds: [game.teams[1]!.participationId], points: 7 },
      reason: 'r'
    })
    let buying: Promise<unknown> | undefined
    await inOtherTransaction(domain.stores.databaseUrl, async (tx) => {
      await lockLedger(tx, game.id)
      buying = hints.buy(player(game), game.id, id, 1)
      // Awaited below.
      buying.catch(() => {})
      await waitForRowLocks(domain.stores.db, 1)
      // Who would read the ledger from its beginning now finds no points in it.
      await tx.query(`DELETE FROM score_events WHERE game_id = $1 AND kind = 'award'`, [game.id])
    })
    await buying
  })

  it('of a board that is kept are those of one that is folded anew, whoever reads what at the same time', async () => {
    const { pool } = domain.stores.db
    const game = await playGame(domain.stores.db, { teams: 3, challenges: 2 })
    const [team] = game.teams
    const { participationId } = team!
    await award(game, 100)
    await sendFlags(domain.stores.db, game, [{ team: team!, challenge: game.challenges[0]! }])
    while ((await judge(domain.stores.db, game.id)).rows.length > 0);
    const frozen = new Date(Date.now() + 5)
    await new Promise((resolve) => setTimeout(resolve, 20))
    const boards = createRunningBoards()
    const scoresOf = (state: Awaited<ReturnType<typeof foldPublicBoard>>) =>
      settle(state).map(({ id, score }) => [id, score])
    const steps = [
      async () => {},
      // The first is from before the freeze, and shown; the second is held back.
      () => award(game, 1000),
      () =>
        domain.services.corrections.apply({ ...domain.admin, now: new Date() }, game.id, {
          correction: { kind: 'award', participationIds: [participationId], points: 5000 },
          reason: 'r'
        }),
      () => domain.services.participations.setStatus(domain.admin, participationId, 'Suspended'),
      () => domain.services.participations.setStatus(domain.admin, participationId, 'Accepted')
    ]
    for (const step of steps) {
      await step()
      const [kept] = await Promise.all([
        boards.at(pool, game.id, frozen),
        boards.prepare(pool, game.id, frozen),
        boards.at(pool, game.id, frozen),
        boards.prepare(pool, game.id, frozen)
      ])
      expect(scoresOf(kept)).toEqual(scoresOf(await foldPublicBoard(pool, game.id, frozen.getTime())))
    }
    const { score } = (await boards.at(pool, game.id, frozen)).teams.get(participationId)!
    expect(score).toBeGreaterThan(1100)
    expect(score).toBeLessThan(5000)
  })

  it('behind a freeze tell nothing of a solve that was taken, given or moved since, and of other teams neither', async () => {
    const { game, id } = await gameWithHint([{ cost: 100 }, { cost: 100_000 }], { challenges: 3 })
    const { freezing, hints, corrections } = domain.services
    const [own, other] = game.teams.map(({ participationId }) => participationId) as [number, number]
    const challengeId = game.challenges[1]!.id
    const at = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS)
    const correct = (correction: Parameters<typeof corrections.apply>[2]['correction']) =>
      corrections.apply({ ...domain.admin, now: new Date() }, game.id, { correction, reason: 'r' })
    const { number: given } = await correct({
      ...{ kind: 'solve', participationIds: [own], challengeId, at: at(20) }
    })
    await correct({ kind: 'solve', participationIds: [other], challengeId, at: at(10) })
    await freezing.set(domain.admin, game.id, 'now')
    const told = async () =>
      (await refused(hints.buy(player(game), game.id, id, 2), 'hint.too_few_points')).params
    const before = await told()
    expect(before.points).toBe(await scoreOf(game))
    const steps = [
      () => correct({ kind: 'void', participationIds: [other], challengeId }),
      () => correct({ kind: 'solve', participationIds: [other], challengeId, at: at(30) }),
      () =>
        correct({ kind: 'solve', participationIds: [own], challengeId: game.challenges[2]!.id, at: at(30) }),
      () => correct({ kind: 'award', participationIds: [own], points: -50 }),
      () => corrections.undo({ ...domain.admin, now: new Date() }, game.id, given, { reason: 'r' })
    ]
    for (const step of steps) {
      await step()
      expect(await told()).toEqual(before)
    }
    expect(await scoreOf(game)).not.toBe(before.points)
    await hints.buy(player(game), game.id, id, 1)
    expect((await told()).points).toBe(Number(before.points) - 100)
  })
})

describe('behind a freeze, what was corrected at the challenge of the hint itself', () => {
  const correct = (
    game: PlayedGame,
    correction: Parameters<typeof domain.services.corrections.apply>[2]['correction']
  ) =>
    domain.services.corrections.apply({ ...domain.admin, now: new Date() }, game.id, {
      correction,
      reason: 'r'
    })
  const sent = async (game: PlayedGame, team: number, at?: number) => {
    const flag = { team: game.teams[team]!, challenge: game.challenges[0]!, ...(at && { at }) }
    await sendFlags(domain.stores.db, game, [flag])
    while ((await judge(domain.stores.db, game.id)).rows.length > 0);
  }
  /** Challenge of the hint: solved in the view, sale of the hint, feedback, and marked as solved since the freeze. */
  const told = async (game: PlayedGame, team = 0) => {
    const { challenges, hints, feedback, submissions } = domain.services
    const { id } = game.challenges[0]!
    const codeOf = (work: Promise<unknown>) =>
      work.then(
        () => 'done',
        (error: unknown) => (isAppError(error) ? error.code : Promise.reject(error))
      )
    const [{ freeze }] = await query('SELECT freeze_at AS freeze FROM games WHERE id = $1', game.id)
    const { solved } = await challenges.play(player(game, team), game.id, id)
    const since = await submissions.behindFreeze(game.id, game.teams[team]!.participationId, freeze)
    const stars = await codeOf(feedback.give(player(game, team), game.id, id, { stars: 5, line: '' }))
    return [solved, await codeOf(hints.buy(player(game, team), game.id, id, 1)), stars, since.includes(id)]
  }
  const SOLVED = [true, 'hint.solved', 'done', false]
  const UNSOLVED = [false, 'hint.too_few_points', 'feedback.not_solved', false]

  async function frozen() {
    const { game, id } = await gameWithHint([{ cost: 100_000 }])
    await domain.services.games.update(domain.admin, game.id, { feedback: true })
    await sent(game, 0, Date.now() - 60_000)
    await domain.services.freezing.set(domain.admin, game.id, 'now')
    expect([await told(game), await told(game, 1)]).toEqual([SOLVED, UNSOLVED])
    return { game, id, own: game.teams[0]!.participationId, other: game.teams[1]!.participationId }
  }

  it('tells nothing of a solve that was taken or given since, until it is lifted', async () => {
    const { game, id, own, other } = await frozen()
    await correct(game, { kind: 'void', participationIds: [own], challengeId: id })
    const { number } = await correct(game, { kind: 'solve', participationIds: [other], challengeId: id })
    expect([await told(game), await told(game, 1)]).toEqual([SOLVED, UNSOLVED])
    await domain.services.corrections.undo({ ...domain.admin, now: new Date() }, game.id, number, {
      reason: 'r'
    })
    const at = new Date(Date.now() - 60_000)
    await correct(game, { kind: 'solve', participationIds: [other], challengeId: id, at })
    expect([await told(game), await told(game, 1)]).toEqual([SOLVED, UNSOLVED])
    await domain.services.freezing.set(domain.admin, game.id, null)
    expect((await told(game)).slice(0, 3)).toEqual(UNSOLVED.slice(0, 3))
    expect((await told(game, 1)).slice(0, 3)).toEqual(SOLVED.slice(0, 3))
  })

  it('is solved by the flag that the team sent since, whatever was corrected', async () => {
    const { game, id, own, other } = await frozen()
    await sent(game, 1)
    const since = [true, 'hint.solved', 'done', true]
    expect(await told(game, 1)).toEqual(since)
    await correct(game, { kind: 'void', participationIds: [other], challengeId: id })
    expect([await told(game), await told(game, 1)]).toEqual([SOLVED, since])
    await correct(game, { kind: 'void', participationIds: [own], challengeId: id })
    await sent(game, 0)
    expect(await told(game)).toEqual(SOLVED)
  })

  it('is solved by a flag that the team sent since although a correction had given the solve', async () => {
    const { game, id, other } = await frozen()
    await correct(game, { kind: 'solve', participationIds: [other], challengeId: id })
    expect(await told(game, 1)).toEqual(UNSOLVED)
    await sent(game, 1)
    expect(await told(game, 1)).toEqual([true, 'hint.solved', 'done', true])
  })
})

describe('hints with a cost in a challenge', () => {
  it('are refused with the name of the wrong field, and change nothing', async () => {
    const { challengeUpdate } = await import('~/server/challenges/contract')
    const hint = { content: 'x', cost: 1 }
    const wrong: [unknown, string][] = [
      [[{ ...hint, cost: -1 }], 'pricedHints.0.cost'],
      [[{ ...hint, cost: 1_000_001 }], 'pricedHints.0.cost'],
      [[{ ...hint, content: ' ' }], 'pricedHints.0.content'],
      [[hint, { ...hint, availableAt: 'soon' }], 'pricedHints.1.availableAt'],
      [Array(33).fill(hint), 'pricedHints'],
      [
        [
          { ...hint, id: 1 },
          { ...hint, id: 1 }
        ],
        'pricedHints'
      ]
    ]
    for (const [pricedHints, field] of wrong) {
      const read = challengeUpdate.safeParse({ pricedHints })
      expect(read.success, field).toBe(false)
      expect(read.error!.issues[0]!.path.join('.')).toBe(field)
    }
  })

  it('take no id that the challenge never had, and those it had', async () => {
    const { game, id } = await gameWithHint([{}, {}])
    const put = (pricedHints: { id?: number; content: string; cost: number }[]) =>
      domain.services.challenges.update(domain.admin, game.id, id, { pricedHints })
    const hint = { content: 'x', cost: 1 }
    for (const strange of [2_147_483_647, 3]) {
      const error = await refused(put([{ ...hint, id: strange }, hint]), 'field.out_of_range', 400)
      expect(error.params).toEqual({ field: 'pricedHints.0.id' })
    }
    await put([])
    expect((await put([{ ...hint, id: 2 }, hint])).pricedHints.map((one) => one.id)).toEqual([2, 3])
    expect((await played(game)).pricedHints).toHaveLength(2)
  })

  it('are in its history, restored with a version, and deleted into the trash with the purchases', async () => {
    const { game, id } = await gameWithHint()
    const { challenges, hints, trash } = domain.services
    await award(game, 100)
    await hints.buy(player(game), game.id, id, 1)
    await challenges.update(domain.admin, game.id, id, { pricedHints: [] })
    const { data } = await challenges.versions(domain.admin, game.id, id, { count: 9, skip: 0 })
    expect(data[0]!.changed).toEqual(['pricedHints'])
    await challenges.restoreVersion(domain.admin, game.id, id, 2)
    expect((await played(game)).hints).toEqual([SECRET])
    await challenges.remove(domain.admin, game.id, id)
    expect(await query('SELECT * FROM hint_purchases WHERE challenge_id = $1', id)).toEqual([])
    const all = await trash.list(domain.admin, { by: '' }, { count: 99, skip: 0 })
    await trash.restore(domain.admin, all.data.find(({ targetId }) => targetId === id)!.id)
    expect((await played(game)).hints).toEqual([SECRET])
    expect(await scoreOf(game)).toBe(0)
  })
})
