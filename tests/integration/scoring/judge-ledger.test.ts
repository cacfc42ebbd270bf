import { describe, expect, it } from 'vitest'
import { judge } from '~/scoring/judge'
import { appendEntries, lockLedger, type NewScoreEvent, readEntries, verifyChain } from '~/server/ledger'
import { type PlayedGame, playGame, sendFlags } from '../../support/fixtures'
import { openJudgeSuite } from '../../support/scoring/judge-suite'

const suite = openJudgeSuite()
const { judgeAll, solvesOf, solveEvents, rows } = suite

describe('administrators at work while flags arrive', () => {
  it('cause no deadlock, and ledger and solves agree afterwards', async () => {
    const game = await playGame(suite.stores.db, { teams: 12, challenges: 8 })
    const [doomed, ...challenges] = game.challenges as [
      PlayedGame['challenges'][0],
      ...PlayedGame['challenges']
    ]
    const everybody = (challenge: PlayedGame['challenges'][0]) =>
      sendFlags(
        suite.stores.db,
        game,
        game.teams.map((team) => ({ team, challenge }))
      )
    await everybody(doomed)
    const change = (text: string, id: number, event: NewScoreEvent) =>
      suite.stores.db.transaction(async (sql) => {
        await lockLedger(sql, game.id)
        await sql.query(text, [id])
        await appendEntries(sql, game.id, [event])
      })
    const toggled = async (round: number) => {
      const at = Date.now()
      const { participationId } = game.teams[round % 12]!
      const challengeId = challenges[round % 7]!.id
      await change("UPDATE participations SET status = 'Suspended' WHERE id = $1", participationId, {
        kind: 'suspend',
        at,
        participationId
      })
      await change('UPDATE challenges SET enabled = false WHERE id = $1', challengeId, {
        kind: 'close',
        at,
        challengeId
      })
      await change('UPDATE challenges SET original_score = 500 WHERE id = $1', challengeId, {
        kind: 'curve',
        at,
        challengeId,
        payload: { score: 500, minRate: 0.25, difficulty: 5 }
      })
      await change('UPDATE challenges SET enabled = true WHERE id = $1', challengeId, {
        kind: 'open',
        at,
        challengeId
      })
      await change("UPDATE participations SET status = 'Accepted' WHERE id = $1", participationId, {
        kind: 'restore',
        at,
        participationId
      })
    }
    const removed = () =>
      change('DELETE FROM challenges WHERE id = $1', doomed.id, {
        kind: 'close',
        at: Date.now(),
        challengeId: doomed.id
      })
    const judging = Array.from({ length: 3 }, async () => {
      for (let round = 0; round < 30; round++) await judge(suite.stores.db, game.id)
    })
    await Promise.all([
      ...judging,
      ...challenges.map(everybody),
      ...Array.from({ length: 14 }, (_, round) => toggled(round)),
      removed()
    ])
    await judgeAll(game)
    const inTable = (await solvesOf(game)).map((solve) => solve.submission_id).sort((a, b) => a - b)
    const inLedger = (await solveEvents(game))
      .filter(({ challengeId }) => challengeId !== doomed.id)
      .map(({ submissionId }) => submissionId)
      .sort((a, b) => a - b)
    expect(inTable).toHaveLength(12 * 7)
    expect(inLedger).toEqual(inTable)
    expect(await verifyChain(suite.stores.db.pool, game.id)).toMatchObject({ firstBad: null })
  })
})

describe('the ledger', () => {
  it('has no gaps and one chain, however many write it at once', async () => {
    const game = await playGame(suite.stores.db, { teams: 4 })
    await sendFlags(
      suite.stores.db,
      game,
      game.teams.map((team) => ({ team, challenge: game.challenges[0]! }))
    )
    const writers = game.teams.flatMap(({ participationId }) =>
      Array.from({ length: 5 }, (_, round) =>
        suite.stores.db.transaction((sql) =>
          appendEntries(sql, game.id, [
            {
              kind: 'award',
              at: Date.now(),
              participationId,
              payload: { points: round, reason: 'ünï "code" ✓' }
            },
            { kind: 'suspend', at: Date.now(), participationId }
          ])
        )
      )
    )
    await Promise.all([...writers, judgeAll(game), judgeAll(game)])
    const entries = await readEntries(suite.stores.db.pool, game.id, 0, 1000)
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1))
    expect(await verifyChain(suite.stores.db.pool, game.id, 7)).toEqual({
      entries: entries.length,
      firstBad: null
    })
  })

  it.each([
    [
      'a changed column',
      'UPDATE score_events SET participation_id = participation_id + 1 WHERE game_id = $1 AND seq = 5',
      5
    ],
    [
      'a changed payload',
      `UPDATE score_events SET payload = '{"division": "x"}' WHERE game_id = $1 AND seq = 5`,
      5
    ],
    ['a removed entry', 'DELETE FROM score_events WHERE game_id = $1 AND seq = 6', 6],
    ['a cut end', 'DELETE FROM score_events WHERE game_id = $1 AND seq = 7', 7]
  ])('has an entry for %s', async (_, tampering, bad) => {
    const game = await playGame(suite.stores.db)
    expect(await verifyChain(suite.stores.db.pool, game.id)).toEqual({ entries: 7, firstBad: null })
    await rows(tampering, game.id)
    expect((await verifyChain(suite.stores.db.pool, game.id)).firstBad).toBe(bad)
  })

  it('returns every kind of event as it was written', async () => {
    const game = await playGame(suite.stores.db)
    const [team] = game.teams as [PlayedGame['teams'][0]]
    const { participationId } = team
    const challengeId = game.challenges[0]!.id
    const at = 1_700_000_000_123
    const written = [
      { kind: 'admit', at, participationId, payload: { division: 'a' } },
      { kind: 'division', at, participationId, payload: { division: null } },
      { kind: 'suspend', at, participationId },
      { kind: 'restore', at, participationId },
      { kind: 'withdraw', at, participationId },
      { kind: 'curve', at, challengeId, payload: { score: 500, minRate: 0.1, difficulty: 3.3 } },
      { kind: 'close', at, challengeId },
      { kind: 'open', at, challengeId },
      { kind: 'bonus', at, payload: { first: 1, second: 2, third: 1000 } },
      { kind: 'solve', at, participationId, challengeId, submissionId: 1, userId: null },
      { kind: 'void', at, participationId, challengeId, submissionId: null },
      { kind: 'award', at, participationId, payload: { points: -50, reason: '' } }
    ] as const
    const appended = await suite.stores.db.transaction((sql) => appendEntries(sql, game.id, written))
    expect(appended.map(({ seq }) => seq)).toEqual(written.map((_, index) => index + 8))
    expect(await readEntries(suite.stores.db.pool, game.id, 7, 100)).toEqual(appended)
    expect(await verifyChain(suite.stores.db.pool, game.id)).toMatchObject({ firstBad: null })
  })
})
