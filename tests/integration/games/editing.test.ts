import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { boardKey } from '~/scoring/board/redis-keys'
import { challengeInput } from '~/server/challenges/contract'
import { gameInput, gameUpdate } from '~/server/games/contract'
import { postInput, postUpdate } from '~/server/posts/contract'
import { type Domain, openDomain, outcomes, refused } from '../../support/domain'
import { playGame, sendFlags } from '../../support/fixtures'
import { type RunningScoring, runScoring, watchGame } from '../../support/scoring/scoring'

let domain: Domain
let scoring: RunningScoring

beforeAll(async () => {
  domain = await openDomain()
  scoring = await runScoring(domain.stores)
})
afterAll(async () => {
  await scoring.close()
  await domain.close()
})

const post = (given: object = {}) => postInput.parse({ title: 'News', content: 'Text', ...given })
const rows = async (text: string, ...values: unknown[]) =>
  (await domain.stores.db.pool.query(text, values)).rows
const audited = (target: string) =>
  rows('SELECT action, before, after FROM audit_events WHERE target = $1 ORDER BY id', target)

it('invisible titles are refused', () => {
  const times = { start: '2030-01-01T00:00:00Z', end: '2030-01-02T00:00:00Z' }
  for (const schema of [postInput, gameInput, challengeInput])
    for (const title of ['', ' ', '\u200b\u200b', '\u202e \u0007'])
      expect(schema.safeParse({ ...times, title }).error?.issues[0]?.message).toMatch(
        /^field\.title_(required|too_short)$/
      )
})

describe('posts', () => {
  it('are published, pinned and changed in one call, and deleted; the list follows at once', async () => {
    const { services, admin } = domain
    const id = await services.posts.create(admin, post({ tags: ['a', 'a', ' b '], isPinned: true }))
    expect(id).toMatch(/^[0-9a-f]{8}$/)
    expect((await services.posts.list(admin))[0]).toMatchObject({ id, isPinned: true, tags: ['a', 'b'] })
    const changed = await services.posts.update(
      admin,
      id,
      post({ title: 'Other', isPinned: false, tags: [] })
    )
    expect(changed).toMatchObject({ title: 'Other', isPinned: false, tags: [], version: 2 })
    expect(changed.authorName).toBe(admin.actor!.userName)
    expect((await services.posts.list(admin)).find((one) => one.id === id)?.title).toBe('Other')
    await services.posts.remove(admin, id.toUpperCase())
    await refused(services.posts.one(admin, id), 'post.not_found', 404)
    expect((await services.posts.list(admin)).some((one) => one.id === id)).toBe(false)
  })

  it('are not overwritten: of two edits of one version one is a conflict', async () => {
    const { services, admin } = domain
    const id = await services.posts.create(admin, post())
    const edits = ['one', 'two'].map((title) => services.posts.update(admin, id, post({ title, version: 1 })))
    expect(await outcomes(edits)).toEqual({ done: 1, codes: ['edit.conflict'] })
    await services.posts.update(admin, id, post({ title: 'without a version' }))
    expect((await services.posts.one(admin, id)).version).toBe(3)
    expect((await audited(`post:${id}`)).map(({ action }) => action)).toEqual([
      'post_created',
      'post_updated',
      'post_updated'
    ])
  })

  it('keep missing members; a change of the pin alone keeps author and time too', async () => {
    const { services, admin, as } = domain
    const [other] = await domain.users(1, 'Admin')
    const id = await services.posts.create(admin, post({ summary: 'Short', tags: ['a'] }))
    const before = await services.posts.one(admin, id)
    const pin = postUpdate.parse({ title: 'News', isPinned: true })
    const later = { now: new Date(Date.now() + 5000), role: 'Admin' } as const
    const pinned = await services.posts.update(as(other!, later), id, pin)
    expect(pinned).toEqual({ ...before, isPinned: true, version: 2 })
    const both = await services.posts.update(as(other!, later), id, {
      title: 'Other',
      isPinned: false,
      tags: null
    })
    expect(both).toMatchObject({ title: 'Other', isPinned: false, tags: [], content: 'Text' })
    expect([both.authorName, both.time > before.time]).toEqual([other!.name, true])
  })

  it('are for administrators, and wrong ids are refused', async () => {
    const { services, admin, as } = domain
    const [user] = await domain.users(1)
    for (const ctx of [as(user!), as(user!, { role: 'Monitor' })]) {
      await refused(services.posts.create(ctx, post()), 'auth.forbidden', 403)
      await refused(services.posts.update(ctx, '00000000', post()), 'auth.forbidden', 403)
      await refused(services.posts.remove(ctx, '00000000'), 'auth.forbidden', 403)
    }
    for (const id of ['00000000', 'x', "' OR 1=1"]) {
      await refused(services.posts.update(admin, id, post()), 'post.not_found', 404)
      await refused(services.posts.remove(admin, id), 'post.not_found', 404)
    }
  })
})

