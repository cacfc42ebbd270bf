import { afterAll, beforeAll, expect, it } from 'vitest'
import { judge, NoticeTail } from '~/scoring/judge'
import { createDatabase } from '~/server/db'
import { lockLedger, verifyChain } from '~/server/ledger'
import { type PlayedChallenge, type PlayedGame, playGame, sendFlags } from '../../support/fixtures'
import { inOtherTransaction } from '../../support/stores/locks'
import { openStores, type Stores } from '../../support/stores/stores'

let stores: Stores
beforeAll(async () => {
  stores = await openStores()
})
afterAll(() => stores?.close())

const rows = async <T extends object>(text: string, ...values: unknown[]): Promise<T[]> =>
  (await stores.db.pool.query<T>(text, values)).rows
const statuses = async (ids: number[]) => {
  const found = await rows<{ status: string }>(
    'SELECT status FROM submissions WHERE id = ANY($1) ORDER BY id',
    ids
  )
  return found.map(({ status }) => status)
}
const solvesOf = (game: PlayedGame) => rows('SELECT FROM solves WHERE game_id = $1', game.id)
const noticesOf = (game: PlayedGame) =>
  rows<{ type: string }>('SELECT type FROM notices WHERE game_id = $1 ORDER BY id', game.id)

/** As the scoring process reaches Postgres, with shorter timeouts. */
const pipelined = () => {
  const timeouts = { connect: 1000, lock: 150, statement: 5000, silence: 5000 }
  return createDatabase(stores.databaseUrl, { max: 4, timeouts, pipeline: true })
}

it('the ledger is locked before anything is judged: a judge that does not get it changes nothing', async () => {
  const game = await playGame(stores.db)
  const [team, other] = game.teams as [PlayedGame['teams'][0], PlayedGame['teams'][0]]
  const [challenge] = game.challenges as [PlayedChallenge]
  await judge(stores.db, game.id)
  const ids = await sendFlags(stores.db, game, [{ team, challenge, answer: challenge.flag }])
  const db = pipelined()
  await inOtherTransaction(stores.databaseUrl, async (tx) => {
    await lockLedger(tx, game.id)
    await expect(judge(db, game.id)).rejects.toMatchObject({ code: '55P03' })
  })
  expect(await statuses(ids)).toEqual(['FlagSubmitted'])
  expect(await solvesOf(game)).toEqual([])
  ids.push(...(await sendFlags(stores.db, game, [{ team: other, challenge, answer: challenge.flag }])))
  expect((await judge(db, game.id)).appended).toHaveLength(2)
  expect(await statuses(ids)).toEqual(['Accepted', 'Accepted'])
  await db.close()
})

it('a ledger begins with the first batch, whichever of several judges comes first', async () => {
  const game = await playGame(stores.db)
  const [challenge] = game.challenges as [PlayedChallenge]
  const sent = game.teams.map((team) => ({ team, challenge, answer: challenge.flag }))
  await sendFlags(stores.db, game, sent)
  await rows('DELETE FROM score_events WHERE game_id = $1', game.id)
  await rows('DELETE FROM ledger_heads WHERE game_id = $1', game.id)
  const db = pipelined()
  const judged = await Promise.all(Array.from({ length: 4 }, () => judge(db, game.id)))
  expect(judged.flatMap(({ appended }) => appended)).toHaveLength(sent.length)
  expect(await solvesOf(game)).toHaveLength(sent.length)
  expect((await noticesOf(game)).map(({ type }) => type)).toEqual(
    ['FirstBlood', 'SecondBlood', 'ThirdBlood'].slice(0, sent.length)
  )
  expect(await verifyChain(stores.db.pool, game.id)).toMatchObject({ firstBad: null })
  await db.close()
})

it('notices that a judge reads are passed on once, in the order of their commits', async () => {
  const game = await playGame(stores.db)
  const [team] = game.teams as [PlayedGame['teams'][0]]
  const [challenge] = game.challenges as [PlayedChallenge]
  const db = pipelined()
  const tail = new NoticeTail(db, game.id)
  await tail.open()
  await rows(
    `INSERT INTO notices (game_id, type, "values", published_at) VALUES ($1, 'Normal', '{by staff}', now())`,
    game.id
  )
  await sendFlags(stores.db, game, [{ team, challenge, answer: challenge.flag }])
  const { notices } = await judge(db, game.id, tail)
  expect(notices.map(({ type }) => type)).toEqual(['Normal', 'FirstBlood'])
  expect(await tail.next()).toEqual(notices)
  expect((await judge(db, game.id, tail)).notices).toEqual([])
  await db.close()
})
