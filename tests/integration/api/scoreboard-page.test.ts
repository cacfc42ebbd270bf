import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BoardItem, Scoreboard } from '~/scoring'
import { HOUR_MS } from '~/server/platform/time'
import { Client } from '../../support/api/client'
import { type PlayedGame, playGame, sendFlags, sessionOf } from '../../support/fixtures'
import { type Platform, startPlatform } from '../../support/processes/platform'
import { until } from '../../support/until'

interface Part {
  seq: number
  total: number
  length: number
  data: BoardItem[]
  own: BoardItem | null
}

let platform: Platform
let visitor: Client
let game: PlayedGame
let items: BoardItem[]

beforeAll(async () => {
  platform = await startPlatform()
  visitor = new Client(platform.url)
  const { db } = platform.stores
  game = await playGame(db, {
    teams: 130,
    challenges: 3,
    divisionOf: (place) => (place % 3 === 0 ? 'Students' : null)
  })
  const sent = game.teams.flatMap((team, place) =>
    game.challenges.slice(0, place % 4).map((challenge) => ({ team, challenge }))
  )
  await sendFlags(db, game, sent)
  const solved = async () => {
    items = (await visitor.ok<Scoreboard>('GET', `/api/game/${game.id}/scoreboard`)).items
    return items.reduce((sum, { solvedCount }) => sum + solvedCount, 0)
  }
  await until(async () => (await solved()) === sent.length)
})
afterAll(() => platform?.close())

const path = (query = '') => `/api/game/${game.id}/scoreboard/page${query}`

it('the call returns the board part by part, all of it and of a division', async () => {
  const read: BoardItem[] = []
  for (let skip = 0; skip < 130; skip += 40) {
    const { data, length, total, own } = await visitor.ok<Part>('GET', path(`?skip=${skip}&count=40`))
    expect([length, total, own]).toEqual([data.length, 130, null])
    read.push(...data)
  }
  expect(read).toEqual(items)
  const students = items.filter(({ organization }) => organization === 'Students')
  const part = await visitor.ok<Part>('GET', path('?division=Students&skip=5&count=10'))
  expect(part).toMatchObject({ data: students.slice(5, 15), total: students.length })
})

it('the call returns a hundred teams at most, and none beyond the end, of no such division, or when none are requested', async () => {
  expect((await visitor.ok<Part>('GET', path('?count=1000'))).data).toEqual(items.slice(0, 100))
  for (const query of ['?skip=130', '?skip=2147483647', '?count=0'])
    expect(await visitor.ok<Part>('GET', path(query))).toMatchObject({ data: [], length: 0, total: 130 })
  for (const division of ['Nobody', '*', '"'])
    expect(await visitor.ok<Part>('GET', path(`?division=${encodeURIComponent(division)}`))).toMatchObject({
      data: [],
      total: 0
    })
})

it('the call returns the caller’s own team, wherever it is, under a tag of its own', async () => {
  const last = items.at(-1)!
  const team = game.teams.find(({ teamId }) => teamId === last.id)!
  const player = new Client(platform.url)
  player.cookie = await sessionOf(platform, team.members[0])
  expect((await player.ok<Part>('GET', path('?count=1'))).own).toEqual(last)
  const tagOf = async (client: Client) => (await client.call('GET', path('?count=1'))).headers.get('etag')!
  const tags = [await tagOf(visitor), await tagOf(player)]
  expect(new Set(tags).size).toBe(2)
  const held = await player.call('GET', path('?count=1'), undefined, { 'If-None-Match': tags[1]! })
  const others = await player.call('GET', path('?count=1'), undefined, { 'If-None-Match': tags[0]! })
  expect([held.status, others.status]).toEqual([304, 200])
})

it.each([
  ['skip=-1', 'skip'],
  ['count=x', 'count'],
  [`division=${'x'.repeat(257)}`, 'division']
])('the call refuses %s by the name of the field', async (query, field) => {
  const { status, body } = await visitor.call<object>('GET', path(`?${query}`))
  expect(status).toBe(400)
  expect(body).toEqual({
    title: expect.stringMatching(`^${field}: `),
    status: 400,
    code: expect.stringMatching(/^field\./),
    field
  })
})

it('the call reveals nothing of a game before its start, or of one that is hidden', async () => {
  const unborn = await playGame(platform.stores.db, { startsIn: HOUR_MS, endsIn: 7_200_000 })
  const statusOf = async (id: number) => (await visitor.call('GET', `/api/game/${id}/scoreboard/page`)).status
  const before = await visitor.call('GET', `/api/game/${unborn.id}/scoreboard`)
  expect(await statusOf(unborn.id)).toBe(before.status)
  expect(before.status).toBe(400)
  expect(await statusOf(999_999)).toBe(404)
})
