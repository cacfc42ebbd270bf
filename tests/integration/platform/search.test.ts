import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Ctx } from '~/server/access/contract'
import { HOUR_MS } from '~/server/platform/time'
import { MAX_FOUND, type SearchResult, searchQuery } from '~/server/search/contract'
import { type Domain, openDomain } from '../../support/domain'
import { type PlayedGame, playGame } from '../../support/fixtures'

let domain: Domain
let open: PlayedGame
let hidden: PlayedGame
let over: PlayedGame
let practice: PlayedGame
let upcoming: PlayedGame
/** Callers by role; `player` plays in each of the games. */
let callers: Record<'visitor' | 'banned' | 'stranger' | 'player' | 'monitor' | 'admin', Ctx>

beforeAll(async () => {
  domain = await openDomain()
  const { db } = domain.stores
  open = await playGame(db)
  hidden = await playGame(db, { hidden: true })
  over = await playGame(db, { startsIn: -2 * HOUR_MS, endsIn: -HOUR_MS, practiceMode: false })
  practice = await playGame(db, { startsIn: -2 * HOUR_MS, endsIn: -HOUR_MS, practiceMode: true })
  upcoming = await playGame(db, { startsIn: HOUR_MS, endsIn: 2 * HOUR_MS })
  const player = open.teams[0]!.members[0]
  for (const { id, teams } of [hidden, over, practice, upcoming]) {
    const [{ teamId, participationId }] = teams as [PlayedGame['teams'][0]]
    await db.pool.query('INSERT INTO team_members (team_id, user_id) VALUES ($1, $2)', [teamId, player.id])
    await db.pool.query(
      'INSERT INTO registrations (game_id, user_id, participation_id) VALUES ($1, $2, $3)',
      [id, player.id, participationId]
    )
  }
  const [stranger, monitor, banned] = await domain.users(3)
  callers = {
    visitor: domain.as(null),
    banned: domain.as(banned!, { role: 'Banned' }),
    stranger: domain.as(stranger!),
    player: domain.as(player),
    monitor: domain.as(monitor!, { role: 'Monitor' }),
    admin: domain.admin
  }
})
afterAll(() => domain.close())

const find = (who: keyof typeof callers, q: string, game?: number): Promise<SearchResult> =>
  domain.services.search.find(callers[who], { q, game })

const titleOf = async ({ id }: PlayedGame) =>
  (await domain.stores.db.pool.query('SELECT title FROM games WHERE id = $1', [id])).rows[0].title as string

const challengeGames = async (who: keyof typeof callers, games: PlayedGame[]) => {
  const found = await Promise.all(games.map(({ id }) => find(who, 'challenge', id)))
  return games.filter(({ id }, index) => found[index]!.challenges.some(({ game }) => game.id === id))
}

