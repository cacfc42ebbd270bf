import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bloodBonusOf, DEFAULT_BLOOD_BONUS, gameInput, gamePhase, gameUpdate } from '~/server/games/contract'
import { newKeys } from '~/server/games/game-keys'
import { readEntries } from '~/server/ledger'
import { NOTIFICATION_STREAM } from '~/server/ledger/contract'
import { createSecretBox } from '~/server/platform/secret-box'
import { HOUR_MS, wireTime } from '~/server/platform/time'
import { type Domain, openDomain, refused } from '../../support/domain'

let domain: Domain

beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const minimal = { title: 'A game', start: '2030-01-01T00:00:00Z', end: '2030-01-02T00:00:00+00:00' }
const faultOf = (given: object) => gameInput.safeParse({ ...minimal, ...given }).error?.issues[0]?.message

describe('the input of a game', () => {
  it('gets the defaults of the contract', () => {
    expect(gameInput.parse(minimal)).toEqual({
      title: 'A game',
      hidden: false,
      summary: '',
      content: '',
      acceptWithoutReview: false,
      writeupRequired: false,
      teamMemberCountLimit: 0,
      containerCountLimit: 3,
      practiceMode: true,
      start: new Date('2030-01-01'),
      end: new Date('2030-01-02'),
      writeupNote: '',
      bloodBonus: DEFAULT_BLOOD_BONUS,
      revealAfter: null,
      divisionLimits: [],
      solo: false,
      registrationFields: [],
      feedback: false,
      certificateNote: '',
      certificateSignature: ''
    })
  })

  it.each([
    [{ title: ' ' }, 'field.title_required'],
    [{ title: undefined }, 'field.title_required'],
    [{ title: 'x'.repeat(201) }, 'field.text_too_long'],
    [{ summary: 'a\0' }, 'field.characters'],
    [{ content: 'x'.repeat(262_145) }, 'field.text_too_long'],
    [{ end: minimal.start }, 'game.end_before_start'],
    [{ start: 'tomorrow' }, 'field.type_mismatch'],
    [{ inviteCode: 'x'.repeat(33) }, 'field.invitation_code_too_long'],
    [{ teamMemberCountLimit: -1 }, 'field.out_of_range'],
    [{ hidden: 'yes' }, 'field.type_mismatch'],
    [{ organizations: [' '] }, 'field.required']
  ])('refuses %j', (given, code) => expect(faultOf(given)).toBe(code))

  it('reads invalid bonuses as the default, blank codes as none, divisions once', () => {
    const bonusOf = (bloodBonus: unknown) => gameInput.parse({ ...minimal, bloodBonus }).bloodBonus
    expect([0, 1000, (1000 << 20) + (1000 << 10) + 1000].map(bonusOf)).toEqual([0, 1000, 1_049_601_000])
    expect([1001, 1001 << 10, 2_147_483_647, 2 ** 33].map(bonusOf)).toEqual(
      Array(4).fill(DEFAULT_BLOOD_BONUS)
    )
    expect(bonusOf(String(DEFAULT_BLOOD_BONUS))).toBe(DEFAULT_BLOOD_BONUS)
    expect(bloodBonusOf(DEFAULT_BLOOD_BONUS)).toEqual({ first: 50, second: 30, third: 10 })
    const { inviteCode, organizations } = gameInput.parse({
      ...minimal,
      inviteCode: '',
      organizations: ['a', ' a ', 'b']
    })
    expect([inviteCode, organizations]).toEqual([null, ['a', 'b']])
  })
})

