import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { judge } from '~/scoring/judge'
import { judgeBatch } from '~/scoring/judge/verdicts'
import type { Ctx } from '~/server/access/contract'
import { lockLedger } from '~/server/ledger'
import { recordEvents } from '~/server/monitoring'
import type { EventFilter, Position, SubmissionFilter } from '~/server/monitoring/contract'
import { type Domain, openDomain } from '../../support/domain'
import { type PlayedGame, playGame, sendFlags } from '../../support/fixtures'

let domain: Domain
let monitor: Ctx
beforeAll(async () => {
  domain = await openDomain()
  monitor = domain.as((await domain.users(1, 'Monitor'))[0]!, { role: 'Monitor' })
})
afterAll(() => domain?.close())

const ALL: SubmissionFilter = { search: '' }
const EVERY: EventFilter = { hideContainer: false, search: '' }

const rows = async <T extends object>(text: string, ...values: unknown[]) =>
  (await domain.stores.db.pool.query<T>(text, values)).rows

/** Expects the kept counts of all games to be those of a query. */
async function expectTruth(): Promise<void> {
  expect(await rows('SELECT game_id, status, n FROM submission_counts WHERE n <> 0 ORDER BY 1, 2')).toEqual(
    await rows(`SELECT game_id, status, count(*)::int AS n FROM submissions
                WHERE status <> 'FlagSubmitted' GROUP BY 1, 2 ORDER BY 1, 2`)
  )
  expect(await rows('SELECT challenge_id, n FROM challenge_counts WHERE n <> 0 ORDER BY 1')).toEqual(
    await rows(`SELECT challenge_id, count(*)::int AS n FROM submissions
                WHERE status <> 'FlagSubmitted' GROUP BY 1 ORDER BY 1`)
  )
  expect(await rows('SELECT game_id, type, n FROM event_counts WHERE n <> 0 ORDER BY 1, 2')).toEqual(
    await rows('SELECT game_id, type, count(*)::int AS n FROM game_events GROUP BY 1, 2 ORDER BY 1, 2')
  )
  expect(await rows('SELECT submission_id AS id, status FROM seldom_submissions ORDER BY 1')).toEqual(
    await rows(`SELECT id, status FROM submissions WHERE status IN ('CheatDetected', 'NotFound') ORDER BY 1`)
  )
}

const judged = async ({ id }: { id: number }) => {
  while ((await judge(domain.stores.db, id)).rows.length > 0);
}

/** A flag of every team for every challenge; every third is right, every seventh is the flag of the first team. */
const volley = (game: PlayedGame) =>
  game.teams.flatMap((team, i) =>
    game.challenges.map((challenge, j) => ({
      team,
      challenge,
      answer: (i + j) % 7 === 1 ? 'flag{of the first}' : (i + j) % 3 ? `flag{${i}-${j}}` : undefined
    }))
  )

async function dynamicGame(): Promise<PlayedGame> {
  const game = await playGame(domain.stores.db, { teams: 6, challenges: 4 })
  const { id } = game.challenges.at(-1)!
  await rows(`UPDATE challenges SET type = 'DynamicContainer' WHERE id = $1`, id)
  await rows(
    `INSERT INTO team_flags (challenge_id, participation_id, flag) VALUES ($1, $2, 'flag{of the first}')`,
    id,
    game.teams[0]!.participationId
  )
  return game
}

describe('a kept count', () => {
  it('equals a query after flags, judges, events and deletions at once', async () => {
    const { db } = domain.stores
    const [game, other] = [await dynamicGame(), await dynamicGame()]
    for (let round = 0; round < 4; round++) {
      const gone = game.challenges[round]!
      const team = game.teams.at(-1 - round)!
      const send = (one: PlayedGame) =>
        sendFlags(
          db,
          { ...one, challenges: one.challenges.slice(round) },
          volley({ ...one, teams: one.teams.slice(0, 6 - round), challenges: one.challenges.slice(round) })
        )
      // A deletion locks the intake of its game, so that no flag of a deleted challenge is stored.
      await send(game)
      const judging = (one: PlayedGame) => Promise.all([judged(one), judged(one), judged(one)])
      const play = [judging(game), send(other).then(() => judging(other))]
      const event = db.transaction(async (sql) => {
        await lockLedger(sql, game.id)
        const { participationId, members } = game.teams[0]!
        const base = { at: new Date(), userId: members[0].id, participationId, values: ['1', 'web'] }
        await recordEvents(sql, game.id, [
          { ...base, type: 'ContainerStart' },
          { ...base, type: 'ContainerDestroy' }
        ])
      })
      const deleting = db.transaction(async (sql) => {
        await lockLedger(sql, game.id)
        await sql.query('DELETE FROM challenges WHERE id = $1', [gone.id])
      })
      await Promise.all([...play, event, deleting])
      await db.transaction(async (sql) => {
        await lockLedger(sql, game.id)
        await sql.query('DELETE FROM participations WHERE id = $1', [team.participationId])
      })
      await judged(game)
      await expectTruth()
    }
    expect(await rows(`SELECT FROM seldom_submissions WHERE game_id = $1`, other.id)).not.toEqual([])
    await rows('DELETE FROM users WHERE id = $1', other.teams[2]!.members[0].id).catch(() => {})
    await expectTruth()
    await rows('DELETE FROM games WHERE id = $1', other.id)
    await expectTruth()
    expect(await rows('SELECT FROM submission_counts WHERE game_id = $1', other.id)).toEqual([])
  })

  it('stays when the judge fails between its steps, and follows a changed verdict', async () => {
    const { db } = domain.stores
    const game = await dynamicGame()
    await sendFlags(db, game, volley(game))
    await db
      .transaction(async (sql) => {
        await lockLedger(sql, game.id)
        expect((await judgeBatch(sql, game.id, 10)).length).toBe(10)
        throw new Error('killed')
      })
      .catch((error: Error) => expect(error.message).toBe('killed'))
    expect(await rows('SELECT FROM submission_counts WHERE game_id = $1', game.id)).toEqual([])
    const { monitoring } = domain.services
    const waiting = { ...ALL, type: 'FlagSubmitted' as const }
    expect(await monitoring.submissionCount(monitor, game.id, waiting)).toBe(24)
    await judged(game)
    await expectTruth()
    for (const status of ['NotFound', 'CheatDetected', 'WrongAnswer'])
      await rows(
        `UPDATE submissions SET status = $2 WHERE game_id = $1 AND status <> 'Accepted'`,
        game.id,
        status
      )
    await expectTruth()
    expect(await monitoring.submissionCount(monitor, game.id, ALL)).toBe(24)
  })
})

