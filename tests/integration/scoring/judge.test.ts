import { describe, expect, it } from 'vitest'
import { judge } from '~/scoring/judge'
import { readEntries, verifyChain } from '~/server/ledger'
import {
  type PlayedChallenge,
  type PlayedGame,
  playGame,
  type SentFlag,
  sendFlags
} from '../../support/fixtures'
import { openJudgeSuite } from '../../support/scoring/judge-suite'

const suite = openJudgeSuite()
const { judgeAll, statuses, rows, solvesOf, solveEvents, noticesOf } = suite

describe('verdicts', () => {
  it('are exact, case-sensitive, and shown to monitors', async () => {
    const game = await playGame(suite.stores.db)
    const [team] = game.teams as [PlayedGame['teams'][0]]
    const [challenge, other] = game.challenges as [PlayedGame['challenges'][0], PlayedGame['challenges'][0]]
    const answers = [challenge.flag.toUpperCase(), ` ${challenge.flag}`, other.flag, '', challenge.flag]
    const ids = await sendFlags(
      suite.stores.db,
      game,
      answers.map((answer) => ({ team, challenge, answer }))
    )
    await judgeAll(game)
    expect(await statuses(ids)).toEqual([
      'WrongAnswer',
      'WrongAnswer',
      'WrongAnswer',
      'WrongAnswer',
      'Accepted'
    ])
  })

  // docs/decisions/041-what-the-time-of-a-verdict-tells.md
  it('run the same statements however much of a flag is right', async () => {
    const game = await playGame(suite.stores.db, { challenges: 3 })
    const [first, second, third] = game.challenges as [PlayedChallenge, PlayedChallenge, PlayedChallenge]
    const [team] = game.teams as [PlayedGame['teams'][0]]
    const flag = `flag{${'right'.repeat(40)}}`
    await rows('UPDATE flags SET flag = $2 WHERE challenge_id = $1', first.id, flag)
    await rows("UPDATE challenges SET type = 'DynamicAttachment' WHERE id = ANY ($1)", [second.id, third.id])
    await rows(
      'INSERT INTO team_flags (challenge_id, participation_id, flag) VALUES ($1, $2, $3)',
      second.id,
      team.participationId,
      flag
    )
    /** Statements and row counts of judging one answer. */
    const statementsOf = async (challenge: PlayedChallenge, answer: string) => {
      const asked: { text: string; rows: number | null }[] = []
      const [id] = (await sendFlags(suite.stores.db, game, [{ team, challenge, answer }])) as [number]
      const heard: typeof suite.stores.db = {
        ...suite.stores.db,
        transaction: (work) =>
          suite.stores.db.transaction((tx) => {
            const query = async (config: { text: string }, values?: unknown[]) => {
              const result = await tx.query(config, values)
              asked.push({ text: config.text ?? config, rows: result.rowCount })
              return result
            }
            return work({
              transaction: tx.transaction,
              query: query as typeof tx.query,
              commitWith: (send) => send()
            })
          })
      }
      await judge(heard, game.id)
      expect(await statuses([id])).toEqual(['WrongAnswer'])
      return asked
    }
    // The third is dynamic, and its team has no flag.
    for (const challenge of [first, second, third]) {
      const far = await statementsOf(challenge, 'x')
      expect(far.length).toBeGreaterThan(1)
      for (const near of [flag.slice(0, 100), flag.slice(0, -1), `${flag}x`, `x${flag.slice(1)}`])
        expect(await statementsOf(challenge, near)).toEqual(far)
    }
  })

  it('count inside [start, end) only, to the millisecond', async () => {
    const game = await playGame(suite.stores.db, {
      teams: 5,
      challenges: 1,
      startsIn: -60_000,
      endsIn: -1000
    })
    const [{ start, end }] = (await rows<{ start: Date; end: Date }>(
      'SELECT start_at AS start, end_at AS "end" FROM games WHERE id = $1',
      game.id
    )) as [{ start: Date; end: Date }]
    const times = [start.getTime() - 1, start.getTime(), end.getTime() - 1, end.getTime(), end.getTime() + 1]
    const ids = await sendFlags(
      suite.stores.db,
      game,
      times.map((at, index) => ({ team: game.teams[index]!, challenge: game.challenges[0]!, at }))
    )
    await judgeAll(game)
    expect(await statuses(ids)).toEqual(Array(5).fill('Accepted'))
    expect((await solvesOf(game)).map((solve) => solve.submission_id).sort()).toEqual([ids[1], ids[2]])
    expect((await solveEvents(game)).map(({ at }) => at)).toEqual([times[1], times[2]])
    // Also of a game that is over when they are judged.
    expect((await noticesOf(game)).map(({ type }) => type)).toEqual(['FirstBlood', 'SecondBlood'])
  })

  it('of practice after the end leave no solve, no ledger entry and no notice', async () => {
    const game = await playGame(suite.stores.db, { startsIn: -60_000, endsIn: -1 })
    const ids = await sendFlags(suite.stores.db, game, [
      { team: game.teams[0]!, challenge: game.challenges[0]! }
    ])
    const before = await readEntries(suite.stores.db.pool, game.id, 0, 1000)
    await judgeAll(game)
    expect(await statuses(ids)).toEqual(['Accepted'])
    expect(await solvesOf(game)).toEqual([])
    expect(await readEntries(suite.stores.db.pool, game.id, 0, 1000)).toEqual(before)
  })

  it('do not depend on what happened to team or challenge since the flag was stored', async () => {
    const game = await playGame(suite.stores.db, { teams: 2, challenges: 2 })
    const [suspended, team] = game.teams as [PlayedGame['teams'][0], PlayedGame['teams'][0]]
    const [challenge, closed] = game.challenges as [PlayedGame['challenges'][0], PlayedGame['challenges'][0]]
    const ids = await sendFlags(suite.stores.db, game, [
      { team: suspended, challenge },
      { team, challenge },
      { team, challenge: closed }
    ])
    await rows("UPDATE participations SET status = 'Suspended' WHERE id = $1", suspended.participationId)
    await rows('UPDATE challenges SET enabled = false WHERE id = $1', closed.id)
    await judgeAll(game)
    expect(await statuses(ids)).toEqual(['Accepted', 'Accepted', 'Accepted'])
    expect((await solveEvents(game)).map(({ submissionId }) => submissionId)).toEqual(ids)
    // Disabled challenges are not announced, and a suspended team takes nobody's blood.
    expect((await noticesOf(game)).map(({ type, values }) => [type, ...values])).toEqual([
      ['FirstBlood', team.name, challenge.title]
    ])
  })
})

