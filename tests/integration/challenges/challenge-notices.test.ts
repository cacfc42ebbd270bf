import { describe, expect, it } from 'vitest'
import { flagsInput } from '~/server/challenges/contract'
import { openChallengesSuite } from '../../support/challenges-suite'
import { HOUR } from '../../support/domain'

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
    const start = new Date(Date.now() + HOUR)
    const gameId = await suite.domain.game({ start, end: new Date(Date.now() + 2 * HOUR) })
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

  it('are neither made before the start nor after the end', async () => {
    const coming = { start: new Date(Date.now() + HOUR), end: new Date(Date.now() + 2 * HOUR) }
    const over = { start: new Date(Date.now() - 2 * HOUR), end: new Date(Date.now() - HOUR) }
    for (const times of [coming, over]) {
      const gameId = await suite.domain.game(times)
      const { update } = await challenge({ gameId })
      await update({ hints: ['a'] })
      expect(await notices(gameId)).toEqual([])
    }
  })
})
