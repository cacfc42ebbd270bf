import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '~/server/platform/time'
import { Client } from '~/tests/support/api/client'
import {
  addUsers,
  type Member,
  type PlayedGame,
  playGame,
  sendFlags,
  sessionOf
} from '~/tests/support/fixtures'
import { Organiser } from '~/tests/support/games/organiser'
import { type Platform, startPlatform } from '~/tests/support/processes/platform'
import { judged } from '~/tests/support/scoring/judged'

let platform: Platform
let admin: Client
let visitor: Client
beforeAll(async () => {
  platform = await startPlatform()
  admin = (await Organiser.of(platform)).client
  visitor = new Client(platform.url)
})
afterAll(() => platform?.close())

async function as(member: Member): Promise<Client> {
  const client = new Client(platform.url)
  client.cookie = await sessionOf(platform, member)
  return client
}

const update = async (member: Member, body: object) =>
  (await as(member)).call<{ title: string; errors?: object }>('PUT', '/api/account/update', body)
const show = (member: Member, pageVisibility: string) => update(member, { pageVisibility })

let asked = 0
/** Addresses are new, because pages of visitors are shared for a second. */
const pageOf = (client: Client, id: string) => client.call<string>('GET', `/players/${id}?n=${++asked}`)
const statuses = (id: string, ...clients: Client[]) =>
  Promise.all(clients.map(async (client) => (await pageOf(client, id)).status))

/** Figures of the page by name, in the reader's language. */
function figures(page: string): Record<string, string> {
  const found = page.matchAll(/<dt>([^<]+)<\/dt><dd>(?:<!-- -->)?([\d,]+)/g)
  return Object.fromEntries([...found].map(([, name = '', value = '']) => [name, value]))
}

const shows = (id: string) =>
  expect.poll(async () => figures((await pageOf(visitor, id)).body), { timeout: 30_000, interval: 500 })

