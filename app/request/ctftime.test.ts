import { randomBytes } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { type BoardSnapshot, packIndex, snapshotOf } from '~/scoring/board/snapshot'
import type { Scoreboard } from '~/scoring/rules'
import { NEVER } from '~/server/platform/time'
import type { ApiRequest } from './api'
import { ctftimeReply } from './ctftime'

const challenge = (id: number, title: string) => ({ id, title }) as Scoreboard['challenges'][string][number]
const team = (id: number, more: Partial<Scoreboard['items'][number]>) =>
  ({ id, score: 0, lastSubmissionTime: NEVER, solvedChallenges: [], ...more }) as Scoreboard['items'][number]
const solve = (id: number, score: number, time: string) =>
  ({ id, score, type: 'Normal', userName: null, time, submissionId: id }) as const

let version = 0

function stored(
  gameId: number,
  { items, challenges }: Pick<Scoreboard, 'items' | 'challenges'>
): BoardSnapshot {
  let text = '{"items":['
  const places = items.map((item, place) => {
    if (place > 0) text += ','
    const from = Buffer.byteLength(text)
    text += JSON.stringify(item)
    return { teamId: item.id, from, to: Buffer.byteLength(text) }
  })
  text += ']'
  const end = Buffer.byteLength(text)
  text += `,"challenges":${JSON.stringify(challenges)}}`
  const none = Buffer.alloc(0)
  return snapshotOf(gameId, {
    meta: {
      ...{ seq: 1, etag: `W/"${++version}"`, packed: false, updatedAt: 0, challengeCount: 1 },
      ...{ items: [9, end], bloodBonus: 0, teams: items.length, divisions: [], countries: [], scoredAt: null }
    },
    ...{ json: Buffer.from(text), gzip: none, br: none, index: packIndex(places) },
    columns: { identity: none, gzip: none, br: none },
    challenges: none
  })
}

const asking = (headers: Record<string, string>) =>
  ({ header: (name: string) => headers[name] ?? null }) as ApiRequest
const GZIP = { 'accept-encoding': 'gzip' }

const read = (reply: Awaited<ReturnType<typeof ctftimeReply>>) => {
  const body = reply.body as Buffer
  return JSON.parse(String(reply.headers['Content-Encoding'] === 'gzip' ? gunzipSync(body) : body))
}

it('ranks, points and times are as CTFtime wants them, and equal titles get numbers', async () => {
  const board = stored(1, {
    challenges: { Web: [challenge(1, 'Knots'), challenge(2, '__proto__')], Pwn: [challenge(3, 'Knots')] },
    items: [
      team(7, {
        rank: 1,
        name: '旗',
        score: 1500,
        lastSubmissionTime: '2026-11-20T09:00:01.999+00:00',
        solvedChallenges: [
          solve(1, 500, '2026-11-20T09:00:00.000+00:00'),
          solve(3, 1000, '2026-11-20T09:00:01.999+00:00')
        ]
      }),
      team(3, { rank: 2, name: 'idle' })
    ]
  })
  const nine = Date.UTC(2026, 10, 20, 9) / 1000
  const feed = {
    tasks: ['Knots', '__proto__', 'Knots (2)'],
    standings: [
      {
        pos: 1,
        team: '旗',
        score: 1500,
        taskStats: { Knots: { points: 500, time: nine }, 'Knots (2)': { points: 1000, time: nine + 1 } },
        lastAccept: nine + 1
      },
      { pos: 2, team: 'idle', score: 0, taskStats: {} }
    ]
  }
  expect(read(await ctftimeReply(board, asking({})))).toEqual(feed)
  expect(read(await ctftimeReply(board, asking(GZIP)))).toEqual(feed)
})

it('the feed has every team once, and none without teams', async () => {
  for (const count of [0, 24, 25, 26, 130]) {
    const items = Array.from({ length: count }, (_, n) => team(n + 1, { rank: n + 1, name: `Team ${n}` }))
    const { standings } = read(await ctftimeReply(stored(2, { challenges: {}, items }), asking(GZIP)))
    expect(standings.map(({ pos }: { pos: number }) => pos)).toEqual(items.map(({ rank }) => rank))
  }
})

it('the feed is made once per version, and not at all for clients that have it', async () => {
  const board = stored(3, { challenges: {}, items: [team(1, { rank: 1, name: 'one' })] })
  const [one, two] = await Promise.all([1, 2].map(() => ctftimeReply(board, asking(GZIP))))
  expect(one!.body).toBe(two!.body)
  const again = await ctftimeReply(board, asking({ ...GZIP, 'if-none-match': String(one!.headers.ETag) }))
  expect([again.status, again.body]).toEqual([304, null])
  const next = stored(3, { challenges: {}, items: [team(1, { rank: 1, name: 'renamed' })] })
  expect(read(await ctftimeReply(next, asking(GZIP))).standings[0].team).toBe('renamed')
})

it('a client that accepts only another encoding gets the plain feed', async () => {
  const board = stored(4, { challenges: {}, items: [team(1, { rank: 1, name: 'one' })] })
  const { headers, body } = await ctftimeReply(board, asking({ 'accept-encoding': 'br, gzip;q=0' }))
  expect(headers).not.toHaveProperty('Content-Encoding')
  expect(JSON.parse(String(body)).standings).toHaveLength(1)
})

it('the feed of a large board that changes often is made at times, and catches up', async () => {
  const items = (name: string) =>
    Array.from({ length: 200 }, (_, n) =>
      team(n + 1, { rank: n + 1, name: `${name} ${randomBytes(800).toString('hex')}` })
    )
  const before = stored(5, { challenges: {}, items: items('old') })
  const next = stored(5, { challenges: {}, items: items('new') })
  const first = await ctftimeReply(before, asking(GZIP))
  const soon = await ctftimeReply(next, asking(GZIP))
  // Does not use toEqual(): a difference of two large buffers takes minutes to print.
  expect([soon.body === first.body, soon.headers.ETag]).toEqual([true, first.headers.ETag])
  const nameNow = async () => read(await ctftimeReply(next, asking(GZIP))).standings[0].team
  await expect.poll(nameNow, { timeout: 30_000 }).toMatch(/^new/)
}, 40_000)
