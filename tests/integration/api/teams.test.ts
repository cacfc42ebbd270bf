import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Client } from '../../support/api/client'
import { type OpenGame, Organiser, type Player, solve } from '../../support/games/organiser'
import { type Platform, startPlatform } from '../../support/processes/platform'

let platform: Platform
let organiser: Organiser
let visitor: Client

beforeAll(async () => {
  platform = await startPlatform()
  organiser = await Organiser.of(platform)
  visitor = new Client(platform.url)
})
afterAll(() => platform?.close())

interface TeamBody {
  id: number
  name: string
  locked: boolean
  members: { id: string; userName: string; captain: boolean }[]
}

const code = ({ client, team }: Player) => client.ok<string>('GET', `/api/team/${team.id}/invite`)
const view = (id: number) => visitor.ok<TeamBody>('GET', `/api/team/${id}`)
const idOf = async ({ client }: Player) =>
  (await client.ok<{ userId: string }>('GET', '/api/account/profile')).userId

/** A captain and members of the same team; each has an own team, too, unless it was disbanded. */
async function teamOf(size: number): Promise<Player[]> {
  const players = await Promise.all(Array.from({ length: size }, () => organiser.player()))
  const [captain, ...others] = players as [Player, ...Player[]]
  for (const { client, team } of others) {
    await client.ok('DELETE', `/api/team/${team.id}`)
    await client.ok('POST', '/api/team/accept', await code(captain))
  }
  return players
}

const board = async (game: OpenGame) =>
  (
    await visitor.ok<{ items: { name: string; score: number }[] }>('GET', `/api/game/${game.id}/scoreboard`)
  ).items.map(({ name, score }) => [name, score])

describe('calls of a team', () => {
  it('return the team or nothing, as in the contract', async () => {
    const [captain, member] = (await teamOf(2)) as [Player, Player]
    const path = `/api/team/${captain.team.id}`
    const memberId = await idOf(member)
    const kicked = await captain.client.call<TeamBody>('POST', `${path}/kick/${memberId.toUpperCase()}`)
    expect([kicked.status, kicked.body.members.map(({ userName }) => userName)]).toEqual([
      200,
      [captain.name]
    ])
    const accepted = await member.client.call('POST', '/api/team/accept', await code(captain))
    expect([accepted.status, accepted.body]).toEqual([200, ''])
    const handed = await captain.client.call<TeamBody>('PUT', `${path}/transfer`, { newCaptainId: memberId })
    expect(handed.body.members.map(({ userName, captain }) => [userName, captain])).toEqual([
      [member.name, true],
      [captain.name, false]
    ])
    const left = await captain.client.call('POST', `${path}/leave`)
    expect([left.status, left.body]).toEqual([200, ''])
    const gone = await member.client.call('DELETE', path)
    expect([gone.status, gone.body]).toEqual([200, ''])
    expect((await visitor.call('GET', path)).status).toBe(404)
  })

  it('refuse malformed ids and unknown members', async () => {
    const { client, team } = await organiser.player()
    const path = `/api/team/${team.id}`
    const status = async (method: string, rest: string, body?: unknown) =>
      (await client.call(method, path + rest, body)).status
    expect(await status('POST', '/kick/1')).toBe(404)
    expect(await status('POST', `/kick/${randomUUID()}`)).toBe(400)
    for (const newCaptainId of [undefined, null, 7, 'x', randomUUID()])
      expect(await status('PUT', '/transfer', { newCaptainId })).toBe(400)
    expect(await status('PUT', '', { name: 'n'.repeat(10_000) })).toBe(400)
    expect(await status('PUT', '', { name: 'in\u200bvisible' })).toBe(400)
    await client.ok('PUT', path, {
      name: 'Same',
      captainId: randomUUID(),
      locked: true,
      adminLocked: true,
      id: 1
    })
    expect(await view(team.id)).toMatchObject({ id: team.id, name: 'Same', locked: false })
    expect((await client.call('POST', '/api/team/2147483648/leave')).status).toBe(404)
  })

  it('name the lock as a reason of its own', async () => {
    const game = await organiser.game()
    const [captain, member] = (await teamOf(2)) as [Player, Player]
    await organiser.join(captain, game)
    const path = `/api/team/${captain.team.id}`
    expect((await view(captain.team.id)).locked).toBe(true)
    const memberId = await idOf(member)
    const refusals = [
      await member.client.call<{ title: string }>('POST', `${path}/leave`),
      await captain.client.call<{ title: string }>('POST', `${path}/kick/${memberId}`),
      await captain.client.call<{ title: string }>('PUT', `${path}/transfer`, { newCaptainId: memberId }),
      await captain.client.call<{ title: string }>('DELETE', path)
    ]
    for (const { status, body } of refusals) {
      expect(status).toBe(400)
      expect(body.title).toMatch(/locked/)
    }
    expect((await member.client.call('DELETE', path)).status).toBe(403)
    const outsider = await organiser.player()
    expect((await outsider.client.call('POST', `${path}/kick/${memberId}`)).status).toBe(403)
    expect((await visitor.call('POST', `${path}/leave`)).status).toBe(401)
  })
})