describe('the page of a player', () => {
  it('is seen by whom the person chose, and is missing for all others', async () => {
    const { db } = platform.stores
    const game = await playGame(db, { teams: 2, challenges: 1 })
    const [person, rival] = [game.teams[0]!.members[0], game.teams[1]!.members[0]]
    const [mate] = await addUsers(db, 1, 'mate')
    await db.pool.query('INSERT INTO team_members (team_id, user_id) VALUES ($1, $2)', [
      game.teams[0]!.teamId,
      mate!.id
    ])
    const readers = [visitor, await as(rival), await as(mate!), await as(person)]
    expect(await statuses(person.id, ...readers)).toEqual([404, 404, 404, 200])
    await show(person, 'TeamMates')
    expect(await statuses(person.id, ...readers)).toEqual([404, 404, 200, 200])
    await show(person, 'Everybody')
    expect(await statuses(person.id, ...readers)).toEqual([200, 200, 200, 200])

    // Out of the team, the former mate is a stranger.
    await show(person, 'TeamMates')
    await db.pool.query('DELETE FROM team_members WHERE user_id = $1', [mate!.id])
    expect(await statuses(person.id, ...readers)).toEqual([404, 404, 404, 200])

    const { rows } = await db.pool.query(
      `SELECT after->>'pageVisibility' AS after FROM audit_events
       WHERE action = 'page_visibility_changed' AND target = $1 ORDER BY id`,
      [`user:${person.id}`]
    )
    expect(rows.map(({ after }) => after)).toEqual(['TeamMates', 'Everybody', 'TeamMates'])
  })

  it('is missing for who is banned, inactive, erased or unknown, as for an id that is none', async () => {
    const { db } = platform.stores
    const [person] = await addUsers(db, 1, 'gone')
    await show(person!, 'Everybody')
    expect(await statuses(person!.id, visitor)).toEqual([200])
    const path = `/api/admin/users/${person!.id}`
    await admin.ok('PUT', path, { role: 'Banned' })
    expect(await statuses(person!.id, visitor, admin)).toEqual([404, 404])
    await admin.ok('PUT', path, { role: 'User', emailConfirmed: false })
    expect(await statuses(person!.id, visitor, admin)).toEqual([404, 404])
    await admin.ok('PUT', path, { emailConfirmed: true })
    expect(await statuses(person!.id, visitor)).toEqual([200])
    await admin.ok('POST', `${path}/erase`)
    expect(await statuses(person!.id, visitor, admin)).toEqual([404, 404])
    const { rows } = await db.pool.query(
      'SELECT page_visibility, website, country FROM users WHERE id = $1',
      [person!.id]
    )
    expect(rows).toEqual([{ page_visibility: 'Nobody', website: null, country: null }])
    for (const id of [randomUUID(), 'x', '1', `${person!.id}0`])
      expect(await statuses(id, visitor, admin)).toEqual([404, 404])
  })

  it('shows what the board shows of this person, not of team mates, and nothing of hidden games', async () => {
    const { db } = platform.stores
    const game = await playGame(db, { teams: 2, challenges: 3, membersEach: 2, startsIn: -HOUR_MS })
    const team = game.teams[0]!
    const [person, mate] = team.members as [Member, Member]
    await Promise.all([show(person, 'Everybody'), show(mate, 'Everybody')])
    const [first, second, third] = game.challenges as [
      PlayedGame['challenges'][0],
      PlayedGame['challenges'][0],
      PlayedGame['challenges'][0]
    ]
    const at = Date.now() - 600_000
    await sendFlags(db, game, [
      { team, challenge: first, at },
      { team, challenge: second, at: at + 1000, member: 1 },
      { team: game.teams[1]!, challenge: second, at: at + 2000 }
    ])
    await judged(platform.stores, game.id)
    await shows(person.id).toMatchObject({ Solves: '1', Bloods: '1', Games: '1' })
    await shows(mate.id).toMatchObject({ Solves: '1', Bloods: '1', Games: '1' })
    const { body } = await pageOf(visitor, person.id)
    expect(body).toContain(first.title)
    expect(body).not.toContain(second.title)
    expect(body).toContain(`/games/${game.id}/Teams/${team.teamId}`)

    // Behind a freeze nothing moves, neither by a new solve nor by one that is taken away.
    await admin.ok('PUT', `/api/edit/games/${game.id}/freeze`, { at: 'now' })
    await sendFlags(db, game, [{ team, challenge: third }])
    await judged(platform.stores, game.id)
    await admin.ok('POST', `/api/edit/games/${game.id}/corrections`, {
      correction: { kind: 'void', challengeId: first.id, participationIds: [team.participationId] },
      reason: 'Behind the freeze.'
    })
    await judged(platform.stores, game.id)
    await expect
      .poll(async () => (await db.pool.query('SELECT FROM solves WHERE game_id = $1', [game.id])).rowCount)
      .toBe(3)
    await shows(person.id).toMatchObject({ Solves: '1', Bloods: '1' })
    expect((await pageOf(visitor, person.id)).body).not.toContain(third.title)
    await admin.ok('POST', `/api/edit/games/${game.id}/reveal`, {})
    await expect
      .poll(async () => (await pageOf(visitor, person.id)).body.includes(third.title), { timeout: 30_000 })
      .toBe(true)
    expect((await pageOf(visitor, person.id)).body).not.toContain(first.title)

    // Off the board, the game is off the page.
    await admin.ok('PUT', `/api/admin/participation/${team.participationId}/Suspended`)
    await shows(person.id).toMatchObject({ Solves: '0', Games: '0' })
    await admin.ok('PUT', `/api/admin/participation/${team.participationId}/Accepted`)
    await shows(person.id).toMatchObject({ Solves: '1', Games: '1' })
    await admin.ok('PUT', `/api/edit/games/${game.id}`, { hidden: true })
    await shows(person.id).toMatchObject({ Solves: '0', Games: '0' })
  })

  it('is linked and found only while everybody sees it', async () => {
    const { db } = platform.stores
    const game = await playGame(db, { teams: 1, challenges: 1, startsIn: -HOUR_MS })
    const [team] = game.teams as [PlayedGame['teams'][0]]
    const [person] = team.members
    await sendFlags(db, game, [{ team, challenge: game.challenges[0]!, at: Date.now() - 60_000 }])
    await judged(platform.stores, game.id)
    const link = `/players/${person.id}`
    const linked = async () => {
      const n = ++asked
      const [page, found, solvers] = await Promise.all([
        visitor.call<string>('GET', `/games/${game.id}/Teams/${team.teamId}?n=${n}`),
        visitor.call<string>('GET', `/Search?q=${encodeURIComponent(person.name)}&n=${n}`),
        (await as(person)).call<{ data: { player: string | null }[] }>(
          'GET',
          `/api/game/${game.id}/challenges/${game.challenges[0]!.id}/solvers`
        )
      ])
      return [page.body.includes(link), found.body.includes(link), solvers.body.data?.[0]?.player ?? null]
    }
    await expect.poll(async () => (await linked())[2], { timeout: 30_000 }).toBe(null)
    await show(person, 'Everybody')
    await expect.poll(linked, { timeout: 30_000 }).toEqual([true, true, person.id])
    await show(person, 'TeamMates')
    await expect.poll(linked, { timeout: 30_000 }).toEqual([false, false, null])
    const own = await (await as(person)).ok<string>('GET', '/Teams')
    expect(own).toContain(link)
  })

  it('has only what may stand there; what is refused changes nothing', async () => {
    const [person] = await addUsers(platform.stores.db, 1, 'field')
    const given = { affiliation: 'Sailors <b>', website: 'https://example.org/~mira', country: 'CZ' }
    expect((await update(person!, { ...given, pageVisibility: 'Everybody' })).status).toBe(200)
    for (const [field, value] of [
      ['website', 'http://example.org'],
      ['website', 'https://user:pass@example.org'],
      ['website', 'javascript:alert(1)//https://'],
      ['country', 'Czechia'],
      ['affiliation', 'x'.repeat(65)],
      ['pageVisibility', null],
      ['pageVisibility', 'All']
    ] as const) {
      const refused = await update(person!, { bio: 'changed', [field]: value })
      expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining(field)])
    }
    const { body } = await pageOf(visitor, person!.id)
    expect(body).toContain('Sailors &lt;b&gt;')
    expect(body).toContain('href="https://example.org/~mira" rel="nofollow ugc noopener">')
    expect(body).toContain('Czechia')
    expect(body).not.toContain('changed')
    await update(person!, { affiliation: null, website: null, country: null })
    const profile = await (await as(person!)).ok<object>('GET', '/api/account/profile')
    expect(profile).toMatchObject({
      affiliation: '',
      website: null,
      country: null,
      pageVisibility: 'Everybody'
    })
  })
})
