import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { judge } from '~/scoring/judge'
import { type PlayedChallenge, type PlayedGame, playGame, sendFlags } from '../../support/fixtures'
import { openStores, type Stores } from '../../support/stores/stores'

let stores: Stores
beforeAll(async () => {
  stores = await openStores()
})
afterAll(() => stores?.close())

const rows = async <T extends object>(text: string, ...values: unknown[]): Promise<T[]> =>
  (await stores.db.pool.query<T>(text, values)).rows

/** A game whose first challenge gives every team `flag{team place}`, except the last one. */
async function dynamicGame(plan: Parameters<typeof playGame>[1] = {}) {
  const game = await playGame(stores.db, { teams: 4, challenges: 2, ...plan })
  const challenge = game.challenges[0]!
  await rows("UPDATE challenges SET type = 'DynamicContainer' WHERE id = $1", challenge.id)
  const owners = game.teams.slice(0, -1)
  await rows(
    'INSERT INTO team_flags (challenge_id, participation_id, flag) SELECT $1, * FROM unnest($2::int[], $3::text[])',
    challenge.id,
    owners.map(({ participationId }) => participationId),
    owners.map((_, place) => `flag{team ${place}}`)
  )
  return { game, challenge }
}

async function verdicts(
  game: PlayedGame,
  challenge: PlayedChallenge,
  answers: [place: number, text: string][]
) {
  const sent = answers.map(([place, answer]) => ({ team: game.teams[place]!, challenge, answer }))
  const ids = await sendFlags(stores.db, game, sent)
  await rows("UPDATE submissions SET ip = '203.0.113.4' WHERE id = ANY($1)", ids)
  while ((await judge(stores.db, game.id)).rows.length > 0);
  const found = await rows<{ id: number; status: string }>(
    'SELECT id, status FROM submissions WHERE id = ANY($1)',
    ids
  )
  return { ids, statuses: ids.map((id) => found.find((row) => row.id === id)?.status) }
}

const cheatsOf = (game: PlayedGame) =>
  rows(
    'SELECT submission_id, participation_id, source_participation_id FROM cheats WHERE game_id = $1 ORDER BY 1',
    game.id
  )
const eventsOf = (game: PlayedGame) =>
  rows(
    'SELECT type, "values", user_id, participation_id, ip FROM game_events WHERE game_id = $1 ORDER BY id',
    game.id
  )

describe('a dynamic challenge', () => {
  it.each([
    ['running', {}],
    ['ended, in practice', { startsIn: -60_000, endsIn: -1 }]
  ])(
    '%s accepts the own flag alone, before and after it was loaded, and records cheating',
    async (_, plan) => {
      const { game, challenge } = await dynamicGame(plan)
      const { ids, statuses } = await verdicts(game, challenge, [
        [0, 'flag{team 0}'],
        [0, 'FLAG{TEAM 0}'],
        [1, challenge.flag],
        [1, 'flag{team 0}'],
        [1, 'flag{team 1}'],
        [1, 'flag{team 2}'],
        [3, 'flag{no}'],
        [3, challenge.flag],
        [3, 'flag{team 2}']
      ])
      expect(statuses).toEqual([
        'Accepted',
        'WrongAnswer',
        'WrongAnswer',
        'CheatDetected',
        'Accepted',
        'CheatDetected',
        'WrongAnswer',
        'WrongAnswer',
        'CheatDetected'
      ])
      const [first, second, third, last] = game.teams.map(({ participationId }) => participationId)
      expect(await cheatsOf(game)).toEqual([
        { submission_id: ids[3], participation_id: second, source_participation_id: first },
        { submission_id: ids[5], participation_id: second, source_participation_id: third },
        { submission_id: ids[8], participation_id: last, source_participation_id: third }
      ])
      const event = (own: number, source: number) => ({
        type: 'CheatDetected',
        values: [challenge.title, game.teams[own]!.name, game.teams[source]!.name],
        user_id: game.teams[own]!.members[0].id,
        participation_id: game.teams[own]!.participationId,
        ip: '203.0.113.4'
      })
      expect(await eventsOf(game)).toEqual([event(1, 0), event(1, 2), event(3, 2)])
      const solves = await rows('SELECT 1 FROM solves WHERE game_id = $1', game.id)
      expect(solves).toHaveLength('endsIn' in plan ? 0 : 2)
    }
  )

  it('accuses nobody by another challenge, another game, or the own flag of a suspended team', async () => {
    const [one, two] = [await dynamicGame(), await dynamicGame()]
    await rows(
      "UPDATE participations SET status = 'Suspended' WHERE id = $1",
      one.game.teams[0]!.participationId
    )
    await rows(
      "UPDATE team_flags SET flag = 'flag{elsewhere}' WHERE challenge_id = $1 AND flag = 'flag{team 0}'",
      two.challenge.id
    )
    const other = await verdicts(one.game, one.game.challenges[1]!, [[1, 'flag{team 0}']])
    const foreign = await verdicts(one.game, one.challenge, [
      [1, 'flag{elsewhere}'],
      [0, 'flag{team 0}']
    ])
    expect([...other.statuses, ...foreign.statuses]).toEqual(['WrongAnswer', 'WrongAnswer', 'Accepted'])
    expect(await cheatsOf(one.game)).toEqual([])
  })

  it('has one record for each submission, whoever judges it', async () => {
    const { game, challenge } = await dynamicGame()
    const sent = Array.from({ length: 40 }, () => ({
      team: game.teams[1]!,
      challenge,
      answer: 'flag{team 0}'
    }))
    await sendFlags(stores.db, game, sent)
    await Promise.all(Array.from({ length: 4 }, () => judge(stores.db, game.id)))
    expect(await cheatsOf(game)).toHaveLength(40)
    expect(await eventsOf(game)).toHaveLength(40)
  })
})

it('a static challenge has no cheating, even with flags of teams beside it', async () => {
  const { game, challenge } = await dynamicGame()
  await rows("UPDATE challenges SET type = 'StaticContainer' WHERE id = $1", challenge.id)
  const { statuses } = await verdicts(game, challenge, [
    [3, 'flag{team 0}'],
    [3, challenge.flag]
  ])
  expect(statuses).toEqual(['WrongAnswer', 'Accepted'])
})
