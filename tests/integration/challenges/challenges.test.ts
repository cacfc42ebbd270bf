import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  CHALLENGE_LIMITS,
  type ChallengeUpdate,
  challengeInput,
  challengeUpdate,
  containerOptions,
  flagsInput
} from '~/server/challenges/contract'
import { createDatabase } from '~/server/db'
import { lockLedger } from '~/server/ledger'
import { reviewOf } from '../../support/accounts/registrations'
import { outcomes, refused } from '../../support/domain'
import { openChallengesSuite } from '../../support/games/challenges-suite'
import { invalidate } from '../../support/stores/invalidate'
import { waitForRowLocks } from '../../support/stores/locks'

const suite = openChallengesSuite()
const { plain, ledger, challenge } = suite

async function player(gameId: number) {
  const { services, as, admin } = suite.domain
  const team = await suite.domain.team()
  await services.participations.join(as(team.captain), gameId, { teamId: team.id })
  const rows = await reviewOf(services, admin, gameId)
  const { id } = rows.find((row) => row.team.id === team.id)!
  await services.participations.setStatus(admin, id, 'Accepted')
  return { ...team, participationId: id }
}

describe('the input of a challenge', () => {
  const faultOf = (given: object) => challengeUpdate.safeParse(given).error?.issues[0]?.message

  it.each([
    [{ title: '' }, 'field.title_too_short'],
    [{ title: '  ' }, 'field.title_required'],
    [{ content: 'x'.repeat(262_145) }, 'field.text_too_long'],
    [{ hints: Array(65).fill('h') }, 'field.out_of_range'],
    [{ hints: ['x'.repeat(4097)] }, 'field.text_too_long'],
    [{ flagTemplate: 'x'.repeat(121) }, 'field.flag_too_long'],
    [{ memoryLimit: 31 }, 'field.out_of_range'],
    [{ cpuCount: 0 }, 'field.out_of_range'],
    [{ storageLimit: 127 }, 'field.out_of_range'],
    [{ minScoreRate: 1.1 }, 'field.out_of_range'],
    [{ difficulty: 0 }, 'field.out_of_range'],
    [{ originalScore: -1 }, 'field.out_of_range'],
    [{ containerExposePort: 65_536 }, 'field.out_of_range'],
    [{ category: 'None' }, 'field.type_mismatch']
  ])('refuses %j', (given, code) => expect(faultOf(given)).toBe(code))

  it('accepts enums in any case and as numbers', () => {
    expect(challengeInput.parse({ title: 'x', category: 'wEb', type: 3 })).toMatchObject({
      category: 'Web',
      type: 'DynamicContainer'
    })
    expect(flagsInput.safeParse([{ flag: ' ' }]).error?.issues[0]?.message).toBe('field.flag_required')
    expect(flagsInput.safeParse([{ flag: 'x'.repeat(1025) }]).error?.issues[0]?.message).toBe(
      'field.flag_too_long'
    )
  })
})