describe('notices', () => {
  it('reach viewers when they are published, not when they are changed', async () => {
    const { services, admin } = domain
    const game = await domain.game()
    const viewer = await watchGame(scoring.url, { game })
    // Scoring pushes notices from the opening of its board on.
    const { redis } = domain.stores
    await expect.poll(() => redis.exists(boardKey(game))).toBe(1)
    const { id } = await services.notices.publish(admin, game, { content: 'Lunch' })
    await expect.poll(() => viewer.notices().map(({ values }) => values)).toEqual([['Lunch']])
    const first = (await services.notices.written(admin, game))[0]!
    const later = { ...admin, now: new Date(admin.now.getTime() + 60_000) }
    const changed = await services.notices.rewrite(later, game, id, { content: 'Supper' })
    expect(Date.parse(changed.time)).toBeGreaterThan(Date.parse(first.time))
    expect((await services.notices.list(admin, game, { count: 10, skip: 0 }))[0]?.values).toEqual(['Supper'])
    await services.notices.withdraw(admin, game, id)
    expect(await services.notices.list(admin, game, { count: 10, skip: 0 })).toEqual([])
    expect(viewer.notices()).toHaveLength(1)
    viewer.socket.close()
  })

  it('are unchanged by calls for the platform, another game and no game', async () => {
    const { services, admin } = domain
    const [game, other] = [await domain.game(), await domain.game()]
    const [blood] = (await rows(
      `INSERT INTO notices (game_id, type, "values", published_at) VALUES ($1, 'FirstBlood', '{a,b}', now())
       RETURNING id`,
      game
    )) as [{ id: number }]
    const { id } = await services.notices.publish(admin, game, { content: 'Mine' })
    await refused(
      services.notices.rewrite(admin, game, blood.id, { content: 'x' }),
      'notice.system_not_editable',
      400
    )
    await refused(services.notices.withdraw(admin, game, blood.id), 'notice.system_not_deletable', 400)
    await refused(services.notices.withdraw(admin, other, id), 'notice.not_found', 404)
    await refused(services.notices.publish(admin, 999_999, { content: 'x' }), 'game.not_found', 404)
    expect((await services.notices.written(admin, game)).map((one) => one.id)).toEqual([id])
  })
})

