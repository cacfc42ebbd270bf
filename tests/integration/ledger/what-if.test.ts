import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WhatIfView } from '~/server/what-if/contract'
import { Client } from '../../support/api/client'
import { addUsers, type PlayedGame, playGame, sendFlags, sessionOf } from '../../support/fixtures'
import { Organiser } from '../../support/games/organiser'
import { type Platform, startPlatform } from '../../support/processes/platform'
import { judged } from '../../support/scoring/judged'

let platform: Platform
let admin: Client
let game: PlayedGame
let api: string

const correct = (correction: object) =>
  admin.ok('POST', `/api/edit/games/${game.id}/corrections`, { correction, reason: 'It was wrong.' })

beforeAll(async () => {
  platform = await startPlatform()
  admin = (await Organiser.of(platform)).client
  const { db } = platform.stores
  game = await playGame(db, { teams: 4, challenges: 3 })
  api = `/api/edit/games/${game.id}/whatif`
  const [one, two, three] = game.teams as [
    PlayedGame['teams'][0],
    PlayedGame['teams'][0],
    PlayedGame['teams'][0]
  ]
  const [a, b] = game.challenges as [PlayedGame['challenges'][0], PlayedGame['challenges'][0]]
  for (const [team, challenge] of [
    [one, a],
    [two, a],
    [two, b],
    [three, b]
  ] as const)
    await sendFlags(db, game, [{ team, challenge }])
  await judged(platform.stores, game.id)
  await correct({ kind: 'award', participationIds: [three.participationId], points: 40 })
  await correct({ kind: 'void', challengeId: b.id, participationIds: [two.participationId] })
  await admin.ok('PUT', `/api/edit/games/${game.id}/freeze`, { at: 'now' })
  await sendFlags(db, game, [{ team: three, challenge: a }])
  await judged(platform.stores, game.id)
})
afterAll(() => platform?.close())

const compare = (query: string) => admin.ok<WhatIfView>('GET', `${api}?${query}`)
const scores = (view: WhatIfView) =>
  view.after.map(({ participationId, after }) => [participationId, after!.score])

async function written() {
  const tables = ['corrections', 'audit_events', 'solves', 'notices', 'ledger_checkpoints']
  const counts = await Promise.all(
    tables.map((table) => platform.stores.db.pool.query(`SELECT count(*) AS n FROM ${table}`))
  )
  return counts.map(({ rows }) => rows[0].n)
}

describe('what if', () => {
  it('is the real board without choices, behind the freeze, and writes nothing', async () => {
    const before = await written()
    const view = await compare('')
    expect(view).toMatchObject({
      same: true,
      moved: 0,
      rescored: 0,
      bloodChanges: 0,
      climbers: [],
      bloods: []
    })
    expect(view.after).toEqual(view.before)
    const { rows } = await platform.stores.db.pool.query('SELECT seq FROM ledger_heads WHERE game_id = $1', [
      game.id
    ])
    expect(view.entries).toBe(Number(rows[0].seq))
    await admin.ok('GET', `/admin/games/${game.id}/WhatIf?noBonus=true&tieBreak=solved`)
    const ids = game.teams.map(({ participationId }) => participationId)
    // Team 3: 752 with third blood, 1000 with first blood because team 2 lost it, and the award.
    expect(scores(view)).toEqual([
      [ids[2], 760 + 1050 + 40],
      [ids[0], 790],
      [ids[1], 775],
      [ids[3], 0]
    ])
    expect(await written()).toEqual(before)
    expect((await compare('')).entries).toBe(view.entries)
  })

  it('counts by the chosen rules', async () => {
    const ids = game.teams.map(({ participationId }) => participationId)
    const plain = await compare('noBonus=true&static=true')
    expect(scores(plain)).toEqual([
      [ids[2], 2040],
      [ids[0], 1000],
      [ids[1], 1000],
      [ids[3], 0]
    ])
    expect(plain).toMatchObject({ same: false, moved: 0, rescored: 3 })
    expect(scores(await compare('first=0&second=10&third=0&minRate=1'))).toEqual([
      [ids[2], 2040],
      [ids[1], 1100],
      [ids[0], 1000],
      [ids[3], 0]
    ])

    const without = await compare(`teams=${ids[0]},${ids[2]}`)
    expect(scores(without)).toEqual([
      [ids[1], 1050],
      [ids[3], 0]
    ])
    expect(without).toMatchObject({ teams: { before: 4, after: 2 }, moved: 2, up: 2, down: 0, fallers: [] })
    expect(without.before[0]).toMatchObject({ participationId: ids[2], after: null })
    const { teams, challenges } = game
    expect(
      without.bloods.map(({ challengeId, place, before, after }) => [challengeId, place, before, after])
    ).toEqual([
      [challenges[0]!.id, 0, teams[0]!.name, teams[1]!.name],
      [challenges[0]!.id, 1, teams[1]!.name, null],
      [challenges[0]!.id, 2, teams[2]!.name, null],
      [challenges[1]!.id, 0, teams[2]!.name, null]
    ])

    const only = await compare(`challenges=${challenges[0]!.id}&count=1&skip=1`)
    expect(only.after).toHaveLength(1)
    expect(only.before).toHaveLength(1)
    expect(scores(await compare(`challenges=${challenges.map(({ id }) => id).join(',')}`))[0]).toEqual([
      ids[2],
      40
    ])
    expect(scores(await compare('until=2000-01-01T00:00:00Z')).map(([, score]) => score)).toEqual([
      40, 0, 0, 0
    ])
  })

  it.each([
    ['minRate=2', 'minRate'],
    ['difficulty=none', 'difficulty'],
    ['first=101', 'first'],
    ['tieBreak=luck', 'tieBreak'],
    ['until=yesterday', 'until'],
    ['static=perhaps', 'static'],
    ['teams=999999', 'teams'],
    ['challenges=999999', 'challenges']
  ])('refuses %s and names the field', async (query, field) => {
    const { status, body } = await admin.call<{ field?: string }>('GET', `${api}?${query}`)
    expect(status).toBe(400)
    expect(body.field).toMatch(new RegExp(`^${field}`))
    const page = await admin.ok<string>('GET', `/admin/games/${game.id}/WhatIf?${query}`)
    expect(page).toContain('field-error')
    expect(page).not.toContain('two-boards')
  })

  it('is for administrators', async () => {
    const [member] = await addUsers(platform.stores.db, 1, 'watcher', 'Monitor')
    const monitor = new Client(platform.url)
    monitor.cookie = await sessionOf(platform, member!)
    expect((await monitor.call('GET', api)).status).toBe(403)
    expect((await new Client(platform.url).call('GET', api)).status).toBe(401)
    expect((await monitor.call('GET', `/admin/games/${game.id}/WhatIf`)).status).not.toBe(200)
    expect((await admin.call('GET', '/api/edit/games/999999/whatif')).status).toBe(404)
  })
})