describe('editing challenges', () => {
  it('keeps flags of 1,024 characters beside each other, whatever they are made of', async () => {
    const { services, admin } = suite.domain
    const game = await suite.domain.game()
    const { id } = await services.challenges.create(admin, game, challengeInput.parse({ title: 'Long' }))
    // Random bytes do not compress, so the index has all of them.
    const noise = (from: number) =>
      Array.from(randomBytes(1024), (byte) => String.fromCharCode(from + byte)).join('')
    const flags = [noise(0x100), noise(0x100), 'x'.repeat(1024)]
    const given = flagsInput.parse(flags.map((flag) => ({ flag })))
    expect(await services.challenges.addFlags(admin, game, id, given)).toBe(3)
    expect(await services.challenges.addFlags(admin, game, id, given)).toBe(0)
    const { flags: stored } = await services.challenges.editOne(admin, game, id)
    expect(stored.map(({ flag }) => flag).sort()).toEqual([...flags].sort())
    await services.challenges.update(admin, game, id, challengeUpdate.parse({ isEnabled: true }))
    expect((await services.challenges.editOne(admin, game, id)).isEnabled).toBe(true)
    expect(flagsInput.safeParse([{ flag: noise(0x4e00) }]).error?.issues[0]?.message).toBe(
      'field.flag_too_long'
    )
  })

  it('starts with the defaults, disabled', async () => {
    const { services, admin } = suite.domain
    const gameId = await suite.domain.game()
    const made = await services.challenges.create(admin, gameId, plain(' Padded '))
    expect(made).toEqual({
      id: made.id,
      version: 1,
      title: 'Padded',
      ...{ connections: [], customCategory: null, files: [] },
      content: '',
      category: 'Misc',
      type: 'StaticAttachment',
      hints: [],
      pricedHints: [],
      attemptLimit: null,
      author: '',
      level: null,
      tags: [],
      requires: [],
      hideLocked: false,
      flagTemplate: null,
      decoy: null,
      block: null,
      isEnabled: false,
      acceptedCount: 0,
      fileName: 'attachment',
      attachment: null,
      testContainer: null,
      flags: [],
      containerImage: '',
      memoryLimit: 64,
      cpuCount: 1,
      storageLimit: 256,
      containerExposePort: 80,
      enableTrafficCapture: false,
      containerCompose: null,
      containerOptions: containerOptions.parse({}),
      originalScore: 1000,
      minScoreRate: 0.25,
      difficulty: 5,
      solver: null,
      solution: '',
      solutionPublic: false,
      releaseAt: null,
      closesAt: null,
      checker: null,
      scoring: null,
      pointValues: null
    })
    expect(await services.challenges.editOne(admin, gameId, made.id)).toEqual(made)
    const info = { score: 1000, minScore: 250, originalScore: 1000, isEnabled: false }
    expect(await services.challenges.editList(admin, gameId)).toMatchObject([{ id: made.id, ...info }])
    expect(await services.challenges.editList(admin, 999_999)).toEqual([])
    expect(await ledger(gameId, made.id)).toEqual([])
  })

  it('changes given members and nothing else', async () => {
    const { update } = await challenge({ enabled: false })
    const first = await update({ title: 'T', content: 'C', hints: ['a'], category: 'Web', fileName: 'f.zip' })
    expect(await update({})).toEqual(first)
    expect(await update({ title: null, hints: null, isEnabled: null })).toEqual(first)
    expect((await update({ hints: [] })).hints).toEqual([])
    expect((await update({ flagTemplate: 'any text' })).flagTemplate).toBe('any text')
    expect((await update({ content: 'D' })).flagTemplate).toBe('any text')
    expect((await update({ flagTemplate: null })).flagTemplate).toBeNull()
    expect((await update({ containerImage: ' image:1 ' })).containerImage).toBe('image:1')
  })

  it('refuses members that do not fit the type', async () => {
    const { services, admin } = suite.domain
    const { gameId, update } = await challenge({ enabled: false })
    await refused(update({ fileName: ' ' }), 'challenge.file_name_blank', 400)
    await refused(update({ enableTrafficCapture: true }), 'challenge.capture_not_allowed', 400)
    const type = 'DynamicContainer' as const
    const { id } = await services.challenges.create(admin, gameId, { ...plain(), type })
    const change = (given: ChallengeUpdate) => services.challenges.update(admin, gameId, id, given)
    await refused(change({ flagTemplate: 'flag{short}' }), 'challenge.flag_template_too_weak', 400)
    const long = '[GUID]'.repeat(4)
    await refused(change({ flagTemplate: long }), 'challenge.flag_template_too_long', 400)
    const fitting = {
      flagTemplate: 'flag{[GUID]}',
      enableTrafficCapture: true,
      isEnabled: true,
      containerImage: 'x:1'
    }
    expect(await change(fitting)).toMatchObject(fitting)
  })

  it('is for administrators, in the right game', async () => {
    const { services, as, admin } = suite.domain
    const { gameId, id } = await challenge()
    const elsewhere = await suite.domain.game()
    const [user] = await suite.domain.users(1)
    const { challenges } = services
    for (const ctx of [as(user!), as(user!, { role: 'Monitor' })]) {
      await refused(challenges.editList(ctx, gameId), 'auth.forbidden', 403)
      await refused(challenges.editOne(ctx, gameId, id), 'auth.forbidden', 403)
      await refused(challenges.create(ctx, gameId, plain()), 'auth.forbidden', 403)
      await refused(challenges.update(ctx, gameId, id, {}), 'auth.forbidden', 403)
      await refused(challenges.remove(ctx, gameId, id), 'auth.forbidden', 403)
      await refused(challenges.addFlags(ctx, gameId, id, []), 'auth.forbidden', 403)
      await refused(challenges.removeFlag(ctx, gameId, id, 1), 'auth.forbidden', 403)
    }
    await refused(challenges.editOne(as(null), gameId, id), 'auth.login_required', 401)
    await refused(challenges.editOne(admin, elsewhere, id), 'challenge.not_found', 404)
    await refused(challenges.update(admin, elsewhere, id, {}), 'challenge.not_found', 404)
    await refused(challenges.remove(admin, elsewhere, id), 'challenge.not_found', 404)
    await refused(challenges.editOne(admin, 999_999, id), 'game.not_found', 404)
    await refused(challenges.create(admin, 999_999, plain()), 'game.not_found', 404)
  })

  it('deletes it with its flags, submissions and solves, and takes it off the board', async () => {
    const { services, admin } = suite.domain
    const { gameId, id } = await challenge()
    await services.challenges.remove(admin, gameId, id)
    await refused(services.challenges.editOne(admin, gameId, id), 'challenge.not_found', 404)
    expect(await ledger(gameId, id)).toEqual([['open'], ['close']])
  })
})

