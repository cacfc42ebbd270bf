import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fold, type Scoreboard, settle } from '~/scoring/rules'
import { readEntries, verifyChain } from '~/server/ledger'
import { Client } from '../../support/api/client'
import { type PlayedGame, playGame, sessionOf } from '../../support/fixtures'
import { type Platform, startPlatform } from '../../support/processes/platform'
import { until } from '../../support/until'

let platform: Platform
beforeAll(async () => {
  platform = await startPlatform()
})
afterAll(() => platform.close())

/** A logged-in member of each team, without the cost of a login. */
const membersOf = (game: PlayedGame): Promise<Client[]> =>
  Promise.all(
    game.teams.map(async ({ members }) => {
      const client = new Client(platform.url)
      client.cookie = await sessionOf(platform, members[0])
      return client
    })
  )

const count = async (text: string, gameId: number) =>
  (await platform.stores.db.pool.query<{ n: number }>(text, [gameId])).rows[0]!.n

const unjudged = (game: PlayedGame) =>
  count(`SELECT count(*)::int AS n FROM submissions WHERE game_id = $1 AND status = 'FlagSubmitted'`, game.id)

/** A fold of the whole ledger, as [team, score, rank] by rank. */
async function rebuilt(game: PlayedGame) {
  const state = fold(await readEntries(platform.stores.db.pool, game.id, 0, 1_000_000))
  const teamOf = new Map(game.teams.map(({ participationId, teamId }) => [participationId, teamId]))
  return settle(state).map((team) => [teamOf.get(team.id), team.score, team.rank, team.solved])
}

async function shown(game: PlayedGame) {
  const board = await new Client(platform.url).ok<Scoreboard>('GET', `/api/game/${game.id}/scoreboard`)
  return board.items.map(({ id, score, rank, solvedCount }) => [id, score, rank, solvedCount])
}

describe('flags through the HTTP API', () => {
  it('fifty equal right ones at once are one solve, one ledger row, one first blood', async () => {
    const game = await playGame(platform.stores.db, { teams: 2, challenges: 1 })
    const [client] = await membersOf(game)
    const [challenge] = game.challenges
    const path = `/api/game/${game.id}/challenges/${challenge!.id}`
    const ids = await Promise.all(
      Array.from({ length: 50 }, () => client!.ok<number>('POST', path, { flag: challenge!.flag }))
    )
    expect(new Set(ids).size).toBe(50)
    await expect.poll(() => unjudged(game)).toBe(0)
    for (const id of ids) expect(await client!.ok('GET', `${path}/status/${id}`)).toBe('Accepted')
    expect(await count('SELECT count(*)::int AS n FROM solves WHERE game_id = $1', game.id)).toBe(1)
    expect(
      await count(
        `SELECT count(*)::int AS n FROM score_events WHERE game_id = $1 AND kind = 'solve'`,
        game.id
      )
    ).toBe(1)
    const notices = await client!.ok<{ type: string }[]>('GET', `/api/game/${game.id}/notices`)
    expect(notices.filter(({ type }) => type === 'FirstBlood')).toHaveLength(1)
  })

  it('are neither lost nor doubled when scoring is killed and Redis emptied under full load', async () => {
    const game = await playGame(platform.stores.db, { teams: 40, challenges: 12 })
    const clients = await membersOf(game)
    const flags = clients.length * game.challenges.length * 3
    const sent: number[] = []
    const play = async (client: Client, offset: number) => {
      for (let i = 0; i < game.challenges.length; i++) {
        const { id, flag } = game.challenges[(i + offset) % game.challenges.length]!
        const path = `/api/game/${game.id}/challenges/${id}`
        for (const answer of [`${flag}?`, flag, flag])
          sent.push(await client.ok<number>('POST', path, { flag: answer }))
      }
    }
    const playing = Promise.all(clients.map(play))
    const disturbing = (async () => {
      for (let i = 0; i < 3; i++) {
        const before = sent.length
        await until(() => sent.length >= Math.min(before + 30, flags))
        await platform.restart('scoring')
        await platform.stores.redis.flushDb()
      }
    })()
    await Promise.all([playing, disturbing])
    await expect.poll(() => unjudged(game)).toBe(0)

    const pairs = clients.length * game.challenges.length
    expect(sent).toHaveLength(pairs * 3)
    const verdicts = await platform.stores.db.pool.query<{ status: string; n: number }>(
      'SELECT status, count(*)::int AS n FROM submissions WHERE game_id = $1 GROUP BY status ORDER BY status',
      [game.id]
    )
    expect(verdicts.rows).toEqual([
      { status: 'Accepted', n: pairs * 2 },
      { status: 'WrongAnswer', n: pairs }
    ])
    expect(await count('SELECT count(*)::int AS n FROM solves WHERE game_id = $1', game.id)).toBe(pairs)
    expect(
      await count(
        `SELECT count(*)::int AS n FROM score_events WHERE game_id = $1 AND kind = 'solve'`,
        game.id
      )
    ).toBe(pairs)
    expect((await verifyChain(platform.stores.db.pool, game.id)).firstBad).toBeNull()
    await expect.poll(() => shown(game)).toEqual(await rebuilt(game))

    const notices = await clients[0]!.ok<{ type: string; values: string[] }[]>(
      'GET',
      `/api/game/${game.id}/notices`
    )
    const bloods = (type: string) =>
      notices.filter((notice) => notice.type === type).map(({ values }) => values[1])
    for (const type of ['FirstBlood', 'SecondBlood', 'ThirdBlood'])
      expect(bloods(type).sort(), type).toEqual(game.challenges.map(({ title }) => title).sort())
  })

  it('are stored while scoring is down and judged when it is back', async () => {
    const game = await playGame(platform.stores.db, { teams: 1, challenges: 1 })
    const [client] = await membersOf(game)
    const [challenge] = game.challenges
    await platform.kill('scoring')
    const path = `/api/game/${game.id}/challenges/${challenge!.id}`
    const id = await client!.ok<number>('POST', path, { flag: challenge!.flag })
    expect(await client!.ok('GET', `${path}/status/${id}`)).toBe('FlagSubmitted')
    await platform.restart('scoring')
    await expect.poll(() => client!.ok('GET', `${path}/status/${id}`)).toBe('Accepted')
    await expect.poll(() => shown(game)).toEqual([[game.teams[0]!.teamId, 1050, 1, 1]])
  })
})
