import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_PINS } from '~/app/islands/scoreboard/query'
import { MAX_FOLLOWED } from '~/server/follows/constants'
import { followInput } from '~/server/follows/contract'
import { type Domain, openDomain, outcomes, refused } from '../../support/domain'
import { type Member, type PlayedGame, playGame } from '../../support/fixtures'

let domain: Domain
let game: PlayedGame
let ids: number[]

beforeAll(async () => {
  domain = await openDomain()
  game = await playGame(domain.stores.db, { teams: 8 })
  ids = game.teams.map(({ teamId }) => teamId)
})
afterAll(() => domain.close())

const follows = () => domain.services.follows
const list = (reader: Member | null, id = game.id) => follows().list(domain.as(reader), id)
const stored = async (reader: Member) => {
  const { rows } = await domain.stores.db.pool.query('SELECT 1 FROM follows WHERE user_id = $1', [reader.id])
  return rows.length
}

it('the account keeps as many teams as the chart compares', () => {
  expect(MAX_FOLLOWED).toBe(MAX_PINS)
  const code = (teams: unknown) => followInput.safeParse({ teams }).error?.issues[0]?.message
  expect([code([1, 2, 3, 4, 5, 6]), code('1'), code([0]), code(['x']), code(undefined)]).toEqual([
    ...['field.out_of_range', 'field.type_mismatch', 'field.out_of_range'],
    ...['field.type_mismatch', 'field.type_mismatch']
  ])
  expect(followInput.parse({ teams: [3, 1, 3] })).toEqual({ teams: [3, 1] })
})

describe('what an account follows', () => {
  it('is its own list in each game, in the order in which it was made', async () => {
    const [reader, other] = await domain.users(2)
    const second = await playGame(domain.stores.db)
    const ctx = domain.as(reader!)
    expect([await list(reader!), await list(null)]).toEqual([[], null])
    expect(await follows().replace(ctx, game.id, [ids[3]!, ids[1]!])).toEqual([ids[3], ids[1]])
    await follows().replace(ctx, second.id, [second.teams[0]!.teamId])
    expect(await list(reader!)).toEqual([ids[3], ids[1]])
    expect(await list(reader!, second.id)).toEqual([second.teams[0]!.teamId])
    expect(await list(other!)).toEqual([])
    await follows().replace(ctx, game.id, [])
    expect([await list(reader!), await list(reader!, second.id)]).toEqual([[], [second.teams[0]!.teamId]])
  })

  it('leaves out what plays elsewhere, not at all, or no longer', async () => {
    const [reader] = await domain.users(1)
    const second = await playGame(domain.stores.db, { teams: 2 })
    const [own, foreign] = [second.teams[0]!, ids[0]!]
    const ctx = domain.as(reader!)
    expect(await follows().replace(ctx, second.id, [foreign, own.teamId, 999_999])).toEqual([own.teamId])
    await domain.services.participations.setStatus(domain.admin, own.participationId, 'Suspended')
    expect(await follows().replace(ctx, second.id, [own.teamId])).toEqual([])
    await refused(follows().follow(ctx, second.id, own.teamId, true), 'team.not_found', 404)
  })

  it('takes one team more in the place of the oldest, and one less', async () => {
    const [reader] = await domain.users(1)
    const ctx = domain.as(reader!)
    for (const id of ids.slice(0, 6)) await follows().follow(ctx, game.id, id, true)
    expect(await list(reader!)).toEqual(ids.slice(1, 6))
    await follows().follow(ctx, game.id, ids[2]!, false)
    await follows().follow(ctx, game.id, ids[2]!, false)
    expect(await list(reader!)).toEqual([1, 3, 4, 5].map((n) => ids[n]))
    await refused(follows().follow(ctx, game.id, 999_999, true), 'team.not_found', 404)
    await refused(follows().follow(domain.as(null), game.id, ids[0]!, true), 'auth.login_required', 401)
    await refused(follows().follow(ctx, 999_999, ids[0]!, true), 'game.not_found', 404)
  })

  it('holds its limit, whatever is followed at the same moment', async () => {
    const [reader] = await domain.users(1)
    const ctx = domain.as(reader!)
    const { codes } = await outcomes([
      ...ids.map((id) => follows().follow(ctx, game.id, id, true)),
      follows().replace(ctx, game.id, ids.slice(0, 5)),
      follows().replace(ctx, game.id, ids.slice(3))
    ])
    expect([codes, await stored(reader!)]).toEqual([[], MAX_FOLLOWED])
  })

  it('is not of a hidden game that the reader may not see', async () => {
    const hidden = await playGame(domain.stores.db, { hidden: true })
    const [stranger] = await domain.users(1)
    const team = hidden.teams[0]!
    await refused(list(stranger!, hidden.id), 'game.not_found', 404)
    await refused(follows().follow(domain.as(stranger!), hidden.id, team.teamId, true), 'game.not_found', 404)
    expect(await follows().follow(domain.as(team.members[0]), hidden.id, team.teamId, true)).toEqual([
      team.teamId
    ])
  })

  it('goes with the team, and with an erased account', async () => {
    const [reader] = await domain.users(1)
    const second = await playGame(domain.stores.db, { teams: 3 })
    const three = second.teams.map(({ teamId }) => teamId)
    await follows().replace(domain.as(reader!), second.id, three)
    await domain.services.teams.adminDelete(domain.admin, three[0]!)
    expect(await stored(reader!)).toBe(2)
    await domain.stores.db.pool.query('UPDATE sessions SET confirmed_at = now() WHERE user_id = $1', [
      domain.admin.actor!.id
    ])
    await domain.services.users.erase(domain.admin, reader!.id)
    expect(await stored(reader!)).toBe(0)
  })
})