describe('flags', () => {
  it('are needed to enable, and the last one to stay enabled', async () => {
    const { services, admin } = suite.domain
    const gameId = await suite.domain.game()
    const { id } = await services.challenges.create(admin, gameId, plain())
    const enable = () => services.challenges.update(admin, gameId, id, { isEnabled: true })
    const told = async () => (await services.challenges.editList(admin, gameId))[0]!.hasFlag
    expect(await told()).toBe(false)
    await refused(enable(), 'challenge.no_flag', 400)
    await services.challenges.addFlags(
      admin,
      gameId,
      id,
      flagsInput.parse([{ flag: ' one ' }, { flag: 'two' }])
    )
    const { flags } = await enable()
    expect(await told()).toBe(true)
    expect(flags.map(({ flag }) => flag)).toEqual(['one', 'two'])
    const { removeFlag, editOne } = services.challenges
    expect(await removeFlag(admin, gameId, id, flags[0]!.id)).toBe('Success')
    expect(await removeFlag(admin, gameId, id, flags[0]!.id)).toBe('NotFound')
    expect((await editOne(admin, gameId, id)).isEnabled).toBe(true)
    expect(await removeFlag(admin, gameId, id, flags[1]!.id)).toBe('Success')
    expect(await editOne(admin, gameId, id)).toMatchObject({ isEnabled: false, flags: [] })
    expect(await ledger(gameId, id)).toEqual([['open'], ['close']])
  })

  it('are neither too many nor all gone after another edition', async () => {
    const { services, admin } = suite.domain
    const { gameId, id } = await challenge()
    const { flag } = (await services.challenges.editOne(admin, gameId, id)).flags[0]!
    const pull = async (added: string[], removed: string[]) => {
      const { version } = await services.challenges.editOne(admin, gameId, id)
      const flags = { added, removed }
      return services.challenges.updateWhole(admin, gameId, id, {
        ...{ update: { version }, flags, sourceId: null, keep: async () => {} }
      })
    }
    await refused(pull([], [flag]), 'challenge.no_flag', 400)
    await pull(['other'], [flag])
    const { pool } = suite.domain.stores.db
    await pool.query(
      `INSERT INTO flags (challenge_id, flag) SELECT $1, 'n' || n FROM generate_series(2, $2::int) n`,
      [id, CHALLENGE_LIMITS.flags]
    )
    await refused(pull(['one more'], []), 'challenge.too_many_flags', 400)
    await pull(['one more'], ['other'])
    const { rows } = await pool.query('SELECT count(*)::int AS n FROM flags WHERE challenge_id = $1', [id])
    expect(rows[0].n).toBe(CHALLENGE_LIMITS.flags)
    expect((await services.challenges.editOne(admin, gameId, id)).isEnabled).toBe(true)
  })

  it('are stored once, and carry no files', async () => {
    const { services, admin } = suite.domain
    const { gameId, id } = await challenge()
    const add = (list: object[]) => services.challenges.addFlags(admin, gameId, id, flagsInput.parse(list))
    const counts = await Promise.all([1, 2, 3].map(() => add([{ flag: 'same' }, { flag: 'same' }])))
    expect(counts.sort()).toEqual([0, 0, 1])
    const { flags } = await services.challenges.editOne(admin, gameId, id)
    expect(flags.map(({ flag }) => flag)).toEqual([`flag{${id}}`, 'same'])
    const file = { flag: 'x', attachmentType: 'Remote', remoteUrl: 'https://example.org' }
    await refused(add([file]), 'challenge.flag_attachment_not_allowed', 400)
    await refused(services.challenges.addFlags(admin, gameId, 999_999, []), 'challenge.not_found', 404)
  })

  it('cannot leave a challenge enabled without any, whoever is first', async () => {
    const { services, admin } = suite.domain
    for (let round = 0; round < 5; round++) {
      const { gameId, id, update } = await challenge({ enabled: false })
      const { flags } = await services.challenges.editOne(admin, gameId, id)
      const remove = services.challenges.removeFlag(admin, gameId, id, flags[0]!.id)
      await outcomes([update({ isEnabled: true }), remove])
      expect((await services.challenges.editOne(admin, gameId, id)).isEnabled).toBe(false)
    }
  })
})