const positionOf = ({ time, id }: { time: string; id: number }): Position => ({
  at: Date.parse(time),
  half: 's',
  id
})

describe('pages by position', () => {
  it('show every submission once while others come, down and up again', async () => {
    const { db } = domain.stores
    const { monitoring } = domain.services
    const game = await playGame(db, { teams: 5, challenges: 5 })
    await sendFlags(db, game, volley(game))
    const there = (await monitoring.submissions(monitor, game.id, ALL, { count: 100, skip: 0 })).map(
      ({ id }) => id
    )
    const read: number[] = []
    let last: Position | null = null
    for (;;) {
      const page = await monitoring.submissions(monitor, game.id, ALL, { count: 4, skip: 0, older: last })
      if (page.length === 0) break
      read.push(...page.map(({ id }) => id))
      last = positionOf(page.at(-1)!)
      await sendFlags(db, game, [
        { team: game.teams[0]!, challenge: game.challenges[0]!, answer: 'flag{more}' }
      ])
    }
    expect(read).toEqual(there)
    const up: number[] = [there.at(-1)!]
    for (;;) {
      const page = await monitoring.submissions(monitor, game.id, ALL, { count: 4, skip: 0, newer: last })
      if (page.length === 0) break
      up.unshift(...page.map(({ id }) => id))
      last = positionOf(page[0]!)
    }
    const all = await monitoring.submissions(monitor, game.id, ALL, { count: 100, skip: 0 })
    expect(all.length).toBeGreaterThan(there.length)
    expect(up).toEqual(all.map(({ id }) => id))
  })

  it('show every event once, also those of the same moment, in both directions', async () => {
    const { db } = domain.stores
    const { monitoring } = domain.services
    const game = await playGame(db, { teams: 3, challenges: 3 })
    await sendFlags(db, game, volley(game))
    await judged(game)
    const times = await rows<{ at: Date }>(
      'SELECT submitted_at AS at FROM submissions WHERE game_id = $1',
      game.id
    )
    await db.transaction(async (sql) => {
      await lockLedger(sql, game.id)
      const { participationId, members } = game.teams[0]!
      await recordEvents(
        sql,
        game.id,
        times.flatMap(({ at }) =>
          (['ContainerStart', 'Normal'] as const).map((type) => ({
            ...{ type, at, values: ['x', 'y'], userId: members[0].id, participationId }
          }))
        )
      )
    })
    const list = (page: { older?: Position; newer?: Position }, count = 2) =>
      monitoring.events(monitor, game.id, EVERY, { count, skip: 0, ...page })
    const all = (await list({}, 100)).map(({ key }) => key)
    expect(all).toHaveLength(27)
    const place = ({ time, key }: { time: string; key: string }): Position => ({
      at: Date.parse(time),
      half: key[0] as 'e' | 's',
      id: Number(key.slice(1))
    })
    const down: string[] = []
    let page = await list({})
    while (page.length > 0) {
      down.push(...page.map(({ key }) => key))
      const older = place(page.at(-1)!)
      page = await list({ older })
      if (page.length === 0) {
        const up = [down.at(-1)!]
        for (
          let next = await list({ newer: older });
          next.length > 0;
          next = await list({ newer: place(next[0]!) })
        )
          up.unshift(...next.map(({ key }) => key))
        expect(up).toEqual(all)
      }
    }
    expect(down).toEqual(all)
  })

  it('have the same rows by number, from either end', async () => {
    const { monitoring } = domain.services
    const game = await playGame(domain.stores.db, { teams: 2, challenges: 2 })
    const many = 12_010
    await rows(
      `INSERT INTO submissions (game_id, challenge_id, participation_id, answer, status, submitted_at)
       SELECT $1, $2, $3, 'flag{' || i || '}', 'WrongAnswer', now() - interval '1 ms' * (i / 3)
       FROM generate_series(1, ${many}) i`,
      game.id,
      game.challenges[0]!.id,
      game.teams[0]!.participationId
    )
    await expectTruth()
    const truth = await rows<{ id: number }>(
      'SELECT id FROM submissions WHERE game_id = $1 ORDER BY submitted_at DESC, id DESC',
      game.id
    )
    const ids = truth.map(({ id }) => id)
    for (const skip of [0, 4990, 5000, 5995, 6005, 9000, many - 20, many - 10, many - 5, many, many + 7]) {
      const page = await monitoring.submissions(monitor, game.id, ALL, { count: 10, skip })
      expect([skip, page.map(({ id }) => id)]).toEqual([skip, ids.slice(skip, skip + 10)])
    }
  })
})
