import { describe, expect, it } from 'vitest'
import { judge } from '~/scoring/judge'
import { challengeValue } from '~/scoring/rules'
import { challengeUpdate, flagsInput } from '~/server/challenges/contract'
import { HOUR_MS } from '~/server/platform/time'
import { type PlayedChallenge, type PlayedGame, playGame, sendFlags } from '../../support/fixtures'
import { openChallengesSuite } from '../../support/games/challenges-suite'

const suite = openChallengesSuite()
const { challenge, ledger } = suite

async function notices(gameId: number) {
  const list = await suite.domain.stores.db.pool.query<{ type: string; values: string[] }>(
    'SELECT type, "values" FROM notices WHERE game_id = $1 ORDER BY id',
    [gameId]
  )
  return list.rows.map(({ type, values }) => [type, ...values])
}

describe('the ledger', () => {
  it('has an entry for each opening, closing and curve', async () => {
    const { gameId, id, update } = await challenge({ enabled: false })
    await update({ originalScore: 500, minScoreRate: 0.1, difficulty: 3 })
    await update({ originalScore: 500 })
    await update({ isEnabled: true, difficulty: 4 })
    await update({ isEnabled: true, title: 'Other' })
    await update({ isEnabled: false })
    const curve = { score: 500, minRate: 0.1, difficulty: 3 }
    const expected = [['curve', curve], ['curve', { ...curve, difficulty: 4 }], ['open'], ['close']]
    expect(await ledger(gameId, id)).toEqual(expected)
  })

  it('has one opening when many enable at once', async () => {
    const { gameId, id, update } = await challenge({ enabled: false })
    await Promise.all(Array.from({ length: 8 }, () => update({ isEnabled: true })))
    expect(await ledger(gameId, id)).toEqual([['open']])
    expect(await notices(gameId)).toEqual([['NewChallenge', 'Challenge']])
  })
})

describe('notices', () => {
  it('announce a challenge once, also when it is disabled and enabled again', async () => {
    const { gameId, update } = await challenge()
    await update({ isEnabled: true })
    expect(await notices(gameId)).toEqual([['NewChallenge', 'Challenge']])
    await update({ isEnabled: false })
    await update({ isEnabled: true, title: 'Renamed' })
    expect(await notices(gameId)).toEqual([['NewChallenge', 'Challenge']])
    // What was added while it was disabled is announced.
    await update({ isEnabled: false })
    await update({ isEnabled: true, hints: ['early'] })
    expect((await notices(gameId)).slice(1)).toEqual([['NewHint', 'Renamed']])
  })

  it('announce no challenge that was open from the start or only before it', async () => {
    const { services, admin, stores } = suite.domain
    const start = new Date(Date.now() + HOUR_MS)
    const gameId = await suite.domain.game({ start, end: new Date(Date.now() + 2 * HOUR_MS) })
    const [seen, unseen] = [await challenge({ gameId }), await challenge({ gameId })]
    await unseen.update({ isEnabled: false })
    await stores.db.pool.query(`UPDATE games SET start_at = now() - interval '1 hour' WHERE id = $1`, [
      gameId
    ])
    await seen.update({ isEnabled: false })
    await seen.update({ isEnabled: true })
    expect(await notices(gameId)).toEqual([])
    // Without its last flag it is disabled.
    const { flags } = await services.challenges.editOne(admin, gameId, seen.id)
    await services.challenges.removeFlag(admin, gameId, seen.id, flags[0]!.id)
    await services.challenges.addFlags(admin, gameId, seen.id, flagsInput.parse([{ flag: 'flag{again}' }]))
    await seen.update({ isEnabled: true })
    expect(await notices(gameId)).toEqual([])
    await unseen.update({ isEnabled: true })
    expect(await notices(gameId)).toEqual([['NewChallenge', 'Challenge']])
  })

  it('announce added hints, and no other edits', async () => {
    const { gameId, update } = await challenge()
    const news = async () => (await notices(gameId)).slice(1)
    await update({ hints: ['a', 'b'] })
    expect(await news()).toEqual([['NewHint', 'Challenge']])
    await update({ hints: ['b', 'a'] })
    await update({ hints: ['b'] })
    await update({ content: 'text' })
    expect(await news()).toHaveLength(1)
    await update({ hints: ['b', 'b'] })
    expect(await news()).toHaveLength(2)
    await update({ isEnabled: false })
    await update({ hints: ['b', 'c', 'd'] })
    expect(await news()).toHaveLength(2)
  })

  it('of changed points count the solves of the public board, and none behind its freeze', async () => {
    const { services, admin, stores } = suite.domain
    const game = await playGame(stores.db, { teams: 4, challenges: 1 })
    const [one] = game.challenges as [PlayedChallenge]
    const edit = (originalScore: number) =>
      services.challenges.update(
        admin,
        game.id,
        one.id,
        challengeUpdate.parse({ originalScore, announce: true })
      )
    const solve = async (...places: number[]) => {
      await sendFlags(
        stores.db,
        game,
        places.map((place) => ({ team: game.teams[place]!, challenge: one }))
      )
      await judge(stores.db, game.id)
    }
    const told = async () => {
      const { rows } = await stores.db.pool.query<{ values: string[] }>(
        `SELECT change->'values' AS "values" FROM notices WHERE game_id = $1 AND change IS NOT NULL ORDER BY id`,
        [game.id]
      )
      return rows.map(({ values }) => values.slice(1).map(Number))
    }
    const curve = { score: 1000, minRate: 0.25, difficulty: 5 }
    const change = (from: number, to: number, solvers: number) =>
      [from, to].map((score) => challengeValue({ ...curve, score }, solvers))

    await solve(0, 1)
    await services.freezing.set(admin, game.id, 'now')
    await solve(2, 3)
    const [{ participationId }] = game.teams as [PlayedGame['teams'][0]]
    await services.corrections.apply(admin, game.id, {
      correction: { kind: 'void', challengeId: one.id, participationIds: [participationId] },
      reason: 'Behind the freeze.'
    })
    await edit(800)
    expect(await told()).toEqual([change(1000, 800, 2)])
    await services.freezing.reveal(admin, game.id)
    await edit(600)
    expect((await told())[1]).toEqual(change(800, 600, 3))
  })

  it('are neither made before the start nor after the end', async () => {
    const coming = { start: new Date(Date.now() + HOUR_MS), end: new Date(Date.now() + 2 * HOUR_MS) }
    const over = { start: new Date(Date.now() - 2 * HOUR_MS), end: new Date(Date.now() - HOUR_MS) }
    for (const times of [coming, over]) {
      const gameId = await suite.domain.game(times)
      const { update } = await challenge({ gameId })
      await update({ hints: ['a'] })
      expect(await notices(gameId)).toEqual([])
    }
  })
})