describe('the access of a search', () => {
  it.each([
    ['visitor', false],
    ['banned', false],
    ['stranger', false],
    ['player', true],
    ['monitor', true],
    ['admin', true]
  ] as const)('lets %s find a hidden game: %s', async (who, sees) => {
    const found = await find(who, await titleOf(hidden))
    expect(found.games.map(({ id }) => id)).toEqual(sees ? [hidden.id] : [])
    expect((await find(who, await titleOf(open))).games.map(({ id }) => id)).toEqual([open.id])
  })

  it('finds challenges for callers who may play them now, and for staff', async () => {
    const all = [open, hidden, over, practice, upcoming]
    for (const who of ['visitor', 'banned', 'stranger'] as const)
      expect(await challengeGames(who, all), who).toEqual([])
    expect(await challengeGames('player', all)).toEqual([open, hidden, practice])
    for (const who of ['monitor', 'admin'] as const) expect(await challengeGames(who, all), who).toEqual(all)
  })

  it('stops finding a disabled challenge, and those of a suspended team', async () => {
    const { pool } = domain.stores.db
    const first = open.challenges[0]!.id
    const ids = async () =>
      (await find('player', 'challenge', open.id)).challenges
        .filter(({ game }) => game.id === open.id)
        .map(({ id }) => id)
    expect(await ids()).toContain(first)
    await pool.query('UPDATE challenges SET enabled = false WHERE id = $1', [first])
    expect(await ids()).toEqual([open.challenges[1]!.id])
    for (const status of ['Pending', 'Suspended', 'Rejected']) {
      await pool.query('UPDATE participations SET status = $2 WHERE id = $1', [
        open.teams[0]!.participationId,
        status
      ])
      expect(await ids(), status).toEqual([])
    }
    await pool.query(`UPDATE participations SET status = 'Accepted' WHERE id = $1`, [
      open.teams[0]!.participationId
    ])
    await pool.query('UPDATE challenges SET enabled = true WHERE id = $1', [first])
  })

  it('finds all teams and users for administrators alone', async () => {
    const { name, members, teamId } = open.teams[0]!
    for (const who of ['visitor', 'banned', 'stranger', 'player', 'monitor'] as const)
      for (const q of [name, members[0].name, String(teamId)]) {
        const { teams, users } = await find(who, q)
        expect([teams, users], who).toEqual([[], []])
      }
    expect((await find('admin', name)).teams).toEqual([{ id: teamId, name }])
    expect((await find('admin', members[0].name)).users[0]).toMatchObject({ id: members[0].id })
  })

  it('finds teams of public games for everybody, in the game of the page or the newest that has begun', async () => {
    const { pool } = domain.stores.db
    const { name, teamId, participationId } = open.teams[1]!
    const inGame = async (who: keyof typeof callers, q = name, game?: number) =>
      (await find(who, q, game)).playing.map((team) => [team.id, team.name, team.game.id])
    for (const who of Object.keys(callers) as (keyof typeof callers)[])
      expect(await inGame(who), who).toEqual([[teamId, name, open.id]])
    expect((await find('admin', '')).playing).toEqual([])
    // The same team in an older game, in one to come and in a hidden one.
    for (const { id } of [over, upcoming, hidden])
      await pool.query(
        `INSERT INTO participations (game_id, team_id, status, token) SELECT $1, $2, 'Accepted', gen_random_uuid()::text`,
        [id, teamId]
      )
    expect(await inGame('visitor')).toEqual([[teamId, name, open.id]])
    expect(await inGame('visitor', name, over.id)).toEqual([[teamId, name, over.id]])
    expect(await inGame('visitor', name, upcoming.id)).toEqual([[teamId, name, upcoming.id]])
    expect(await inGame('player', name, hidden.id)).toEqual([[teamId, name, open.id]])
    await pool.query('DELETE FROM participations WHERE team_id = $1 AND game_id <> $2', [teamId, open.id])
    for (const status of ['Pending', 'Rejected', 'Suspended']) {
      await pool.query('UPDATE participations SET status = $2 WHERE id = $1', [participationId, status])
      expect(await inGame('visitor'), status).toEqual([])
    }
    await pool.query(`UPDATE participations SET status = 'Accepted' WHERE id = $1`, [participationId])
  })

  it('finds no team of a hidden game or of the copy for a rehearsal', async () => {
    const { pool } = domain.stores.db
    const game = await playGame(domain.stores.db, { hidden: true })
    const { name } = game.teams[0]!
    for (const who of Object.keys(callers) as (keyof typeof callers)[])
      expect((await find(who, name, game.id)).playing, who).toEqual([])
    await pool.query('UPDATE games SET hidden = false WHERE id = $1', [game.id])
    expect((await find('visitor', name)).playing.map((team) => team.name)).toEqual([name])
    await pool.query('UPDATE games SET hidden = true WHERE id = $1', [game.id])
  })
})

describe('the words of a search', () => {
  it('find a few of each, the best first, whatever case and accents', async () => {
    for (let place = 0; place < MAX_FOUND + 2; place++) await domain.game({ title: `Régate ${place}` })
    await domain.game({ title: 'The other regatta' })
    const { games } = await find('visitor', 'REGAT')
    expect(games).toHaveLength(MAX_FOUND)
    expect(games.every(({ title }) => title.startsWith('Régate'))).toBe(true)
  })

  it('find nothing by pattern signs, a NUL, or an injected quote', async () => {
    for (const q of ['%', '_', "'; DROP TABLE games; --", 'nowhere\\'])
      expect(await find('admin', q), q).toEqual({
        ...{ games: [], challenges: [], teams: [] },
        ...{ playing: [], users: [], players: [] }
      })
    expect((await find('admin', '\0')).teams).toEqual([])
  })

  it('may be missing: then only games and the challenges of the shown game are found', async () => {
    const bare = await find('admin', '  ')
    expect([bare.challenges, bare.teams, bare.users]).toEqual([[], [], []])
    expect(bare.games).toHaveLength(MAX_FOUND)
    const here = await find('player', '', open.id)
    expect(here.games[0]!.id).toBe(open.id)
    expect(here.challenges.map(({ game }) => game.id)).toEqual([open.id, open.id])
  })

  it('find nothing when there are too many of them', () => {
    expect(searchQuery.safeParse({ q: 'x'.repeat(101) }).success).toBe(false)
  })
})