describe('the same flag at the same time', () => {
  it.each([
    ['by one player', 1],
    ['by all members of a team', 5]
  ])('is one solve, one ledger entry, one first blood when sent 50 times %s', async (_, members) => {
    const game = await playGame(suite.stores.db, { teams: 1, membersEach: members })
    const sent = (place: number): SentFlag => ({
      team: game.teams[0]!,
      challenge: game.challenges[0]!,
      member: place % members
    })
    const ids = (
      await Promise.all(
        Array.from({ length: 50 }, (_, place) => sendFlags(suite.stores.db, game, [sent(place)]))
      )
    ).flat()
    await Promise.all([judgeAll(game), judgeAll(game), judgeAll(game)])
    expect(new Set(await statuses(ids))).toEqual(new Set(['Accepted']))
    const [first] = await rows<{ id: number }>(
      'SELECT id FROM submissions WHERE game_id = $1 ORDER BY submitted_at, id LIMIT 1',
      game.id
    )
    expect((await solvesOf(game)).map((solve) => solve.submission_id)).toEqual([first?.id])
    expect((await solveEvents(game)).map(({ submissionId }) => submissionId)).toEqual([first?.id])
    expect((await noticesOf(game)).map(({ type }) => type)).toEqual(['FirstBlood'])
  })

  it('gives bloods in strict order when sent by 50 teams: solves = ledger = notices', async () => {
    const game = await playGame(suite.stores.db, { teams: 50, challenges: 1 })
    const judging = Array.from({ length: 4 }, async () => {
      for (let round = 0; round < 20; round++) await judge(suite.stores.db, game.id)
    })
    await Promise.all(
      game.teams.map((team) => sendFlags(suite.stores.db, game, [{ team, challenge: game.challenges[0]! }]))
    )
    await Promise.all([...judging, judgeAll(game)])
    const events = await solveEvents(game)
    expect(events).toHaveLength(50)
    const solves = await rows<{ submission_id: number; team: string; at: Date }>(
      `SELECT s.submission_id, t.name AS team, s.solved_at AS at FROM solves s
       JOIN participations p ON p.id = s.participation_id JOIN teams t ON t.id = p.team_id
       WHERE s.game_id = $1 ORDER BY s.solved_at, s.submission_id`,
      game.id
    )
    const notices = await noticesOf(game)
    expect(notices.map(({ type }) => type)).toEqual(['FirstBlood', 'SecondBlood', 'ThirdBlood'])
    const announced = notices.map(({ values }) => values[0])
    const inLedger = events
      .slice(0, 3)
      .map(({ participationId }) => game.teams.find((t) => t.participationId === participationId)?.name)
    expect(announced).toEqual(inLedger)
    expect(new Set(events.map(({ submissionId }) => submissionId))).toEqual(
      new Set(solves.map((s) => s.submission_id))
    )
  })

  it('is judged once by two judges in many small transactions', async () => {
    const game = await playGame(suite.stores.db, { teams: 40, challenges: 10 })
    const sent = game.teams.flatMap((team) =>
      game.challenges.map((challenge, index) => ({
        team,
        challenge,
        answer: index % 3 ? challenge.flag : 'flag{no}'
      }))
    )
    await sendFlags(suite.stores.db, game, sent)
    await Promise.all([judgeAll(game), judgeAll(game), judgeAll(game)])
    const right = sent.filter(({ answer }) => answer !== 'flag{no}').length
    expect(await solvesOf(game)).toHaveLength(right)
    expect(await solveEvents(game)).toHaveLength(right)
    expect(await verifyChain(suite.stores.db.pool, game.id)).toMatchObject({ firstBad: null })
  })

  it('is left alone when an older judge without the queue has judged it', async () => {
    const game = await playGame(suite.stores.db)
    const [team, challenge] = [game.teams[0]!, game.challenges[0]!]
    const [id] = await sendFlags(suite.stores.db, game, [{ team, challenge }])
    await suite.stores.db.pool.query(`UPDATE submissions SET status = 'WrongAnswer' WHERE id = $1`, [id])
    expect((await judge(suite.stores.db, game.id)).rows).toEqual([])
    expect(await statuses([id!])).toEqual(['WrongAnswer'])
    expect(await rows('SELECT FROM unjudged WHERE game_id = $1', game.id)).toEqual([])
  })
})
