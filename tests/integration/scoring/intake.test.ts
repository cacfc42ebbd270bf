import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase } from '~/server/db'
import { HOUR_MS } from '~/server/platform/time'
import { type Arrival, createIntake, type Intake } from '~/server/submissions/intake'
import { type PlayedGame, playGame, sendFlags } from '../../support/fixtures'
import { lockIntake } from '../../support/stores/locks'
import { breakable } from '../../support/stores/outage'
import { openStores, type Stores } from '../../support/stores/stores'
import { until } from '../../support/until'

let stores: Stores
let intake: Intake
let notified: number[]

beforeAll(async () => {
  stores = await openStores()
  intake = createIntake(stores.db, (game) => notified.push(game))
  notified = []
})
afterAll(() => stores.close())

const arrival = (game: PlayedGame, team = 0, challenge = 0, answer = 'flag{x}'): Arrival => ({
  gameId: game.id,
  challengeId: game.challenges[challenge]!.id,
  participationId: game.teams[team]!.participationId,
  userId: game.teams[team]!.members[0].id,
  answer,
  ip: '203.0.113.1',
  userAgent: null
})

const stored = async (game: PlayedGame) =>
  (
    await stores.db.pool.query<{ id: number; answer: string; at: Date }>(
      'SELECT id, answer, submitted_at AS at FROM submissions WHERE game_id = $1 ORDER BY submitted_at, id',
      [game.id]
    )
  ).rows

