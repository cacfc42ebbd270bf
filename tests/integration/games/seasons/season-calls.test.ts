import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PLACE_POINTS } from '~/server/seasons/constants'
import type { SeasonEdit, SeasonRow } from '~/server/seasons/contract'
import type { Scope } from '~/server/tokens/constants'
import { Client } from '~/tests/support/api/client'
import { Organiser, tag } from '~/tests/support/games/organiser'
import { ADMIN, type Platform, startPlatform } from '~/tests/support/processes/platform'

interface Refusal {
  code?: string
  field?: string
}

let platform: Platform
let admin: Client
let game: number
beforeAll(async () => {
  platform = await startPlatform()
  const organiser = await Organiser.of(platform)
  admin = organiser.client
  game = (await organiser.game()).id
})
afterAll(() => platform?.close())

const AT = '/api/edit/seasons'
const rules = () => ({ title: `League ${tag()}`, formula: 'share', placePoints: [3, 2, 1], best: 2 })
const make = (more: object = {}) => admin.ok<SeasonEdit>('POST', AT, { ...rules(), ...more })
const one = (id: number) => admin.ok<SeasonEdit>('GET', `${AT}/${id}`)
const sql = async (text: string, ...values: unknown[]) =>
  (await platform.stores.db.pool.query(text, values)).rows
const byToken = async (scopes: Scope[]) => {
  const wish = { name: tag(), scopes, days: 1, password: ADMIN.password }
  const { token } = await admin.ok<{ token: string }>('POST', '/api/account/tokens', wish)
  return new Client(platform.url, { Authorization: `Bearer ${token}` })
}

describe('calls that edit seasons', () => {
  it('make one with the usual table, list it, change it as a whole and delete it', async () => {
    const made = await admin.ok<SeasonEdit>('POST', AT, { title: 'Plain', formula: 'places' })
    expect(made).toMatchObject({ placePoints: PLACE_POINTS, best: null, version: 1, games: [], teams: 0 })
    const listed = (await admin.ok<SeasonRow[]>('GET', AT)).find(({ id }) => id === made.id)
    expect(listed).toEqual({ id: made.id, title: 'Plain', formula: 'places', games: 0, teams: 0 })
    const body = { ...rules(), version: made.version }
    const changed = await admin.ok<SeasonEdit>('PUT', `${AT}/${made.id}`, body)
    expect(changed).toMatchObject({ title: body.title, placePoints: [3, 2, 1], best: 2, version: 2 })
    // Whoever read the older one is told so.
    const late = await admin.call<Refusal>('PUT', `${AT}/${made.id}`, { ...body, title: 'Late' })
    expect([late.status, late.body.code]).toEqual([409, 'edit.conflict'])
    expect((await one(made.id)).title).toBe(body.title)
    await admin.ok('DELETE', `${AT}/${made.id}`)
    expect((await admin.call('GET', `${AT}/${made.id}`)).status).toBe(404)
    expect((await admin.call('DELETE', `${AT}/${made.id}`)).status).toBe(404)
  })

  it('add a game with a weight, weigh it again and take it out; each is audited', async () => {
    const { id } = await make()
    const at = `${AT}/${id}/games/${game}`
    const added = await admin.ok<SeasonEdit>('PUT', at, {})
    expect(added.games).toMatchObject([{ id: game, weight: 1, state: 'open' }])
    expect((await admin.ok<SeasonEdit>('PUT', at, { weight: 2.25 })).games).toMatchObject([{ weight: 2.25 }])
    expect((await admin.ok<SeasonEdit>('DELETE', at)).games).toEqual([])
    expect((await admin.call<Refusal>('DELETE', at)).body.code).toBe('game.not_found')
    const missing = await admin.call<Refusal>('PUT', `${AT}/${id}/games/999999`, { weight: 1 })
    expect([missing.status, missing.body]).toEqual([
      400,
      expect.objectContaining({ code: 'season.no_game', field: 'game' })
    ])
    const acts = await sql('SELECT action FROM audit_events WHERE target = $1 ORDER BY id', `season:${id}`)
    expect(acts.map(({ action }) => action)).toEqual([
      'season_created',
      'season_game_set',
      'season_game_set',
      'season_game_removed'
    ])
  })

  it.each([
    [{ title: undefined }, 'title'],
    [{ title: ' ' }, 'title'],
    [{ formula: 'best' }, 'formula'],
    [{ placePoints: [1, 2] }, 'placePoints'],
    [{ placePoints: [true] }, 'placePoints'],
    [{ placePoints: [''] }, 'placePoints'],
    [{ placePoints: 5 }, 'placePoints'],
    [{ best: 0 }, 'best'],
    [{ best: [] }, 'best'],
    [{ best: true }, 'best']
  ])('name the field of %j and change nothing', async (wrong, field) => {
    const { id, version } = await make()
    const before = await sql('SELECT * FROM seasons ORDER BY id')
    for (const [method, path] of [
      ['POST', AT],
      ['PUT', `${AT}/${id}`]
    ] as const) {
      const { status, body } = await admin.call<Refusal>(method, path, { ...rules(), version, ...wrong })
      expect([status, body.field?.split(/[.[]/)[0]]).toEqual([400, field])
    }
    expect(await sql('SELECT * FROM seasons ORDER BY id')).toEqual(before)
  })

  it.each([0, 100.01, 1.005, true, [], 'x'])('give no game the weight %j', async (weight) => {
    const { id } = await make()
    const { status, body } = await admin.call<Refusal>('PUT', `${AT}/${id}/games/${game}`, { weight })
    expect([status, body.field]).toEqual([400, 'weight'])
    expect((await one(id)).games).toEqual([])
  })

  it('are for administrators, and for tokens with the scope edit', async () => {
    const { id } = await make()
    const player = new Client(platform.url)
    await player.register(`p${tag()}`)
    const reads = await byToken(['read', 'monitor'])
    const edits = await byToken(['edit'])
    for (const [method, path, body] of [
      ['GET', AT, undefined],
      ['POST', AT, rules()],
      ['GET', `${AT}/${id}`, undefined],
      ['PUT', `${AT}/${id}`, rules()],
      ['PUT', `${AT}/${id}/games/${game}`, {}],
      ['DELETE', `${AT}/${id}/games/${game}`, undefined]
    ] as const) {
      expect([path, (await player.call(method, path, body)).status]).toEqual([path, 403])
      expect([path, (await reads.call<Refusal>(method, path, body)).body.code]).toEqual([path, 'token.scope'])
      expect([method, path, (await edits.call(method, path, body)).status]).toEqual([method, path, 200])
    }
  })
})