describe('editing games', () => {
  const bonuses = async (gameId: number) =>
    (await readEntries(domain.stores.db.pool, gameId, 0, 100)).flatMap((event) =>
      event.kind === 'bonus' ? [event.payload] : []
    )

  it('creates one with a key pair and the first ledger entry', async () => {
    const { services, admin, stores } = domain
    const made = await services.games.create(admin, gameInput.parse(minimal))
    expect(made).toMatchObject({ title: 'A game', start: '2030-01-01T00:00:00+00:00', organizations: [] })
    expect(Buffer.from(made.publicKey, 'base64')).toHaveLength(32)
    expect(await bonuses(made.id)).toEqual([{ first: 50, second: 30, third: 10 }])
    const { rows } = await stores.db.pool.query<{ seed: string }>(
      'SELECT private_seed AS seed FROM games WHERE id = $1',
      [made.id]
    )
    expect(rows[0]!.seed).toMatch(/^v1:/)
    expect(await services.games.editOne(admin, made.id)).toEqual(made)
  })

  it('changes given members and keeps the others, divisions that are null too, and the key', async () => {
    const { services, admin } = domain
    const input = { ...minimal, organizations: ['a', 'b'], inviteCode: 'x', summary: 's', hidden: true }
    const made = await services.games.create(admin, gameInput.parse(input))
    const other = gameUpdate.parse({ ...minimal, title: 'Renamed', organizations: null, inviteCode: null })
    const changed = await services.games.update(admin, made.id, other)
    const kept = {
      id: made.id,
      publicKey: made.publicKey,
      organizations: ['a', 'b'],
      summary: 's',
      hidden: true
    }
    expect(changed).toMatchObject({ ...kept, title: 'Renamed', inviteCode: null })
    expect((await services.games.info(made.id)).title).toBe('Renamed')
    const cleared = await services.games.update(
      admin,
      made.id,
      gameUpdate.parse({ ...minimal, organizations: [] })
    )
    expect(cleared.organizations).toEqual([])
    await refused(services.games.update(admin, 999_999, other), 'game.not_found', 404)
  })

  it('keeps missing title and times, and refuses one time that does not fit the other', async () => {
    const { services, admin } = domain
    const made = await services.games.create(admin, gameInput.parse(minimal))
    expect(Date.parse(made.writeupDeadline) - Date.parse(made.end)).toBe(3 * HOUR_MS)
    const changed = await services.games.update(admin, made.id, gameUpdate.parse({ hidden: true }))
    expect(changed).toEqual({ ...made, hidden: true, version: made.version + 1 })
    const early = gameUpdate.parse({ end: made.start })
    await refused(services.games.update(admin, made.id, early), 'game.end_before_start', 400)
    const late = gameUpdate.parse({ start: made.end })
    await refused(services.games.update(admin, made.id, late), 'game.end_before_start', 400)
    expect(await services.games.editOne(admin, made.id)).toEqual(changed)
    expect(gameUpdate.safeParse({ title: ' ' }).success).toBe(false)
  })

  it('writes a changed bonus into the ledger, an unchanged one not, and notifies scoring', async () => {
    const { services, admin, stores } = domain
    const made = await services.games.create(admin, gameInput.parse(minimal))
    await services.games.update(admin, made.id, gameInput.parse(minimal))
    expect(await bonuses(made.id)).toHaveLength(1)
    await services.games.update(admin, made.id, gameInput.parse({ ...minimal, bloodBonus: 0 }))
    expect((await bonuses(made.id)).at(-1)).toEqual({ first: 0, second: 0, third: 0 })
    await expect
      .poll(async () => {
        const entries = await stores.redis.xRange(NOTIFICATION_STREAM, '-', '+')
        return entries
          .filter(({ message }) => message.game === String(made.id))
          .map(({ message }) => message.reason)
      })
      .toEqual(['judge', 'refresh', 'judge', 'refresh'])
  })

  it('keeps the ledger whole when many write at once', async () => {
    const { services, admin } = domain
    const made = await services.games.create(admin, gameInput.parse(minimal))
    const writes = Array.from({ length: 10 }, (_, n) =>
      services.games.update(admin, made.id, gameInput.parse({ ...minimal, bloodBonus: n % 2 }))
    )
    await Promise.all(writes)
    const stored = bloodBonusOf((await services.games.editOne(admin, made.id)).bloodBonus)
    expect((await bonuses(made.id)).at(-1)).toEqual(stored)
  })

  it('audits who changed what', async () => {
    const { services, admin, stores } = domain
    const { id } = await services.games.create(admin, gameInput.parse(minimal))
    await services.games.update(
      admin,
      id,
      gameInput.parse({ ...minimal, title: 'New', content: 'x'.repeat(900) })
    )
    const { rows } = await stores.db.pool.query(
      `SELECT actor_id AS actor, before, after FROM audit_events WHERE target = $1 AND action = 'game_updated'`,
      [`game:${id}`]
    )
    const after = { title: 'New', content: '(900 characters)' }
    expect(rows).toMatchObject([{ actor: admin.actor!.id, before: { title: 'A game', content: '' }, after }])
  })

  it('lists games in pages, highest id first', async () => {
    const { services, admin } = domain
    const page = await services.games.editList(admin, { count: 2, skip: 1 })
    expect(page.length).toBe(2)
    expect(page.data[0]!.id).toBeGreaterThan(page.data[1]!.id)
    expect(page.total).toBeGreaterThan(2)
    expect(await services.games.editList(admin, { count: 0, skip: 0 })).toMatchObject({ data: [], length: 0 })
  })

  it('is for administrators only', async () => {
    const { services, as } = domain
    const [user] = await domain.users(1)
    const input = gameInput.parse(minimal)
    const { create, update, editOne, editList } = services.games
    for (const ctx of [as(user!), as(user!, { role: 'Monitor' })]) {
      await refused(create(ctx, input), 'auth.forbidden', 403)
      await refused(update(ctx, 1, input), 'auth.forbidden', 403)
      await refused(editOne(ctx, 1), 'auth.forbidden', 403)
      await refused(editList(ctx, { count: 1, skip: 0 }), 'auth.forbidden', 403)
    }
    await refused(create(as(null), input), 'auth.login_required', 401)
    await refused(editOne(domain.admin, 999_999), 'game.not_found', 404)
  })
})

