import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { judge } from '~/scoring/judge'
import { type ChallengeType, challengeInput, flagsInput } from '~/server/challenges/contract'
import { HOUR_MS } from '~/server/platform/time'
import { type Domain, openDomain, outcomes, refused } from '../../support/domain'
import { inOtherTransaction, waitForRowLocks } from '../../support/stores/locks'
import { until } from '../../support/until'

let domain: Domain
beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const rows = async <T extends object>(text: string, ...values: unknown[]): Promise<T[]> =>
  (await domain.stores.db.pool.query<T>(text, values)).rows

/** A game with an enabled challenge of this type and accepted teams. */
async function played(
  type: ChallengeType,
  { teams = 1, members = 1, pool = 0, ends = HOUR_MS, template = '' } = {}
) {
  const { services, admin, as } = domain
  const gameId = await domain.game({ acceptWithoutReview: true, end: new Date(Date.now() + ends) })
  const { id } = await services.challenges.create(admin, gameId, challengeInput.parse({ title: type, type }))
  const flags = Array.from({ length: pool }, (_, place) => ({ flag: `flag{${place}}` }))
  await services.challenges.addFlags(admin, gameId, id, flagsInput.parse(flags))
  const update = { isEnabled: true, flagTemplate: template, containerImage: 'x:1' }
  await services.challenges.update(admin, gameId, id, update)
  const playing: Awaited<ReturnType<Domain['team']>>[] = []
  for (let place = 0; place < teams; place++) {
    const team = await domain.team(members)
    for (const member of team.members)
      await services.participations.join(as(member), gameId, { teamId: team.id })
    playing.push(team)
  }
  const open = (member: (typeof playing)[0]['captain']) => services.challenges.play(as(member), gameId, id)
  return { gameId, id, teams: playing, open }
}

const flagsOf = (id: number) =>
  rows<{ flag: string; flag_id: number | null }>(
    'SELECT flag, flag_id FROM team_flags WHERE challenge_id = $1',
    id
  )

describe('a generated flag', () => {
  it('is made at the first load, once, however many load at once', async () => {
    const { id, teams, open } = await played('DynamicContainer', {
      members: 3,
      template: '[LEET]f{x [TEAM_HASH]}'
    })
    expect(await flagsOf(id)).toEqual([])
    await Promise.all(Array.from({ length: 24 }, (_, place) => open(teams[0]!.members[place % 3]!)))
    const [made, ...more] = await flagsOf(id)
    expect(more).toEqual([])
    expect(made!.flag).toMatch(/^f\{[xX]_[0-9a-f]{12}\}$/)
    expect(made!.flag_id).toBeNull()
    await open(teams[0]!.captain)
    expect(await flagsOf(id)).toEqual([made])
  })

  it('stays when the template changes, and differs between teams', async () => {
    const { gameId, id, teams, open } = await played('DynamicContainer', { teams: 2 })
    await open(teams[0]!.captain)
    const before = await flagsOf(id)
    await domain.services.challenges.update(domain.admin, gameId, id, { flagTemplate: 'new{[TEAM_HASH]}' })
    for (const { captain } of teams) await open(captain)
    const after = await flagsOf(id)
    expect(after).toHaveLength(2)
    expect(after).toContainEqual(before[0])
    expect(after.filter(({ flag }) => flag.startsWith('new{'))).toHaveLength(1)
  })

  it('is not made for static or disabled challenges', async () => {
    const plain = await played('StaticContainer', { pool: 1 })
    await plain.open(plain.teams[0]!.captain)
    const { gameId, id, teams, open } = await played('DynamicContainer')
    await domain.services.challenges.update(domain.admin, gameId, id, { isEnabled: false })
    await refused(open(teams[0]!.captain), 'challenge.unavailable', 404)
    expect([...(await flagsOf(plain.id)), ...(await flagsOf(id))]).toEqual([])
  })

  it('is deleted with the challenge and with the team', async () => {
    const { gameId, id, teams, open } = await played('DynamicAttachment', { teams: 2, pool: 3 })
    for (const { captain } of teams) await open(captain)
    await rows('DELETE FROM participations WHERE game_id = $1 AND team_id = $2', gameId, teams[0]!.id)
    expect(await flagsOf(id)).toHaveLength(1)
    await domain.services.challenges.remove(domain.admin, gameId, id)
    expect(await flagsOf(id)).toEqual([])
  })
})