describe('a whole game', () => {
  it('is deleted with all its rows while flags come; teams, accounts and the audit stay', async () => {
    const { services, admin, stores } = domain
    const game = await playGame(stores.db, { teams: 3, challenges: 2 })
    await sendFlags(
      stores.db,
      game,
      game.teams.map((team) => ({ team, challenge: game.challenges[0]! }))
    )
    await stores.redis.del(boardKey(game.id))
    const viewer = await watchGame(scoring.url, { game: game.id })
    expect(await services.games.removal(admin, game.id)).toMatchObject({
      teams: 3,
      challenges: 2,
      submissions: 3
    })
    const ctx = domain.as(game.teams[0]!.members[0]!)
    const flags = Array.from({ length: 20 }, () =>
      services.submissions.submit(ctx, game.id, game.challenges[1]!.id, 'flag{late}')
    )
    await Promise.all([services.games.remove(admin, game.id), Promise.allSettled(flags)])
    for (const table of ['participations', 'challenges', 'submissions', 'solves', 'score_events', 'notices'])
      expect([table, await rows(`SELECT FROM ${table} WHERE game_id = $1`, game.id)]).toEqual([table, []])
    await refused(services.games.one(admin, game.id), 'game.not_found', 404)
    expect(await rows('SELECT FROM teams WHERE id = $1', game.teams[0]!.teamId)).toHaveLength(1)
    expect((await audited(`game:${game.id}`)).at(-1)).toMatchObject({ action: 'game_deleted' })
    await expect.poll(() => stores.redis.exists(boardKey(game.id))).toBe(0)
    viewer.socket.close()
    await refused(services.games.remove(admin, game.id), 'game.not_found', 404)
  })

  it('is recounted from its ledger', async () => {
    const { services, admin, stores } = domain
    const game = await playGame(stores.db, { teams: 2, challenges: 1 })
    const viewer = await watchGame(scoring.url, { game: game.id })
    await sendFlags(stores.db, game, [{ team: game.teams[0]!, challenge: game.challenges[0]! }])
    const meta = async () =>
      JSON.parse((await stores.redis.hGet(boardKey(game.id), 'meta')) ?? '{"etag":null}').etag
    await expect.poll(meta).not.toBeNull()
    await services.games.recount(admin, game.id)
    await expect.poll(() => rows('SELECT FROM solves WHERE game_id = $1', game.id)).toHaveLength(1)
    viewer.socket.close()
  })

  it('is not overwritten, nor are its challenges', async () => {
    const { services, admin } = domain
    const id = await domain.game()
    const { version } = await services.games.editOne(admin, id)
    const input = (title: string, seen?: number) =>
      gameInput.parse({ title, start: '2030-01-01T00:00:00Z', end: '2030-01-02T00:00:00Z', version: seen })
    const edits = ['one', 'two'].map((title) => services.games.update(admin, id, input(title, version)))
    expect(await outcomes(edits)).toEqual({ done: 1, codes: ['edit.conflict'] })
    await services.games.update(admin, id, input('an old client'))

    const made = await services.challenges.create(admin, id, {
      title: 'Keel',
      category: 'Web',
      type: 'StaticAttachment'
    })
    const texts = ['one', 'two'].map((content) =>
      services.challenges.update(admin, id, made.id, { content, version: made.version })
    )
    expect(await outcomes(texts)).toEqual({ done: 1, codes: ['edit.conflict'] })
    await services.challenges.update(admin, id, made.id, { content: 'an old client' })
  })

  it('accepts what a client read once, as long as nobody else changed it since', async () => {
    const { services, admin } = domain
    const elsewhere = { ...admin, actor: { ...admin.actor!, sessionId: 'another session' } }
    const check = { ownWrites: true }
    const id = await domain.game()
    const read = await services.games.editOne(admin, id)
    const whole = (change: object) => gameUpdate.parse({ ...read, ...change })
    for (const hidden of [true, false, true])
      expect((await services.games.update(admin, id, whole({ hidden }), check)).hidden).toBe(hidden)
    await refused(services.games.update(elsewhere, id, whole({ title: 'late' }), check), 'edit.conflict', 409)
    const ahead = whole({ version: read.version + 9 })
    await refused(services.games.update(admin, id, ahead, check), 'edit.conflict', 409)
    await services.games.update(elsewhere, id, gameUpdate.parse({ ...read, version: undefined }))
    await refused(services.games.update(admin, id, whole({ title: 'late' }), check), 'edit.conflict', 409)

    const type = 'StaticAttachment'
    const made = await services.challenges.create(admin, id, { title: 'Keel', category: 'Web', type })
    const { version } = made
    const edit = (ctx: typeof admin, content: string) =>
      services.challenges.update(ctx, id, made.id, { content, version }, check)
    for (const content of ['one', 'two']) expect((await edit(admin, content)).content).toBe(content)
    await refused(edit(elsewhere, 'three'), 'edit.conflict', 409)

    const text = await services.posts.create(admin, post())
    for (const title of ['one', 'two'])
      await services.posts.update(admin, text, post({ title, version: 1 }), check)
    await refused(services.posts.update(elsewhere, text, post({ version: 1 }), check), 'edit.conflict', 409)
  })

  it('keeps what a change leaves out', async () => {
    const { services, admin } = domain
    const id = await domain.game({
      summary: 'Short',
      content: 'Long',
      hidden: true,
      inviteCode: 'code',
      organizations: ['A'],
      containerCountLimit: 9,
      practiceMode: false,
      bloodBonus: 0,
      writeupDeadline: new Date('2031-01-01T00:00:00Z')
    })
    const before = await services.games.editOne(admin, id)
    const { start, end } = before
    const same = await services.games.update(admin, id, gameUpdate.parse({ title: 'Other', start, end }))
    expect(same).toEqual({ ...before, title: 'Other', version: before.version + 1 })
    const cleared = { title: 'Other', start, end, inviteCode: null, organizations: [] }
    const less = await services.games.update(admin, id, gameUpdate.parse(cleared))
    expect(less).toMatchObject({ inviteCode: null, organizations: [], summary: 'Short', hidden: true })
  })

  it('has a salt of its own', async () => {
    const { services, admin, as } = domain
    const [one, two] = [await domain.game(), await domain.game()]
    const salt = await services.games.salt(admin, one)
    expect(salt).toMatch(/^[0-9a-f]{64}$/)
    expect(await services.games.salt(admin, one)).toBe(salt)
    expect(await services.games.salt(admin, two)).not.toBe(salt)
    const [user] = await domain.users(1)
    for (const work of ['salt', 'recount', 'remove', 'removal'] as const)
      await refused(services.games[work](as(user!, { role: 'Monitor' }), one), 'auth.forbidden', 403)
  })
})