describe('team tokens', () => {
  it('are verified by anybody, and garbage differs from forgery', async () => {
    const game = await organiser.game()
    const player = await organiser.player(game)
    const { teamToken } = await player.client.ok<{ teamToken: string }>('GET', `/api/game/${game.id}/details`)
    const { publicKey } = await organiser.client.ok<{ publicKey: string }>(
      'GET',
      `/api/edit/games/${game.id}`
    )
    const verify = (body: unknown) => visitor.call<{ status?: number }>('POST', '/api/team/verify', body)
    expect(await verify({ teamToken, publicKey })).toMatchObject({ status: 200, body: '' })
    const forged = await verify({ teamToken: teamToken.replace(/^\d+/, '999999'), publicKey })
    expect([forged.status, forged.body.status]).toEqual([401, 400])
    for (const body of [
      {},
      { teamToken, publicKey: ' ' },
      { teamToken, publicKey: 'AAAA' },
      { teamToken: `${player.team.id}:!!!!`, publicKey },
      { teamToken: 'x'.repeat(100_000), publicKey },
      { teamToken: [teamToken], publicKey }
    ])
      expect((await verify(body)).status).toBe(400)
  })
})

describe('administrators', () => {
  it('list, search, change and delete; boards follow', async () => {
    const game = await organiser.game()
    const [first, second] = [await organiser.player(game), await organiser.player(game)]
    await solve(first, game)
    await solve(second, game)
    const admin = organiser.client
    const path = `/api/admin/teams/${first.team.id}`
    interface Page {
      data: TeamBody[]
      length: number
      total: number
    }
    const page = await admin.ok<Page>('GET', '/api/admin/teams?count=1&skip=1')
    expect([page.length, page.data.length, page.total > 2]).toEqual([1, 1, true])
    for (const query of ['?count=-1', '?skip=x'])
      expect((await admin.call('GET', `/api/admin/teams${query}`)).status).toBe(400)
    const hint = encodeURIComponent(first.team.name.toUpperCase())
    const found = await admin.ok<Page>('POST', `/api/admin/teams/search?hint=${hint}`)
    expect([found.data.map(({ id }) => id), found.length, found.total]).toEqual([[first.team.id], 1, 1])
    expect((await admin.call('POST', '/api/admin/teams/search')).status).toBe(400)

    await admin.ok('PUT', path, { name: 'Flotsam', locked: true })
    await expect.poll(() => board(game)).toContainEqual(['Flotsam', 907])
    await first.client.ok('PUT', `/api/team/${first.team.id}`, { name: 'Jetsam' })
    await expect.poll(() => board(game)).toContainEqual(['Jetsam', 907])

    await admin.ok('DELETE', path)
    await expect.poll(() => board(game)).toEqual([[second.team.name, 1050]])
    const sheet = await first.client.call('GET', `/api/game/${game.id}/details`)
    expect(sheet.status).toBe(400)
    expect((await admin.call('DELETE', path)).status).toBe(404)
    expect((await admin.call('PUT', path, {})).status).toBe(400)
  })
})