describe('a drawn flag', () => {
  it('belongs to one team alone, and teams beyond the pool get none', async () => {
    const { id, teams, open } = await played('DynamicAttachment', { teams: 9, pool: 6 })
    const { done, codes } = await outcomes(teams.map(({ captain }) => open(captain)))
    expect(done).toBe(6)
    expect(codes).toEqual(Array(3).fill('challenge.files_exhausted'))
    const drawn = await flagsOf(id)
    expect(drawn).toHaveLength(6)
    expect(new Set(drawn.map(({ flag_id }) => flag_id)).size).toBe(6)
  })

  it('is one per team, however many requests come at once', async () => {
    const { id, teams, open } = await played('DynamicAttachment', { members: 4, pool: 30 })
    await Promise.all(Array.from({ length: 24 }, (_, place) => open(teams[0]!.members[place % 4]!)))
    expect(await flagsOf(id)).toHaveLength(1)
  })

  it('waits for the challenge before it takes an entry, so that a deletion does not wait for it', async () => {
    const { db, databaseUrl } = domain.stores
    const { gameId, id, teams, open } = await played('DynamicAttachment', { teams: 3, pool: 9 })
    // The deletion has the challenge and waits for this entry; draws skip it.
    let removed: Promise<void> = Promise.resolve()
    let opened: ReturnType<typeof outcomes> | undefined
    await inOtherTransaction(databaseUrl, async (sql) => {
      await sql.query('SELECT FROM flags WHERE challenge_id = $1 ORDER BY id LIMIT 1 FOR UPDATE', [id])
      removed = domain.services.challenges.remove(domain.admin, gameId, id)
      await until(async () => {
        const free = await rows('SELECT FROM challenges WHERE id = $1 FOR KEY SHARE SKIP LOCKED', id)
        return free.length === 0
      })
      opened = outcomes(teams.map(({ captain }) => open(captain)))
      await waitForRowLocks(db, 1 + teams.length)
    })
    await removed
    expect(await opened).toEqual({ done: 0, codes: Array(3).fill('challenge.unavailable') })
  })

  it('is any of the pool', async () => {
    const { id, teams, open } = await played('DynamicAttachment', { pool: 3 })
    const seen = new Set<string>()
    for (let draw = 0; draw < 40; draw++) {
      await open(teams[0]!.captain)
      seen.add((await flagsOf(id))[0]!.flag)
      await rows('DELETE FROM team_flags WHERE challenge_id = $1', id)
    }
    expect(seen.size).toBe(3)
  })

  it('cannot be deleted; unused ones can, and deleting the last of all disables the challenge', async () => {
    const { gameId, id, teams, open } = await played('DynamicAttachment', { pool: 2 })
    const { challenges } = domain.services
    await open(teams[0]!.captain)
    const [drawn] = await flagsOf(id)
    const { flags } = await challenges.editOne(domain.admin, gameId, id)
    const remove = (flagId: number) => challenges.removeFlag(domain.admin, gameId, id, flagId)
    expect(await remove(drawn!.flag_id!)).toBe('Denied')
    expect(await remove(flags.find((one) => one.id !== drawn!.flag_id)!.id)).toBe('Success')
    expect(await remove(drawn!.flag_id!)).toBe('Denied')
    await rows('DELETE FROM team_flags WHERE challenge_id = $1', id)
    expect(await remove(drawn!.flag_id!)).toBe('Success')
    expect(await challenges.editOne(domain.admin, gameId, id)).toMatchObject({ isEnabled: false, flags: [] })
  })

  it('is never one that an administrator deletes at that moment', async () => {
    const { gameId, id, teams, open } = await played('DynamicAttachment', { teams: 8, pool: 8 })
    const { challenges } = domain.services
    const { flags } = await challenges.editOne(domain.admin, gameId, id)
    const [removals] = await Promise.all([
      Promise.all(flags.map((flag) => challenges.removeFlag(domain.admin, gameId, id, flag.id))),
      outcomes(teams.map(({ captain }) => open(captain)))
    ])
    const drawn = await flagsOf(id)
    const left = (await challenges.editOne(domain.admin, gameId, id)).flags
    expect(removals.filter((outcome) => outcome === 'Success')).toHaveLength(8 - left.length)
    expect(new Set(left.map((flag) => flag.id))).toEqual(new Set(drawn.map(({ flag_id }) => flag_id)))
  })
})