describe('taking submissions in', () => {
  it('keeps no game waiting for the queue of another', async () => {
    const [held, other] = [await playGame(stores.db), await playGame(stores.db)]
    const { waited, unlock } = await lockIntake(stores.db, held.id)
    const waiting = [intake.store(arrival(held)), intake.store(arrival(held, 1))]
    await waited()
    const passed = await intake.store(arrival(other))
    expect(await stored(held)).toEqual([])
    expect(await stored(other)).toMatchObject([{ id: passed }])
    await unlock()
    const ids = await Promise.all(waiting)
    expect((await stored(held)).map(({ id }) => id)).toEqual(ids)
  })

  it('gives every one of 500 at once its own id, in the order they came, and notifies scoring of each game once a batch', async () => {
    const games = [await playGame(stores.db), await playGame(stores.db)]
    notified = []
    const ids = await Promise.all(
      Array.from({ length: 500 }, (_, i) => intake.store(arrival(games[i % 2]!, i % 3, 0, `flag{${i}}`)))
    )
    expect(new Set(ids).size).toBe(500)
    for (const [place, game] of games.entries()) {
      const rows = await stored(game)
      const sent = ids.flatMap((id, i) => (i % 2 === place ? [{ id, answer: `flag{${i}}` }] : []))
      expect(rows.map(({ id, answer }) => ({ id, answer }))).toEqual(sent)
      const batches = notified.filter((id) => id === game.id).length
      expect(batches).toBeGreaterThan(0)
      expect(batches).toBeLessThan(50)
    }
  })

  it('assigns times in the order of ids when several processes store into one game', async () => {
    const game = await playGame(stores.db)
    const processes = Array.from({ length: 4 }, () => createIntake(stores.db, () => {}))
    await Promise.all(
      Array.from({ length: 400 }, async (_, i) => {
        await new Promise((resolve) => setTimeout(resolve, i % 37))
        await processes[i % 4]!.store(arrival(game, i % 3))
      })
    )
    const { rows } = await stores.db.pool.query<{ id: number }>(
      'SELECT id FROM submissions WHERE game_id = $1 ORDER BY submitted_at, id',
      [game.id]
    )
    expect(rows).toHaveLength(400)
    expect(rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).sort((a, b) => a - b))
  })

  it.each([
    ['by less than five seconds, which no later flag may show', 1000, true],
    ['by more, which must not move flags into another hour', 60_000, false]
  ])('follows a clock that was set back %s', async (_case, ahead, follows) => {
    const game = await playGame(stores.db)
    const newest = new Date(Date.now() + ahead)
    await sendFlags(stores.db, game, [
      { team: game.teams[0]!, challenge: game.challenges[0]!, at: newest.getTime() }
    ])
    const id = (await intake.store(arrival(game)))!
    const { rows } = await stores.db.pool.query<{ at: Date }>(
      'SELECT submitted_at AS at FROM submissions WHERE id = $1',
      [id]
    )
    if (follows) expect(rows[0]!.at).toEqual(newest)
    else expect(rows[0]!.at.getTime()).toBeLessThan(newest.getTime())
  })

  it.each([
    ['before the start', { startsIn: HOUR_MS, endsIn: 7_200_000 }, false],
    ['after the end without practice', { startsIn: -7_200_000, endsIn: -1, practiceMode: false }, false],
    ['after the end with practice', { startsIn: -7_200_000, endsIn: -1, practiceMode: true }, true],
    ['while the game runs', {}, true]
  ])('a flag that is sent %s is stored only when it may be', async (_case, plan, allowed) => {
    const game = await playGame(stores.db, plan)
    expect((await intake.store(arrival(game))) !== null).toBe(allowed)
    expect(await stored(game)).toHaveLength(allowed ? 1 : 0)
  })

  it('refuses suspended teams, closed challenges and unknown players, without delaying the others', async () => {
    const [game, foreign] = [await playGame(stores.db), await playGame(stores.db)]
    await stores.db.pool.query(`UPDATE participations SET status = 'Suspended' WHERE id = $1`, [
      game.teams[1]!.participationId
    ])
    await stores.db.pool.query('UPDATE challenges SET enabled = false WHERE id = $1', [
      game.challenges[1]!.id
    ])
    const results = await Promise.all([
      intake.store(arrival(game, 1)),
      intake.store(arrival(game, 0, 1)),
      intake.store({ ...arrival(game), challengeId: foreign.challenges[0]!.id }),
      intake.store({ ...arrival(game), participationId: foreign.teams[0]!.participationId }),
      intake.store(arrival(game, 0, 0, 'flag{fine}'))
    ])
    expect(results.slice(0, 4)).toEqual([null, null, null, null])
    expect((await stored(game)).map(({ answer }) => answer)).toEqual(['flag{fine}'])
  })

  it.each([
    ['the team is suspended', `UPDATE participations SET status = 'Suspended' WHERE id = $3`],
    ['the challenge is disabled', 'UPDATE challenges SET enabled = false WHERE id = $2'],
    [
      'the game is ended',
      `UPDATE games SET end_at = now() - interval '1 ms', practice_mode = false WHERE id = $1`
    ],
    ['the player is banned', `UPDATE users SET role = 'Banned' WHERE id = $4`],
    ['the player is switched off', 'UPDATE users SET active = false WHERE id = $4'],
    ['the team is deleted', 'DELETE FROM participations WHERE id = $3']
  ])('refuses a flag that is still queued when %s', async (_case, change) => {
    const { pool } = stores.db
    const game = await playGame(stores.db)
    const sent = arrival(game)
    const company = arrival(game, 1, 1, 'flag{fine}')
    const ids = [game.id, sent.challengeId, sent.participationId, sent.userId]
    const { unlock, waited } = await lockIntake(stores.db, game.id)
    const waiting = [intake.store(sent), intake.store(company)]
    await waited()
    await pool.query(`WITH given AS (SELECT $1::int, $2::int, $3::int, $4::uuid) ${change}`, ids)
    await unlock()
    const [refused, other] = await Promise.all(waiting)
    expect(refused).toBeNull()
    expect(other !== null).toBe(!change.includes('games'))
  })

  it.each([
    ['the team', 'DELETE FROM participations WHERE id = $3'],
    ['the challenge', 'DELETE FROM challenges WHERE id = $2'],
    ['the game', 'DELETE FROM games WHERE id = $1']
  ])(
    'stores nothing of a flag whose turn comes before %s is deleted, the judge included',
    async (_case, deletion) => {
      const { pool } = stores.db
      const game = await playGame(stores.db)
      const sent = arrival(game)
      const ids = [game.id, sent.challengeId, sent.participationId]
      const { unlock, waited } = await lockIntake(stores.db, game.id)
      const waiting = [intake.store(sent), intake.store(arrival(game, 1, 1))]
      await waited()
      const deleted = deletion.includes('participations')
        ? Promise.all(waiting).then(() =>
            pool.query(`WITH given AS (SELECT $1::int, $2::int, $3::int) ${deletion}`, ids)
          )
        : pool.query(`WITH given AS (SELECT $1::int, $2::int, $3::int) ${deletion}`, ids)
      await unlock()
      const [, other] = await Promise.all(waiting)
      await deleted
      const left = deletion.includes('games') ? [] : [{ id: other }]
      expect((await stored(game)).map(({ id }) => ({ id }))).toEqual(left)
      const { rows } = await pool.query('SELECT submission_id AS id FROM unjudged WHERE game_id = $1', [
        game.id
      ])
      expect(rows).toEqual(left)
    }
  )

  it.each([
    ['the player', 'DELETE FROM users WHERE id = $4'],
    ['the team', 'DELETE FROM participations WHERE id = $3'],
    ['the challenge', 'DELETE FROM challenges WHERE id = $2'],
    ['the game', 'DELETE FROM games WHERE id = $1']
  ])('refuses a flag that comes while %s is being deleted', async (_case, deletion) => {
    const { pool } = stores.db
    const game = await playGame(stores.db, { membersEach: 2 })
    const sent = { ...arrival(game), userId: game.teams[0]!.members[1]!.id }
    const ids = [game.id, sent.challengeId, sent.participationId, sent.userId]
    const deleting = await pool.connect()
    await deleting.query('BEGIN')
    await deleting.query(`WITH given AS (SELECT $1::int, $2::int, $3::int, $4::uuid) ${deletion}`, ids)
    const waiting = intake.store(sent)
    await until(async () => {
      const { rowCount } = await pool.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
      )
      return rowCount
    })
    await deleting.query('COMMIT')
    deleting.release()
    expect(await waiting).toBeNull()
  })

  it('does not repeat a statement that Postgres may have run', async () => {
    const way = await breakable(stores.databaseUrl)
    const db = createDatabase(way.url)
    const own = createIntake(db, () => {})
    const game = await playGame(stores.db)
    const { unlock, waited } = await lockIntake(stores.db, game.id)
    const sent = Promise.allSettled([own.store(arrival(game)), own.store(arrival(game, 1))])
    await waited()
    way.drop()
    await unlock()
    expect((await sent).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await until(async () => (await stored(game)).length > 0)
    expect(await stored(game)).toHaveLength(2)
    await db.close()
    await way.close()
  })

  it('stores an answer as long as a flag may be', async () => {
    const game = await playGame(stores.db)
    await intake.store({ ...arrival(game), answer: '旗'.repeat(1024) })
    expect(await stored(game)).toHaveLength(1)
  })

  it.each(['x'.repeat(1025), 'nul\0'])(
    'refuses only the row the database cannot take (%j)',
    async (answer) => {
      const game = await playGame(stores.db)
      const outcomes = await Promise.allSettled([
        intake.store(arrival(game)),
        intake.store({ ...arrival(game), answer }),
        intake.store(arrival(game))
      ])
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
      expect(await stored(game)).toHaveLength(2)
    }
  )
})
