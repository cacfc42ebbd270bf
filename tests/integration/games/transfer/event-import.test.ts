import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fold, settle } from '~/scoring/rules'
import type { Ctx } from '~/server/access/contract'
import { importEvent, originOf, toEvent } from '~/server/event-import'
import { readEntries, verifyChain } from '~/server/ledger'
import { createSecretBox } from '~/server/platform/secret-box'
import { type EventSample, expectedBoard, sampleEvent } from '~/tests/support/games/events'
import { openStores, type Stores } from '~/tests/support/stores/stores'

let stores: Stores
const secretBox = createSecretBox('5e'.repeat(32))

beforeAll(async () => {
  stores = await openStores()
})
afterAll(() => stores.close())

const ctx = (): Ctx => ({
  now: new Date(),
  actor: null,
  ip: '',
  userAgent: null,
  requestId: 'test',
  locale: 'en-US'
})

function bring(file: unknown) {
  const event = toEvent(file)
  return importEvent({ db: stores.db, secretBox }, ctx(), event, { origin: originOf(event) })
}

const rows = async <T extends object>(text: string, ...values: unknown[]) =>
  (await stores.db.pool.query<T>(text, values)).rows

/** The imported game's board by names, folded from its ledger. */
async function boardOf(gameId: number) {
  const state = fold(await readEntries(stores.db.pool, gameId, 0, 1_000_000))
  const teams = await rows<{ id: number; name: string }>(
    'SELECT p.id, t.name FROM participations p JOIN teams t ON t.id = p.team_id WHERE p.game_id = $1',
    gameId
  )
  const challenges = await rows<{ id: number; title: string }>(
    'SELECT id, title FROM challenges WHERE game_id = $1',
    gameId
  )
  const nameOf = new Map(teams.map(({ id, name }) => [id, name]))
  const titleOf = new Map(challenges.map(({ id, title }) => [id, title]))
  const ranking = settle(state)
  return {
    teams: ranking.map(({ id, rank, score, solved, lastSolve, divisionRank }) => ({
      name: nameOf.get(id),
      rank,
      score,
      solved,
      lastSolve,
      divisionRank
    })),
    challenges: Object.fromEntries(
      [...state.challenges.values()].map(({ id, value, solved }) => [titleOf.get(id), { value, solved }])
    )
  }
}