it('a right flag after the end is marked for the team, and does not score', async () => {
  const { services, as } = domain
  const { gameId, id, teams, open } = await played('StaticAttachment', { teams: 2, pool: 1 })
  const hand = async (captain: (typeof teams)[0]['captain'], flag: string) => {
    const sent = await services.submissions.submit(as(captain), gameId, id, flag)
    await judge(domain.stores.db, gameId)
    return services.submissions.status(as(captain), gameId, id, sent)
  }
  const practised = async ({ captain }: (typeof teams)[0]) => {
    const { participationId } = await services.participations.guardPlay(as(captain), gameId)
    const { practised, solved } = await open(captain)
    return { list: await services.submissions.practised(gameId, participationId), practised, solved }
  }
  const [first, second] = teams as [(typeof teams)[0], (typeof teams)[0]]
  expect(await hand(first.captain, 'flag{0}')).toBe('Accepted')
  await rows('UPDATE games SET end_at = clock_timestamp() WHERE id = $1', gameId)
  expect(await practised(first)).toEqual({ list: [], practised: false, solved: true })
  expect(await hand(second.captain, ' flag{0}')).toBe('WrongAnswer')
  expect(await practised(second)).toEqual({ list: [], practised: false, solved: false })
  expect(await hand(second.captain, 'flag{0}')).toBe('Accepted')
  expect(await practised(second)).toEqual({ list: [id], practised: true, solved: false })
  expect(await rows('SELECT 1 FROM solves WHERE game_id = $1', gameId)).toHaveLength(1)
})

