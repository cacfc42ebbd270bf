import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { challengeInput } from '~/server/challenges/contract'
import { gameInput } from '~/server/games/contract'
import { HOUR_MS } from '~/server/platform/time'
import { type Domain, openDomain, refused } from '../../support/domain'

let domain: Domain

beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

describe('the notice list', () => {
  it('shows Normal notices first, then the newest', async () => {
    const { services, as, stores } = domain
    const gameId = await domain.game()
    await stores.db.pool.query(
      `INSERT INTO notices (game_id, type, "values", published_at) VALUES
        ($1, 'Normal', '{old}', '2020-01-01'), ($1, 'NewHint', '{c}', '2021-01-01'),
        ($1, 'Normal', '{new}', '2020-01-02'), ($1, 'FirstBlood', '{t,c}', '2022-01-01T00:00:00.5Z')`,
      [gameId]
    )
    const list = (page: { count: number; skip: number }) => services.notices.list(as(null), gameId, page)
    const values = async (page: { count: number; skip: number }) =>
      (await list(page)).map((row) => row.values)
    expect(await values({ count: 100, skip: 0 })).toEqual([['new'], ['old'], ['t', 'c'], ['c']])
    expect(await values({ count: 2, skip: 1 })).toEqual([['old'], ['t', 'c']])
    expect((await list({ count: 1, skip: 2 }))[0]).toMatchObject({
      type: 'FirstBlood',
      time: '2022-01-01T00:00:00.5+00:00'
    })
    expect(await list({ count: 0, skip: 0 })).toEqual([])
  })

  it('begins with the opening of the game', async () => {
    const { services, as } = domain
    const gameId = await domain.game({
      start: new Date(Date.now() + HOUR_MS),
      end: new Date(Date.now() + 2 * HOUR_MS)
    })
    const page = { count: 1, skip: 0 }
    const error = await refused(services.notices.list(as(null), gameId, page), 'game.not_started', 400)
    expect(error.bodyStatus).toBe(10001)
    await refused(services.notices.list(as(null), 999_999, page), 'game.not_found', 404)
    const game = await services.games.editOne(domain.admin, gameId)
    const earlier = gameInput.parse({ ...game, start: new Date(Date.now() - HOUR_MS) })
    await services.games.update(domain.admin, gameId, earlier)
    expect(await services.notices.list(as(null), gameId, page)).toEqual([])
  })

  it('has the notice of a change as soon as that is answered', async () => {
    const { services, as, admin } = domain
    const gameId = await domain.game()
    const told = async () =>
      (await services.notices.list(as(null), gameId, { count: 9, skip: 0 })).map(({ type }) => type)
    const { id } = await services.challenges.create(
      admin,
      gameId,
      challengeInput.parse({ title: 'Fresh', type: 'DynamicContainer' })
    )
    expect(await told()).toEqual([])
    await services.challenges.update(admin, gameId, id, { isEnabled: true, containerImage: 'x:1' })
    expect(await told()).toEqual(['NewChallenge'])
    await services.challenges.update(admin, gameId, id, { hints: ['Look up'] })
    expect(await told()).toEqual(['NewHint', 'NewChallenge'])
    await services.challenges.update(admin, gameId, id, { hints: [] })
    expect(await told()).toEqual(['NewHint', 'NewChallenge'])
  })
})

describe('posts', () => {
  it('begin with one that is created once', async () => {
    const { services, as, admin } = domain
    expect(await services.posts.list(as(null))).toEqual([])
    expect(await services.posts.ensureFirst(admin)).toBe(true)
    expect(await services.posts.ensureFirst(admin)).toBe(false)
    const [post] = await services.posts.latest(as(null))
    expect(post).toMatchObject({ isPinned: false, tags: [], authorName: null })
    expect(post).not.toHaveProperty('content')
    expect(await services.posts.one(as(null), post!.id)).toMatchObject({ title: post!.title })
    await refused(services.posts.one(as(null), '00000000'), 'post.not_found', 404)
  })
})