describe('the public games', () => {
  it('leave hidden ones out, newest first, at most ten', async () => {
    const { services, as } = domain
    const hidden = await domain.game({
      hidden: true,
      start: new Date('2090-01-02'),
      end: new Date('2090-01-03')
    })
    const first = await domain.game({ start: new Date('2090-01-01'), end: new Date('2090-01-03') })
    for (let n = 0; n < 10; n++) await domain.game()
    const list = await services.games.list(as(null))
    expect(list).toHaveLength(10)
    expect(list[0]).toMatchObject({ id: first, limit: 0, poster: null, practiceMode: true, teamCount: 0 })
    expect(list.map(({ id }) => id)).not.toContain(hidden)
    expect(list.map(({ start }) => start)).toEqual(
      list
        .map(({ start }) => start)
        .sort()
        .reverse()
    )
  })

  it('are on the home page by phase', async () => {
    const { services, as } = domain
    const now = new Date()
    const running = await domain.game({ end: new Date(now.getTime() + 60_000) })
    const ended = await domain.game({
      start: new Date(now.getTime() - HOUR_MS),
      end: new Date(now.getTime() - 1)
    })
    const home = await services.games.recent(as(null, { now }))
    expect(home.running[0]!.id).toBe(running)
    expect(home.recent[0]!.id).toBe(ended)
    expect(home.next.every(({ start }) => start > wireTime(now))).toBe(true)
    const page = await services.games.catalogue(as(null, { now }), {
      state: null,
      size: null,
      count: 1000,
      skip: 0
    })
    expect(page.data[0]!.id).toBe(running)
    expect(page.data.at(-1)!.end < wireTime(now)).toBe(true)
    expect(page.total).toBe(page.data.length)
  })

  it('are listed with the number of their teams, at once', async () => {
    const { services, as } = domain
    const gameId = await domain.game({ start: new Date('2091-01-01'), end: new Date('2091-01-02') })
    const countOf = async () =>
      (await services.games.list(as(null))).find(({ id }) => id === gameId)?.teamCount
    expect(await countOf()).toBe(0)
    const { id: teamId, captain } = await domain.team()
    await services.participations.join(as(captain), gameId, { teamId })
    expect(await countOf()).toBe(1)
    expect((await services.games.one(as(null), gameId)).teamCount).toBe(1)
  })
})