const everything = async () => {
  const tables = await rows<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1`
  )
  const counts = tables.map(({ name }) => `(SELECT count(*)::int FROM ${name}) AS ${name}`)
  return (await rows<Record<string, number>>(`SELECT ${counts.join(', ')}`))[0]
}

describe('importing an event', () => {
  it.each([1, 2, 3, 4, 5, 6])(
    'gives every team and challenge what an independent computation gives (%i)',
    async (seed) => {
      const sample = sampleEvent(seed)
      const { gameId } = await bring(sample)
      const board = await boardOf(gameId)
      const expected = expectedBoard(sample)
      expect(board.challenges).toEqual(expected.challenges)
      expect(board.teams).toEqual(expected.teams)
      expect(await verifyChain(stores.db.pool, gameId)).toMatchObject({ firstBad: null })
    }
  )

  it('stores an ended game with its original times, and accounts that nobody can log in to', async () => {
    const sample = sampleEvent(7)
    const { gameId } = await bring(sample)
    const [game] = await rows<{ start: Date; end: Date; practice: boolean }>(
      'SELECT start_at AS start, end_at AS "end", practice_mode AS practice FROM games WHERE id = $1',
      gameId
    )
    expect(game).toEqual({
      start: new Date(sample.start * 1000),
      end: new Date(sample.end * 1000),
      practice: false
    })
    const users = await rows<{ active: boolean; role: string; name: string; hash: string }>(
      `SELECT u.active, u.role, u.user_name AS name, u.password_hash AS hash
       FROM registrations r JOIN users u ON u.id = r.user_id WHERE r.game_id = $1`,
      gameId
    )
    expect(users).toHaveLength(expectedBoard(sample).teams.length)
    for (const user of users) {
      expect(user).toMatchObject({ active: false, role: 'User' })
      expect(user.name).toContain('@')
      expect(user.hash).toMatch(/^\$argon2id\$/)
    }
  })

  it('stores repeated and late solves as accepted submissions that are no solves', async () => {
    const sample: EventSample = { ...sampleEvent(8), solves: [] }
    const [first, second] = sample.teams as [{ name: string }, { name: string }]
    const { title } = sample.challenges[0]!
    sample.solves = [
      { team: first.name, challenge: title, at: sample.start + 60 },
      { team: first.name, challenge: title, at: sample.start + 30 },
      { team: second.name, challenge: title, at: sample.start - 1 },
      { team: second.name, challenge: title, at: sample.end }
    ]
    const { gameId } = await bring(sample)
    const [counts] = await rows(
      `SELECT (SELECT count(*)::int FROM submissions WHERE game_id = $1 AND status = 'Accepted') AS submissions,
              (SELECT array_agg(solved_at) FROM solves WHERE game_id = $1) AS solves,
              (SELECT array_agg("values" ORDER BY id) FROM notices WHERE game_id = $1) AS notices`,
      gameId
    )
    expect(counts).toEqual({
      submissions: 4,
      solves: [new Date((sample.start + 30) * 1000)],
      notices: [[first.name, title]]
    })
  })

  it('separates teams whose names differ by case or spaces only, and numbers the later ones', async () => {
    const sample: EventSample = { ...sampleEvent(9), solves: [] }
    const { title } = sample.challenges[0]!
    sample.teams = ['Owl', 'owl', 'Owl ', 'OWL'].map((name) => ({ name }))
    sample.solves = [{ team: 'Owl ', challenge: title, at: sample.start + 5 }]
    const board = await boardOf((await bring(sample)).gameId)
    expect(board.teams.map(({ name }) => name)).toEqual(['Owl (3)', 'Owl', 'owl (2)', 'OWL (4)'])
  })
})

describe('importing again', () => {
  it('finds the existing game and changes nothing', async () => {
    const sample = sampleEvent(20)
    const first = await bring(sample)
    const before = await everything()
    const again = await bring({ ...sample, published: 'something else' })
    expect(first.created).toBe(true)
    expect(again).toEqual({ gameId: first.gameId, created: false, knownTeams: 0 })
    expect(await everything()).toEqual(before)
  })

  it('makes one game when several imports of a file run at once', async () => {
    const sample = sampleEvent(21)
    const all = await Promise.all([bring(sample), bring(sample), bring(sample)])
    expect(new Set(all.map(({ gameId }) => gameId)).size).toBe(1)
    expect(all.filter(({ created }) => created)).toHaveLength(1)
  })

  it('treats a changed file with the same title as another event', async () => {
    const sample = sampleEvent(22)
    const first = await bring(sample)
    const second = await bring({ ...sample, solves: sample.solves.slice(1) })
    expect(second.created).toBe(true)
    expect(second.gameId).not.toBe(first.gameId)
  })
})

describe('a file that cannot be imported', () => {
  it('changes nothing', async () => {
    const sample = sampleEvent(30)
    const before = await everything()
    expect(() =>
      bring({ ...sample, solves: [...sample.solves, { team: 'x', challenge: 'none', at: 1 }] })
    ).toThrow(/there is no challenge "none"/)
    expect(await everything()).toEqual(before)
  })

  it('leaves no rows when the database fails half way', async () => {
    const event = toEvent(sampleEvent(31))
    const before = await everything()
    event.solves.push({ ...event.solves.at(-1)!, counts: true }, { ...event.solves.at(-1)!, counts: true })
    await expect(
      importEvent({ db: stores.db, secretBox }, ctx(), event, { origin: 'event:broken' })
    ).rejects.toThrow(/duplicate key/)
    expect(await everything()).toEqual(before)
  })
})

it('names the account of a team as the event says, while that name is free', async () => {
  const event = (title: string) => ({
    title,
    start: 1000,
    end: 2000,
    challenges: [{ title: 'one' }],
    teams: [{ name: 'Terns', captain: 'Ada @Tern' }, { name: 'Gulls' }],
    solves: []
  })
  const captains = async (title: string) => {
    const { gameId } = await bring(event(title))
    const found = await rows<{ name: string }>(
      `SELECT u.user_name AS name FROM participations p JOIN teams t ON t.id = p.team_id JOIN users u ON u.id = t.captain_id
       WHERE p.game_id = $1 ORDER BY p.id`,
      gameId
    )
    return { gameId, names: found.map(({ name }) => name) }
  }
  const first = await captains('Tern Cup')
  expect(first.names).toEqual(['Ada Tern', `Gulls @${first.gameId}`])
  const second = await captains('Second Tern Cup')
  expect(second.names).toEqual([`Ada Tern @${second.gameId}`, `Gulls @${second.gameId}`])
})
