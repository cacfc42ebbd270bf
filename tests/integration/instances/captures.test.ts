import { existsSync, mkdirSync, readdirSync, readlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Ctx } from '~/server/access/contract'
import { HOUR_MS } from '~/server/platform/time'
import { type Domain, openDomain, refused } from '../../support/domain'
import { unzipped } from '../../support/files/xlsx'
import { type PlayedGame, playGame } from '../../support/fixtures'
import { addCapture, captureFolder } from '../../support/instances/captures'

let domain: Domain
let monitor: Ctx
let player: Ctx
beforeAll(async () => {
  domain = await openDomain()
  monitor = domain.as((await domain.users(1, 'Monitor'))[0]!, { role: 'Monitor' })
  player = domain.as((await domain.users(1))[0]!)
})
afterAll(() => domain?.close())

const sql = (text: string, values: unknown[] = []) => domain.stores.db.pool.query(text, values)
const service = () => domain.services.captures

interface Place {
  gameId: number
  challengeId: number
  participationId: number
}

/** Two teams and two challenges, with these files of the first team at the first challenge. */
async function stage(files: string[] = []) {
  const game = await playGame(domain.stores.db, { teams: 2, challenges: 2 })
  const at = (challenge: number, team: number): Place => ({
    gameId: game.id,
    challengeId: game.challenges[challenge]!.id,
    participationId: game.teams[team]!.participationId
  })
  const place = at(0, 0)
  for (const [n, file] of files.entries()) await add(place, file, { closed: files.length - n })
  return { game, place, at, folder: captureFolder(domain.data, place) }
}

const add = (place: Place, file: string, more: { content?: string | null; closed?: number } = {}) =>
  addCapture(domain.stores.db, domain.data, { content: 'packets', ...more, ...place, file })

