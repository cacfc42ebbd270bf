import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notifyScoring } from '~/server/ledger'
import { Client } from '../../support/api/client'
import { type PlayedGame, playGame, sendFlags } from '../../support/fixtures'
import { Organiser } from '../../support/games/organiser'
import { type Platform, startPlatform } from '../../support/processes/platform'
import { until } from '../../support/until'

let platform: Platform
let admin: Client
let visitor: Client

beforeAll(async () => {
  platform = await startPlatform()
  admin = (await Organiser.of(platform)).client
  visitor = new Client(platform.url)
})
afterAll(() => platform?.close())

/** Participations with their scores, best first. */
type Board = [participation: number, score: number][]

/** The public board once it has the whole ledger, and the time of that. */
async function boardNow({ id }: PlayedGame): Promise<{ at: number; board: Board }> {
  const { db, redis } = platform.stores
  await notifyScoring(redis, id)
  await until(async () => (await db.pool.query('SELECT FROM unjudged')).rowCount === 0)
  const { rows } = await db.pool.query('SELECT seq FROM ledger_heads WHERE game_id = $1', [id])
  const { items } = await until(async () => {
    const found = await visitor.ok<{
      seq: number
      items: { participationId: number; score: number }[]
    }>('GET', `/api/game/${id}/scoreboard`)
    return found.seq === Number(rows[0].seq) && found
  })
  const board = items.map(({ participationId, score }): [number, number] => [participationId, score])
  return { at: Date.now(), board }
}

async function replayed(client: Client, { id }: PlayedGame, at: string | number): Promise<Board> {
  const page = await client.ok<string>('GET', `/games/${id}/Replay?at=${at}`)
  const rows = page.matchAll(/data-row="(\d+)"[\s\S]*?class="c-score">([\d,.−]+)</g)
  return [...rows].map(([, row, score]) => [
    Number(row),
    Number(score!.replaceAll(',', '').replace('−', '-'))
  ])
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 20))

describe('a replay', () => {
  it('shows at each time what the board showed then, whatever was corrected since', async () => {
    const { db } = platform.stores
    const game = await playGame(db, { teams: 3, challenges: 3 })
    const [one, two, three] = game.teams as [
      PlayedGame['teams'][0],
      PlayedGame['teams'][0],
      PlayedGame['teams'][0]
    ]
    const [a, b] = game.challenges as [PlayedGame['challenges'][0], PlayedGame['challenges'][0]]
    const correct = (correction: object) =>
      admin.ok<{ number: number }>('POST', `/api/edit/games/${game.id}/corrections`, {
        correction,
        reason: 'It was wrong.'
      })
    const changes: (() => Promise<unknown>)[] = [
      () => sendFlags(db, game, [{ team: one, challenge: a }]),
      () => sendFlags(db, game, [{ team: two, challenge: a, answer: 'flag{no}' }]),
      () => sendFlags(db, game, [{ team: three, challenge: b }]),
      // A wrong answer becomes right: the solve keeps its old time.
      () => correct({ kind: 'solve', challengeId: a.id, participationIds: [two.participationId] }),
      () => correct({ kind: 'award', participationIds: [three.participationId], points: -77 }),
      () => admin.ok('PUT', `/api/edit/games/${game.id}/challenges/${a.id}`, { originalScore: 700 }),
      () => admin.ok('PUT', `/api/admin/participation/${one.participationId}/Suspended`),
      () => correct({ kind: 'void', challengeId: b.id, participationIds: [three.participationId] })
    ]
    const seen = [await boardNow(game)]
    for (const change of changes) {
      await pause()
      await change()
      seen.push(await boardNow(game))
      await pause()
    }
    for (const { at, board } of seen) expect(await replayed(admin, game, at)).toEqual(board)
    // Each step changes the board, except the wrong answer.
    const texts = seen.map(({ board }) => JSON.stringify(board))
    expect(texts.filter((text, index) => text === texts[index - 1])).toHaveLength(1)

    await admin.ok('PUT', `/api/edit/games/${game.id}`, { end: new Date().toISOString() })
    await until(async () => (await visitor.call('GET', `/games/${game.id}/Replay`)).status === 200)
    for (const { at, board } of seen.slice(0, -1))
      expect(await replayed(visitor, game, new Date(at).toISOString())).toEqual(board)
    const { board } = seen.at(-1)!
    for (const odd of ['', 'never', 1e14, '2999-01-01T00:00:00Z'])
      expect(await replayed(visitor, game, odd)).toEqual(board)
    // The start, before any team was admitted.
    expect(await replayed(visitor, game, '1970-01-01T00:00:00Z')).toEqual([])
  })

  it('is for administrators while a game runs, and for all after the end and the reveal', async () => {
    const game = await playGame(platform.stores.db, { teams: 1, challenges: 1 })
    const path = `/games/${game.id}/Replay`
    const shows = () =>
      Promise.all(
        [visitor, admin].map(async (client) => {
          const page = await client.ok<string>('GET', path)
          const isShown = page.includes('data-island="replay"')
          if (!isShown) expect(page).toContain('The replay is public once the game has ended')
          return isShown
        })
      )
    expect(await shows()).toEqual([false, true])
    await admin.ok('PUT', `/api/edit/games/${game.id}/freeze`, { at: 'now' })
    await admin.ok('PUT', `/api/edit/games/${game.id}`, { end: new Date().toISOString() })
    expect(await shows()).toEqual([false, true])
    await admin.ok('POST', `/api/edit/games/${game.id}/reveal`, {})
    // Visitors share pages for a second.
    await expect.poll(shows, { timeout: 10_000 }).toEqual([true, true])
    expect((await visitor.call('GET', '/games/999999/Replay')).status).toBe(404)
  })
})