describe('files of a pool', () => {
  const upload = async (name: string, content: string) => {
    const bytes = Buffer.from(content)
    const staged = await domain.services.assets.receive(Readable.from([bytes]), 100)
    return { ...staged, field: 'files', name, claimed: '' }
  }

  it('are downloaded under one name, with the content of the team’s flag', async () => {
    const { challenges } = domain.services
    const { gameId, id, teams, open } = await played('DynamicAttachment', { teams: 3, pool: 1 })
    const [plain] = (await challenges.editOne(domain.admin, gameId, id)).flags
    const files = await Promise.all(['flag{a}', 'flag{b}'].map((name) => upload(name, `file of ${name}`)))
    await challenges.uploadFlags(domain.admin, gameId, id, files)
    await challenges.addFlags(
      domain.admin,
      gameId,
      id,
      flagsInput.parse([
        { flag: 'flag{c}', attachmentType: 'Remote', remoteUrl: 'https://files.example.org/c.zip' }
      ])
    )
    await challenges.removeFlag(domain.admin, gameId, id, plain!.id)
    await challenges.update(domain.admin, gameId, id, { fileName: 'task.zip' })
    const urls = new Map<string, string | null>()
    for (const { captain } of teams) {
      const { context } = await open(captain)
      expect((await open(captain)).context).toEqual(context)
      const [own] = await rows<{ flag: string }>(
        `SELECT flag FROM team_flags o JOIN participations p ON p.id = o.participation_id
         JOIN teams t ON t.id = p.team_id WHERE o.challenge_id = $1 AND t.captain_id = $2`,
        id,
        captain.id
      )
      urls.set(own!.flag, context.url)
      expect(context.fileSize).toBe(own!.flag === 'flag{c}' ? null : 15)
    }
    expect(Object.fromEntries(urls)).toEqual({
      'flag{a}': `/assets/${files[0]!.hash}/task.zip`,
      'flag{b}': `/assets/${files[1]!.hash}/task.zip`,
      'flag{c}': 'https://files.example.org/c.zip'
    })
    const { flags } = await challenges.editOne(domain.admin, gameId, id)
    expect(flags.map(({ flag, attachment, drawn }) => [flag, attachment?.type, drawn]).sort()).toEqual([
      ['flag{a}', 'Local', true],
      ['flag{b}', 'Local', true],
      ['flag{c}', 'Remote', true]
    ])
    expect(await challenges.stock(domain.admin, gameId, id)).toEqual({ flags: 3, drawn: 3, teams: 3 })
  })

  it('are drawn while somebody deletes one of them, who learns that it is in use', async () => {
    const { services, admin, stores } = domain
    const { gameId, id } = await played('DynamicAttachment', { pool: 1 })
    const { hash } = (await services.assets.upload(admin, [await upload('a.zip', 'meant for a')]))[0]!
    const flags = flagsInput.parse([{ flag: 'flag{a}', attachmentType: 'Local', fileHash: hash }])
    let after: Promise<unknown> = Promise.resolve()
    await inOtherTransaction(stores.databaseUrl, async (sql) => {
      await sql.query('SELECT FROM uploads WHERE hash = $1 FOR UPDATE', [hash])
      const added = services.challenges.addFlags(admin, gameId, id, flags)
      await waitForRowLocks(stores.db, 1)
      after = Promise.all([added, refused(services.assets.remove(admin, hash), 'file.in_use')])
      await waitForRowLocks(stores.db, 2)
    })
    await after
    expect((await services.challenges.editOne(admin, gameId, id)).flags).toHaveLength(2)
  })

  it('are refused whole when one is invalid', async () => {
    const { challenges } = domain.services
    const { gameId, id } = await played('DynamicAttachment', { pool: 1 })
    const send = async (...files: [string, string][]) =>
      challenges.uploadFlags(
        domain.admin,
        gameId,
        id,
        await Promise.all(files.map((file) => upload(...file)))
      )
    await refused(send(['flag{x}', 'x'], ['flag{y}', '']), 'file.empty')
    await refused(send(['flag{x}', 'x'], ['y'.repeat(1025), 'y']), 'field.flag_too_long')
    await refused(send(['flag{x}', 'x'], [' ', 'y']), 'field.flag_required')
    await refused(challenges.uploadFlags(domain.admin, gameId, id, []), 'file.empty')
    const missing = { flag: 'flag{z}', attachmentType: 'Local' as const, fileHash: 'f'.repeat(64) }
    await refused(
      challenges.addFlags(domain.admin, gameId, id, [{ flag: 'a', attachmentType: 'None' }, missing]),
      'file.not_found'
    )
    const other = await played('StaticAttachment', { pool: 1 })
    await refused(
      challenges.uploadFlags(domain.admin, other.gameId, other.id, [await upload('flag{x}', 'x')]),
      'challenge.flag_attachment_not_allowed'
    )
    expect((await challenges.editOne(domain.admin, gameId, id)).flags).toHaveLength(1)
  })

  it.each([
    [{ attachmentType: 'Remote', remoteUrl: 'javascript:alert(1)' }, 'field.url_malformed'],
    [{ attachmentType: 'Remote', remoteUrl: 'ftp://a/b' }, 'field.url_malformed'],
    [{ attachmentType: 'Remote' }, 'field.url_malformed'],
    [{ attachmentType: 'Local', fileHash: 'A'.repeat(64) }, 'file.not_found'],
    [{ attachmentType: 'Local' }, 'file.not_found']
  ])('are refused: %j', (given, code) => {
    expect(flagsInput.safeParse([{ flag: 'f', ...given }]).error?.issues[0]?.message).toBe(code)
  })
})

describe('adding flags', () => {
  it('stores ten thousand at once, doubles once, in their order', async () => {
    const { gameId, id } = await played('DynamicAttachment', { pool: 1 })
    const { challenges } = domain.services
    const many = Array.from({ length: 10_000 }, (_, place) => ({ flag: `flag{${place % 9_990}}` }))
    await challenges.addFlags(domain.admin, gameId, id, flagsInput.parse(many))
    const { flags } = await challenges.editOne(domain.admin, gameId, id)
    expect(flags.map(({ flag }) => flag)).toEqual(many.slice(0, 9_990).map(({ flag }) => flag))
    expect(flagsInput.safeParse([...many, { flag: 'x' }]).success).toBe(false)
    const more = (from: number) =>
      flagsInput.parse(Array.from({ length: 10_000 }, (_, place) => ({ flag: `more{${from + place}}` })))
    await challenges.addFlags(domain.admin, gameId, id, more(0))
    await refused(challenges.addFlags(domain.admin, gameId, id, more(9_000)), 'challenge.too_many_flags', 400)
    expect((await challenges.editOne(domain.admin, gameId, id)).flags).toHaveLength(19_990)
  })
})