/** The path of an open descriptor; nothing when it has just been closed. */
const openFile = (fd: string) => {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`)
  } catch {
    return ''
  }
}

const all = ({ challengeId, participationId }: Place) => ({ challengeId, participationId, file: null })
const one = (place: Place, file: string) => ({ ...all(place), file })
const audits = async ({ challengeId, participationId }: Place) =>
  (
    await sql(
      `SELECT action, target, before, after FROM audit_events WHERE target LIKE $1 || '%' ORDER BY id`,
      [`capture:${challengeId}/${participationId}`]
    )
  ).rows

it('players read nothing, monitors read and pin, and only administrators delete', async () => {
  const { game, place } = await stage(['0a.pcap'])
  const { challengeId, participationId } = place
  const reads = (ctx: Ctx) => [
    () => service().challenges(ctx, game.id),
    () => service().teams(ctx, challengeId, { search: '', chosen: null }),
    () => service().sums(ctx, game.id, challengeId, participationId),
    () => service().page(ctx, challengeId, participationId, { count: 1, skip: 0 }),
    () => service().trafficChallenges(ctx, game.id),
    () => service().trafficTeams(ctx, challengeId),
    () => service().trafficFiles(ctx, challengeId, participationId),
    () => service().file(ctx, challengeId, participationId, '0a.pcap').then(text),
    () =>
      service()
        .archive(ctx, challengeId, null)
        .then(({ file }) => buffer(file)),
    () => service().pin(ctx, all(place), ''),
    () => service().unpin(ctx, all(place))
  ]
  const remove = (ctx: Ctx) => () => service().remove(ctx, all(place))
  for (const call of [...reads(player), remove(player)]) await refused(call(), 'auth.forbidden', 403)
  for (const call of [...reads(domain.as(null)), remove(domain.as(null))])
    await refused(call(), 'auth.login_required', 401)
  for (const call of reads(monitor)) await call()
  await refused(remove(monitor)(), 'auth.forbidden', 403)
  expect(await remove(domain.admin)()).toEqual({ removed: 1, kept: 0 })
})

it('captures of a future game are not listed', async () => {
  const { id } = await playGame(domain.stores.db, { startsIn: 60_000 })
  await refused(service().challenges(monitor, id), 'game.not_started')
})

it('lists are of all, of one game, and in parts', async () => {
  const { game, place, at, folder } = await stage(['0a.pcap', '0b.pcap', '0c.pcap'])
  const { challengeId, participationId } = place
  await add(at(0, 1), '0d.pcap')
  await add(at(1, 1), '0e.pcap', { content: null })
  writeFileSync(join(folder, '0f.pcap'), 'of no row')
  const { title } = game.challenges[0]!
  expect(await service().challenges(monitor, game.id)).toEqual([
    { id: challengeId, title, teams: 2 },
    { id: game.challenges[1]!.id, title: game.challenges[1]!.title, teams: 1 }
  ])
  const [first, second] = game.teams as [PlayedGame['teams'][0], PlayedGame['teams'][0]]
  const found = (search: string, chosen: number | null = null) =>
    service()
      .teams(monitor, challengeId, { search, chosen })
      .then((teams) => teams.map(({ participationId, files }) => [participationId, files]))
  expect(await found('')).toEqual([
    [first.participationId, 3],
    [second.participationId, 1]
  ])
  expect(await found(second.name.toUpperCase())).toEqual([[second.participationId, 1]])
  expect(await found('100%_', first.participationId)).toEqual([[first.participationId, 3]])
  expect(await service().sums(monitor, game.id, challengeId, participationId)).toEqual({
    ...{ files: 3, bytes: 21, dropped: 0, pinned: 0 }
  })
  const part = await service().page(monitor, challengeId, participationId, { count: 2, skip: 1 })
  expect(part.map(({ fileName }) => fileName)).toEqual(['0b.pcap', '0a.pcap'])
  const other = await stage()
  await refused(
    service().sums(monitor, other.game.id, challengeId, participationId),
    'capture.not_found',
    404
  )
  await sql('UPDATE challenges SET traffic_capture = true WHERE game_id = $1', [game.id])
  // The contract's calls count files; the second challenge has none.
  expect((await service().trafficChallenges(monitor, game.id)).map(({ count }) => count)).toEqual([2, 0])
  await refused(service().trafficTeams(monitor, game.challenges[1]!.id), 'capture.not_found', 404)
})

it('a file is read as far as it is written, and no other file is', async () => {
  const { place, folder } = await stage(['0a.pcap'])
  const { challengeId, participationId } = place
  writeFileSync(join(folder, '0a.pcap'), 'packets and more')
  writeFileSync(join(folder, '..', '0b.pcap'), 'beside')
  writeFileSync(join(folder, '0c.pcap'), 'of no row')
  await add(place, '0d.pcap', { content: null })
  const read = (file: string) => service().file(monitor, challengeId, participationId, file)
  expect(await text(await read('0a.pcap'))).toBe('packets')
  // One file has 400 inside the body, everything else 404 (docs/rules/errors.md#status-inside-the-body).
  for (const name of ['../0b.pcap', '0c.pcap', '0d.pcap', '0e.pcap', '\0'])
    expect((await refused(read(name), 'capture.not_found', 404)).bodyStatus, name).toBe(400)
})

it('archives hold every file of a team, or of a challenge, any number of them', async () => {
  const { game, place, at } = await stage()
  const { challengeId, participationId } = place
  for (let n = 0; n < 501; n++) await add(place, `${n.toString(16)}.pcap`)
  await add(at(0, 1), '0d.pcap')
  await sql(`UPDATE teams SET name = '../кит & co' WHERE id = $1`, [game.teams[1]!.teamId])
  const team = await service().archive(monitor, challengeId, participationId)
  const folder = team.name.replace(/\.zip$/, '')
  expect(team.name).toMatch(
    new RegExp(`^Capture-${challengeId}-${participationId}-\\d{8}-\\d\\d\\.\\d\\d\\.\\d\\dZ`)
  )
  const inside = await unzipped(await buffer(team.file))
  expect([inside.size, inside.get(`${folder}/1f4.pcap`)]).toEqual([501, 'packets'])
  const whole = await service().archive(monitor, challengeId, null)
  const names = [...(await unzipped(await buffer(whole.file))).keys()]
  expect(names).toHaveLength(502)
  expect(names.at(-1)).toBe(
    `${whole.name.replace(/\.zip$/, '')}/${game.teams[1]!.participationId}-_кит_co/0d.pcap`
  )
  await refused(service().archive(monitor, game.challenges[1]!.id, null), 'capture.not_found', 404)
})

it('an archive that nobody reads to its end closes its files', async () => {
  const { place } = await stage(['0a.pcap', '0b.pcap'])
  const { file } = await service().archive(monitor, place.challengeId, place.participationId)
  file.destroy()
  await expect.poll(() => file.closed).toBe(true)
  await expect
    .poll(() => readdirSync('/proc/self/fd').filter((fd) => openFile(fd).includes('/capture/')))
    .toEqual([])
})

it('pinned files stay, and every action is in the audit', async () => {
  const { place, folder } = await stage(['0a.pcap', '0b.pcap', '0c.pcap'])
  const { challengeId, participationId } = place
  await service().pin(monitor, one(place, '0a.pcap'), 'the leak')
  await refused(service().remove(domain.admin, one(place, '0a.pcap')), 'capture.pinned', 409)
  expect(await service().remove(domain.admin, all(place))).toEqual({ removed: 2, kept: 1 })
  expect(readdirSync(folder)).toEqual(['0a.pcap'])
  await refused(service().remove(domain.admin, all(place)), 'capture.pinned', 409)
  const [row] = await service().page(monitor, challengeId, participationId, { count: 9, skip: 0 })
  expect(row!.pinned).toEqual({ by: monitor.actor!.userName, at: expect.any(Number), note: 'the leak' })
  // A note of all files does not overwrite that of one.
  await add(place, '0d.pcap')
  await service().pin(monitor, all(place), 'all')
  const notes = await service().page(monitor, challengeId, participationId, { count: 9, skip: 0 })
  expect(Object.fromEntries(notes.map(({ fileName, pinned }) => [fileName, pinned?.note]))).toEqual({
    '0a.pcap': 'the leak',
    '0d.pcap': 'all'
  })
  await service().unpin(monitor, all(place))
  await refused(service().unpin(monitor, all(place)), 'capture.not_found', 404)
  await refused(service().pin(monitor, one(place, '0x.pcap'), ''), 'capture.not_found', 404)
  await service().remove(domain.admin, one(place, '0a.pcap'))
  const target = `capture:${challengeId}/${participationId}`
  expect(await audits(place)).toMatchObject([
    { action: 'captures_pinned', target: `${target}/0a.pcap`, after: { count: 1, note: 'the leak' } },
    { action: 'captures_deleted', target, before: { count: 2, bytes: 14 } },
    { action: 'captures_pinned', target, after: { count: 1, note: 'all' } },
    { action: 'captures_unpinned', target, before: { count: 2 } },
    { action: 'captures_deleted', target: `${target}/0a.pcap`, before: { count: 1, bytes: 7 } }
  ])
})

it('old captures are deleted by the setting, except pinned and open ones; 0 keeps all', async () => {
  const { place, folder } = await stage()
  const day = 24 * 60
  await add(place, '0a.pcap', { closed: 3 * day })
  await add(place, '0b.pcap', { closed: 3 * day })
  await add(place, '0c.pcap', { closed: 1 * day })
  await add(place, '0d.pcap', { closed: 3 * day })
  await sql(`UPDATE captures SET closed_at = NULL WHERE participation_id = $1 AND file = '0d.pcap'`, [
    place.participationId
  ])
  await service().pin(monitor, one(place, '0b.pcap'), '')
  const now = new Date()
  expect(await service().purge(now, 0)).toMatchObject({ expired: 0, stray: 0 })
  expect(await service().purge(now, 2)).toEqual({ expired: 1, stray: 0, bytes: 7 })
  expect(readdirSync(folder).sort()).toEqual(['0b.pcap', '0c.pcap', '0d.pcap'])
})

it('files without a row are deleted after an hour', async () => {
  const { place, folder } = await stage(['0a.pcap'])
  const old = new Date(Date.now() - 2 * HOUR_MS)
  for (const name of ['0b.pcap', '0c.pcap', '0a.pcap']) {
    writeFileSync(join(folder, name), 'packets')
    if (name !== '0c.pcap') utimesSync(join(folder, name), old, old)
  }
  const lost = captureFolder(domain.data, { ...place, participationId: 999_999 })
  mkdirSync(lost)
  expect(await service().purge(new Date(), 0)).toMatchObject({ expired: 0, stray: 1 })
  expect(readdirSync(folder).sort()).toEqual(['0a.pcap', '0c.pcap'])
  expect(existsSync(lost)).toBe(false)
})
