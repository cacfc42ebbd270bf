import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Ctx } from '~/server/access/contract'
import { KEPT_VERSIONS } from '~/server/challenges/versions/contract'
import { type Domain, openDomain, outcomes, refused } from '../../support/domain'

let domain: Domain
let admin: Ctx
beforeAll(async () => {
  domain = await openDomain()
  admin = domain.admin
})
afterAll(() => domain?.close())

const PAGE = { count: 300, skip: 0 }

async function challenge(type: 'StaticAttachment' | 'StaticContainer' = 'StaticAttachment') {
  const { challenges } = domain.services
  const gameId = await domain.game()
  const { id } = await challenges.create(admin, gameId, { title: 'Login', category: 'Web', type })
  const changed = async () =>
    (await challenges.versions(admin, gameId, id, PAGE)).data.map(({ changed }) => changed)
  return { challenges, gameId, id, changed }
}

it('the history keeps each edit: information, hints, points, flags, files, release and enabling', async () => {
  const { challenges, gameId, id, changed } = await challenge()
  await challenges.update(admin, gameId, id, { content: 'one\ntwo', hints: ['Look'] })
  await challenges.update(admin, gameId, id, { originalScore: 300 })
  await challenges.addFlags(admin, gameId, id, [{ flag: 'flag{a}', attachmentType: 'None' }])
  const file = { attachmentType: 'Remote' as const, remoteUrl: 'https://example.org/a.zip' }
  await challenges.setAttachment(admin, gameId, id, file)
  await challenges.schedule(admin, gameId, [id], { first: new Date(Date.now() + 60_000), every: 1 })
  await challenges.setEnabled(admin, gameId, [id], true)
  // What changes nothing is no version.
  await challenges.update(admin, gameId, id, { originalScore: 300 })
  expect(await changed()).toEqual([
    ['isEnabled', 'releaseAt'],
    ['releaseAt'],
    ['attachment'],
    ['flags'],
    ['originalScore'],
    ['content', 'hints'],
    []
  ])
  const { data } = await challenges.versions(admin, gameId, id, PAGE)
  expect(data.map(({ user }) => user?.name ?? null)).toEqual([...Array(6).fill(admin.actor!.userName), null])
  const second = await challenges.version(admin, gameId, id, 2)
  expect(second.content).toMatchObject({ title: 'Login', content: 'one\ntwo', hints: ['Look'] })
  expect(second.before).toMatchObject({ content: '', hints: [] })
  expect((await challenges.version(admin, gameId, id, 4)).content.flags).toMatchObject({
    count: 1,
    texts: ['flag{a}']
  })
  expect((await challenges.version(admin, gameId, id, 1)).before).toBeNull()
})

it('restoring a version is an edit of its own, and leaves files, flags and enabling alone', async () => {
  const { challenges, gameId, id, changed } = await challenge('StaticContainer')
  const container = { containerImage: 'alpine:3', memoryLimit: 128, enableTrafficCapture: true }
  await challenges.update(admin, gameId, id, {
    content: 'old',
    hints: ['a'],
    originalScore: 700,
    ...container
  })
  await challenges.addFlags(admin, gameId, id, [{ flag: 'flag{a}', attachmentType: 'None' }])
  await challenges.update(admin, gameId, id, {
    ...{ title: 'New', content: 'new', hints: [], originalScore: 100, isEnabled: true },
    ...{ containerImage: 'alpine:4', memoryLimit: 64, enableTrafficCapture: false }
  })
  await challenges.restoreVersion(admin, gameId, id, 2)
  const now = await challenges.editOne(admin, gameId, id)
  expect(now).toMatchObject({
    title: 'Login',
    content: 'old',
    hints: ['a'],
    originalScore: 700,
    ...container
  })
  expect(now.isEnabled).toBe(true)
  expect(now.flags).toHaveLength(1)
  expect((await changed())[0]).toEqual([
    ...['title', 'content', 'hints', 'originalScore'],
    ...['containerImage', 'memoryLimit', 'enableTrafficCapture']
  ])
  const audited = await domain.stores.db.pool.query(
    `SELECT after FROM audit_events WHERE action = 'challenge_version_restored' AND target = $1`,
    [`challenge:${id}`]
  )
  expect(audited.rows).toEqual([{ after: { number: 2 } }])
})

it('restoring conflicts like any edit, and changes nothing then', async () => {
  const { challenges, gameId, id, changed } = await challenge()
  await challenges.update(admin, gameId, id, { content: 'one' })
  const { version } = await challenges.editOne(admin, gameId, id)
  await challenges.update(admin, gameId, id, { content: 'two' })
  const before = await changed()
  await refused(challenges.restoreVersion(admin, gameId, id, 1, version), 'edit.conflict', 409)
  expect((await challenges.editOne(admin, gameId, id)).content).toBe('two')
  expect(await changed()).toEqual(before)
  const current = (await challenges.editOne(admin, gameId, id)).version
  const both = [1, 2].map((number) => challenges.restoreVersion(admin, gameId, id, number, current))
  expect(await outcomes(both)).toEqual({ done: 1, codes: ['edit.conflict'] })
})

it('the history is for administrators, of that challenge, and of existing versions', async () => {
  const { challenges, gameId, id } = await challenge()
  await challenges.update(admin, gameId, id, { content: 'one' })
  const [member] = await domain.users(1, 'Monitor')
  const monitor = domain.as(member!, { role: 'Monitor' })
  await refused(challenges.versions(monitor, gameId, id, PAGE), 'auth.forbidden', 403)
  await refused(challenges.version(monitor, gameId, id, 1), 'auth.forbidden', 403)
  await refused(challenges.restoreVersion(monitor, gameId, id, 1), 'auth.forbidden', 403)
  const other = await domain.game()
  await refused(challenges.version(admin, other, id, 1), 'challenge.not_found', 404)
  await refused(challenges.version(admin, gameId, id, 3), 'challenge.version_not_found', 404)
  await refused(challenges.restoreVersion(admin, gameId, id, 3), 'challenge.version_not_found', 404)
})

it('the history keeps the last versions and counts on, one for each of many edits at once', async () => {
  const { challenges, gameId, id } = await challenge()
  await domain.stores.db.pool.query(
    `INSERT INTO challenge_versions (challenge_id, number, at, fields, content)
     SELECT $1, n, now(), '{title}', '{}' FROM generate_series(1, $2::int) n`,
    [id, KEPT_VERSIONS - 3]
  )
  await Promise.all(
    Array.from({ length: 6 }, (_, i) => challenges.update(admin, gameId, id, { content: `text ${i}` }))
  )
  const { data, total } = await challenges.versions(admin, gameId, id, PAGE)
  expect(total).toBe(KEPT_VERSIONS)
  expect([data[0]!.number, data.at(-1)!.number]).toEqual([KEPT_VERSIONS + 3, 4])
})

it('the history is deleted with the challenge into the trash, and restored with it', async () => {
  const { challenges, gameId, id, changed } = await challenge()
  await challenges.update(admin, gameId, id, { content: 'one' })
  const before = await changed()
  await challenges.remove(admin, gameId, id)
  const page = await domain.services.trash.list(admin, { kind: 'challenge', by: '' }, { count: 1, skip: 0 })
  await domain.services.trash.restore(admin, page.data[0]!.id)
  expect(await changed()).toEqual(before)
})