describe('one game', () => {
  it('shows the caller their registration', async () => {
    const { services, as } = domain
    const gameId = await domain.game({ inviteCode: 'x', organizations: ['a'], summary: 's', content: '# c' })
    const { id: teamId, captain } = await domain.team()
    const visitor = await services.games.one(as(null), gameId)
    expect(visitor).toMatchObject({
      id: gameId,
      content: '# c',
      organizations: ['a'],
      inviteCodeRequired: true,
      status: 'Unsubmitted',
      teamName: null,
      organization: null
    })
    expect(visitor).not.toHaveProperty('inviteCode')
    await services.participations.join(as(captain), gameId, { teamId, organization: 'a', inviteCode: 'x' })
    const own = { status: 'Pending', teamName: `Team ${captain.name}`, organization: 'a' }
    expect(await services.games.one(as(captain), gameId)).toMatchObject(own)
    expect(await services.games.one(as(null), gameId)).toMatchObject({
      status: 'Unsubmitted',
      teamName: null
    })
  })

  it('is visible, when hidden, to staff and participants alone', async () => {
    const { services, as } = domain
    const gameId = await domain.game()
    const { id: teamId, members } = await domain.team(2)
    await services.participations.join(as(members[0]!), gameId, { teamId })
    const [stranger] = await domain.users(1)
    const game = await services.games.editOne(domain.admin, gameId)
    await services.games.update(domain.admin, gameId, gameInput.parse({ ...game, hidden: true }))
    const { one } = services.games
    for (const ctx of [as(null), as(stranger!)]) {
      await refused(one(ctx, gameId), 'game.not_found', 404)
      await refused(services.notices.list(ctx, gameId, { count: 1, skip: 0 }), 'game.not_found', 404)
    }
    await refused(services.participations.join(as(stranger!), gameId, { teamId }), 'game.not_found', 404)
    for (const role of ['Monitor', 'Admin'] as const) await one(as(stranger!, { role }), gameId)
    for (const member of members) expect((await one(as(member), gameId)).hidden).toBe(true)
    await services.participations.join(as(members[1]!), gameId, { teamId })
    await refused(one(as(null), 999_999), 'game.not_found', 404)
  })
})

it('phases of a game are half-open intervals', () => {
  const game = { start: new Date(1000), end: new Date(2000) }
  const phases = [999, 1000, 1999, 2000].map((at) => gamePhase(game, new Date(at)))
  expect(phases).toEqual(['before', 'running', 'running', 'ended'])
})

describe('the list of games', () => {
  it('is filtered by state and by type, hidden games never', async () => {
    const { services, as } = domain
    const now = Date.now()
    const times = {
      upcoming: { start: new Date(now + HOUR_MS), end: new Date(now + 2 * HOUR_MS) },
      running: { start: new Date(now - HOUR_MS), end: new Date(now + HOUR_MS) },
      ended: { start: new Date(now - 2 * HOUR_MS), end: new Date(now - HOUR_MS) }
    }
    const sizes = { individual: 1, limited: 4, any: 0 }
    const states = Object.keys(times) as (keyof typeof times)[]
    const types = Object.keys(sizes) as (keyof typeof sizes)[]
    const made = new Map<string, number>()
    for (const state of states)
      for (const size of types) {
        const input = { ...times[state], teamMemberCountLimit: sizes[size] }
        made.set(`${state} ${size}`, await domain.game(input))
        await domain.game({ ...input, hidden: true })
      }
    const ours = new Set(made.values())
    const listed = async (state: keyof typeof times | null, size: keyof typeof sizes | null) => {
      const { data, total } = await services.games.catalogue(as(null), { state, size, count: 100, skip: 0 })
      expect(total).toBe(data.length)
      return data.flatMap(({ id }) => (ours.has(id) ? [id] : [])).sort((a, b) => a - b)
    }
    for (const state of [null, ...states])
      for (const size of [null, ...types]) {
        const wanted = [...made].filter(
          ([name]) => name.startsWith(`${state ?? ''}`) && name.endsWith(`${size ?? ''}`)
        )
        expect(await listed(state, size)).toEqual(wanted.map(([, id]) => id))
      }
    const exactly = await services.games.catalogue(as(null, { now: times.running.end }), {
      state: 'ended',
      size: 'limited',
      count: 100,
      skip: 0
    })
    expect(exactly.data.map(({ id }) => id)).toContain(made.get('running limited'))
  })
})

it('games whose keys were sealed by another secret are counted', async () => {
  const { services, stores } = domain
  const game = await domain.game()
  expect(await services.games.sealedElsewhere()).toBe(0)
  const foreign = createSecretBox('cd'.repeat(32))
  await stores.db.pool.query('UPDATE games SET private_seed = $2 WHERE id = $1', [
    game,
    newKeys(foreign).privateSeed
  ])
  expect(await services.games.sealedElsewhere()).toBe(1)
})