describe('a challenge in play', () => {
  it('exists while enabled, and looks missing otherwise', async () => {
    const { services, as } = suite.domain
    const { gameId, id, update } = await challenge()
    const { captain } = await player(gameId)
    const { play } = services.challenges
    await update({ content: '**x** <b>', hints: ['h'] })
    expect(await play(as(captain), gameId, id)).toEqual({
      id,
      ...{ author: '', level: null, tags: [] },
      title: 'Challenge',
      ...{ connections: [], customCategory: null, files: [] },
      content: '**x** <b>',
      category: 'Misc',
      hints: ['h'],
      hintTimes: [expect.stringMatching(/^20/)],
      attempts: null,
      blocked: null,
      closesAt: null,
      pricedHints: [],
      score: 1000,
      type: 'StaticAttachment',
      context: { closeTime: null, instanceEntry: null, url: null, fileSize: null },
      solved: false,
      practised: false
    })
    await refused(play(as(captain), gameId, 999_999), 'challenge.unavailable', 404)
    await update({ isEnabled: false })
    await refused(play(as(captain), gameId, id), 'challenge.unavailable', 404)
    const other = await challenge()
    await refused(play(as(captain), gameId, other.id), 'challenge.unavailable', 404)
    await refused(play(as(captain), other.gameId, other.id), 'game.not_participating', 400)
    await refused(play(as(null), gameId, id), 'auth.login_required', 401)
  })

  it('has the value that the solves of teams on the board leave', async () => {
    const { services, as, admin, stores } = suite.domain
    const { gameId, id } = await challenge()
    const teams = await Promise.all([1, 2, 3].map(() => player(gameId)))
    for (const { captain, participationId } of teams) {
      const { rows } = await stores.db.pool.query<{ id: number }>(
        `INSERT INTO submissions (game_id, challenge_id, participation_id, user_id, answer, status, submitted_at)
         VALUES ($1, $2, $3, $4, 'x', 'Accepted', now()) RETURNING id`,
        [gameId, id, participationId, captain.id]
      )
      await stores.db.pool.query(
        `INSERT INTO solves (challenge_id, participation_id, game_id, submission_id, user_id, solved_at)
         VALUES ($1, $2, $3, $4, $5, now())`,
        [id, participationId, gameId, rows[0]!.id, captain.id]
      )
    }
    const { play, editOne, editList } = services.challenges
    const [first, second] = teams
    expect(await play(as(first!.captain), gameId, id)).toMatchObject({ score: 752, solved: true })
    expect(await editOne(admin, gameId, id)).toMatchObject({ acceptedCount: 3 })
    await services.participations.setStatus(admin, second!.participationId, 'Suspended')
    expect(await play(as(first!.captain), gameId, id)).toMatchObject({ score: 864, solved: true })
    expect(await editList(admin, gameId)).toMatchObject([{ score: 864 }])
  })
})

it('a change needs one connection while all others wait for the ledger that it has locked', async () => {
  const { stores, services, admin } = suite.domain
  const { gameId, update } = await challenge()
  let after: Promise<unknown> = Promise.resolve()
  const aside = createDatabase(stores.databaseUrl, { max: 2 })
  await aside.transaction(async (sql) => {
    await lockLedger(sql, gameId)
    const changed = update({ hints: ['look closer'] })
    await waitForRowLocks(aside, 1)
    // With the change they have every connection of the pool.
    const others = Array.from({ length: stores.db.pool.options.max - 1 }, () =>
      services.notices.publish(admin, gameId, { content: 'soon' })
    )
    await waitForRowLocks(aside, 1 + others.length)
    await invalidate(stores.redis, 'games', `game:${gameId}`)
    after = Promise.all([changed, ...others])
  })
  const begun = performance.now()
  await after
  // A deadlock would end after the pool's ten seconds.
  expect(performance.now() - begun).toBeLessThan(8000)
  await aside.close()
})
