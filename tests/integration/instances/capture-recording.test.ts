import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createRecorder, type Recorder, type Tap } from '~/server/captures'
import type { CaptureLimits } from '~/server/captures/limits'
import { createLog } from '~/server/platform/log'
import { type Domain, openDomain } from '../../support/domain'
import { type PlayedGame, playGame, sessionOf } from '../../support/fixtures'
import { captureFolder } from '../../support/instances/captures'
import { addEngine, addInstance } from '../../support/instances/instance-rows'
import { readCapture } from '../../support/instances/pcap'
import { until } from '../../support/until'

const KIB = 1024
const CLIENT = { address: '203.0.113.9', port: 40_001 }
const SERVICE = { address: '10.213.0.2', port: 1337 }

let domain: Domain
let engine: number
beforeAll(async () => {
  domain = await openDomain()
  engine = await addEngine(domain.stores.db)
})
afterAll(() => domain?.close())

const recorders: Recorder[] = []
const taps: Tap[] = []
afterEach(async () => {
  for (const tap of taps.splice(0)) tap.close()
  for (const recorder of recorders.splice(0)) await recorder.close()
})

const sql = (text: string, values: unknown[] = []) => domain.stores.db.pool.query(text, values)

/** A recorder with its warnings. */
function recording(limits: Partial<CaptureLimits> = {}) {
  const told: Record<string, unknown>[] = []
  const log = createLog('test', 'silent', (line) => void told.push(JSON.parse(line)))
  // Independent of the disk of this machine.
  const recorder = createRecorder({
    ...{ db: domain.stores.db, log, data: domain.data },
    ...{ limits: { floor: 0, ...limits }, renewEvery: 30 }
  })
  recorders.push(recorder)
  return { recorder, told }
}

interface Stage {
  game: PlayedGame
  instance: string
  ticket: string
  folder: string
}

/** A running recorded instance, and its first member's ticket. */
async function stage(plan: Parameters<typeof playGame>[1] = {}, capture = true): Promise<Stage> {
  const { db } = domain.stores
  const game = await playGame(db, { teams: 1, challenges: 1, ...plan })
  const [team, challenge] = [game.teams[0]!, game.challenges[0]!]
  await sql('UPDATE challenges SET traffic_capture = $2 WHERE id = $1', [challenge.id, capture])
  const instance = await addInstance(db, game, { state: 'ready', engine })
  const place = { gameId: game.id, challengeId: challenge.id, participationId: team.participationId }
  return {
    game,
    instance,
    ticket: await ticketOf(instance, team.members[0]),
    folder: captureFolder(domain.data, place)
  }
}

async function ticketOf(instance: string, member: { id: string; name: string }): Promise<string> {
  await sessionOf(domain, member)
  const { rows } = await sql(
    `INSERT INTO instance_tickets (instance_id, user_id, session_id)
     SELECT $1, user_id, id FROM sessions WHERE user_id = $2 LIMIT 1 RETURNING id`,
    [instance, member.id]
  )
  return rows[0].id as string
}

async function connect(recorder: Recorder, { ticket }: Stage, from = CLIENT): Promise<Tap> {
  const start = await recorder.plan(ticket)
  const tap = start!(randomUUID(), from, SERVICE)
  taps.push(tap)
  return tap
}

const rowsOf = async ({ instance }: Stage) =>
  (
    await sql(
      `SELECT file, bytes, dropped, charged, closed_at AS closed, address, user_id AS "user"
       FROM captures WHERE instance_id = $1 ORDER BY id`,
      [instance]
    )
  ).rows
const closed = (on: Stage, count = 1) =>
  until(async () => {
    const rows = await rowsOf(on)
    return rows.length >= count && rows.every((row) => row.closed) && rows
  })
const read = (on: Stage, file: string, whole = true) =>
  readCapture(readFileSync(join(on.folder, file)), whole)

it('a connection becomes a file with all its bytes, and a row with its size', async () => {
  const on = await stage()
  const { recorder, told } = recording()
  const tap = await connect(recorder, on)
  const big = Buffer.alloc(300_000, 'tide')
  tap.data('client', Buffer.from('hello\n'))
  tap.data('service', big)
  tap.fin('service')
  tap.data('client', Buffer.from('bye'))
  tap.fin('client')
  tap.close()
  const [row] = await closed(on)
  const file = read(on, row.file)
  expect(row.file).toMatch(new RegExp(`^${on.instance.slice(0, 8)}-[0-9a-f-]{36}\\.pcap$`))
  const user = on.game.teams[0]!.members[0].id
  expect(row).toMatchObject({ address: CLIENT.address, user, dropped: 0, bytes: row.charged })
  expect(readFileSync(join(on.folder, row.file)).length).toBe(row.bytes)
  expect(file).toMatchObject({ flaws: [], missing: 0, ends: ['service FIN', 'client FIN'] })
  expect([file.from, file.to]).toEqual(['203.0.113.9:40001', '10.213.0.2:1337'])
  expect([String(file.client), file.service.equals(big)]).toEqual(['hello\nbye', true])
  const { title } = on.game.challenges[0]!
  expect(file.note).toMatchObject({ Challenge: title, Instance: on.instance, UserId: user })
  expect(Object.keys(file.note)).not.toContain('Flag')
  const { rows } = await sql('SELECT flag FROM flags WHERE challenge_id = $1', [on.game.challenges[0]!.id])
  expect(readFileSync(join(on.folder, row.file)).includes(rows[0].flag)).toBe(false)
  expect(told).toEqual([])
})

it('a connection that is cut off ends in RST; players of IPv6 have packets of IPv6', async () => {
  const on = await stage()
  const { recorder } = recording()
  const tap = await connect(recorder, on, { address: '2001:db8::7', port: 5 })
  tap.data('client', Buffer.from('x'))
  tap.close()
  const [row] = await closed(on)
  const file = read(on, row.file)
  expect(file).toMatchObject({ flaws: [], ends: ['client RST'] })
  expect(file.to).toBe('00000000000000000000ffff0ad50002:1337')
})

it.each([
  ['the challenge does not say so', {}, false],
  ['the game has not begun', { startsIn: 60_000, endsIn: 120_000 }, true],
  ['the game is over, also in practice', { startsIn: -120_000, endsIn: 0, practiceMode: true }, true]
])('nothing is recorded while %s', async (_, plan, capture) => {
  const on = await stage(plan, capture)
  expect(await recording().recorder.plan(on.ticket)).toBeNull()
})

it('nothing is recorded of tests and of invalid tickets', async () => {
  const on = await stage()
  const { recorder } = recording()
  expect(await recorder.plan(randomUUID())).toBeNull()
  await sql(`UPDATE instances SET kind = 'test' WHERE id = $1`, [on.instance])
  expect(await recorder.plan(on.ticket)).toBeNull()
})

it('recording ends with the game while the connection goes on', async () => {
  const on = await stage()
  const { recorder, told } = recording()
  const tap = await connect(recorder, on)
  tap.data('client', Buffer.from('in time'))
  await until(async () => (await rowsOf(on))[0]?.bytes > 0)
  await sql('UPDATE games SET end_at = clock_timestamp() WHERE id = $1', [on.game.id])
  const [row] = await closed(on)
  tap.data('client', Buffer.from('too late'))
  tap.close()
  await recorder.close()
  expect(await rowsOf(on)).toHaveLength(1)
  expect(read(on, row.file)).toMatchObject({ flaws: [], ends: [], missing: 0 })
  expect(String(read(on, row.file).client)).toBe('in time')
  expect([row.dropped, told]).toEqual([0, []])
})

it('a connection that begins after the end of the game is not recorded', async () => {
  const on = await stage()
  const { recorder, told } = recording()
  const start = await recorder.plan(on.ticket)
  await sql('UPDATE games SET end_at = clock_timestamp() WHERE id = $1', [on.game.id])
  const tap = start!(randomUUID(), CLIENT, SERVICE)
  tap.data('client', Buffer.from('x'))
  tap.close()
  await recorder.close()
  expect([await rowsOf(on), existsSync(on.folder), told]).toEqual([[], false, []])
})

it('long recordings continue in further files, whose numbers join', async () => {
  const on = await stage()
  const { recorder } = recording({ file: 400 * KIB })
  const tap = await connect(recorder, on)
  for (let n = 0; n < 16; n++) {
    tap.data('service', Buffer.alloc(64 * KIB, n))
    await until(async () => recorderIdle(on, n))
  }
  tap.close()
  const rows = await closed(on, 3)
  expect(rows.map(({ file }) => file.replace(/^.{45}/, ''))).toEqual(['.pcap', '-2.pcap', '-3.pcap'])
  expect(rows.every(({ bytes }) => bytes <= 400 * KIB)).toBe(true)
  const files = rows.map(({ file }, n) => read(on, file, n === 0))
  expect(files.flatMap(({ flaws }) => flaws)).toEqual([])
  const all = Buffer.concat(files.map(({ service }) => service))
  expect(all.equals(Buffer.concat(Array.from({ length: 16 }, (_, n) => Buffer.alloc(64 * KIB, n))))).toBe(
    true
  )
})

/** Waits until the rows have this many pieces of 64 KiB. */
const recorderIdle = async (on: Stage, pieces: number) => {
  const rows = await rowsOf(on)
  return rows.reduce((sum, { bytes }) => sum + bytes, 0) > (pieces + 1) * 64 * KIB
}

it('no quota is exceeded by any number of connections at once, and missing bytes are counted', async () => {
  const on = await stage()
  const limits = { instance: 1024 * KIB, team: 8192 * KIB }
  const { recorder, told } = recording(limits)
  const sent = 300 * KIB
  const open = await Promise.all(Array.from({ length: 8 }, () => connect(recorder, on)))
  for (const tap of open) for (let n = 0; n < 30; n++) tap.data('service', Buffer.alloc(sent / 30, 7))
  for (const tap of open) tap.close()
  const rows = await closed(on, 1)
  await recorder.close()
  const onDisk = readdirSync(on.folder).map((name) => readFileSync(join(on.folder, name)))
  const total = onDisk.reduce((sum, { length }) => sum + length, 0)
  expect(total).toBeLessThanOrEqual(limits.instance)
  expect(total).toBeGreaterThan(limits.instance / 2)
  const after = await rowsOf(on)
  expect(after.reduce((sum, { charged }) => sum + charged, 0)).toBeLessThanOrEqual(limits.instance)
  const written = onDisk.reduce((sum, file) => sum + readCapture(file).service.length, 0)
  expect(after.reduce((sum, { dropped }) => sum + dropped, 0) + written).toBe(8 * sent)
  expect(onDisk.flatMap((file) => readCapture(file).flaws)).toEqual([])
  const warned = told.filter(({ msg }) => msg === 'capture_dropped')
  expect(warned.length).toBeGreaterThan(0)
  expect(warned.length).toBeLessThanOrEqual(8)
  expect(warned[0]).toMatchObject({ reason: 'quota', instance: on.instance })
  expect(rows.length).toBeGreaterThan(0)
})

it("a team's quota holds over its instances, and an instance without a recording still shows what is missing", async () => {
  const on = await stage({ challenges: 2 })
  const limits = { instance: 1024 * KIB, team: 256 * KIB }
  const { recorder } = recording(limits)
  const first = await connect(recorder, on)
  for (let n = 0; n < 10; n++) first.data('service', Buffer.alloc(20 * KIB, 7))
  first.close()
  const [used] = await closed(on)
  expect(used.bytes).toBeGreaterThan(100 * KIB)
  await sql('UPDATE captures SET charged = $2 WHERE instance_id = $1', [on.instance, limits.team])
  const [, second] = on.game.challenges
  await sql('UPDATE challenges SET traffic_capture = true WHERE id = $1', [second!.id])
  const instance = await addInstance(domain.stores.db, on.game, { state: 'ready', engine, challenge: 1 })
  const other = { ...on, instance, ticket: await ticketOf(instance, on.game.teams[0]!.members[0]) }
  for (let n = 0; n < 3; n++) {
    const tap = await connect(recorder, other)
    tap.data('client', Buffer.alloc(10))
    tap.close()
  }
  await recorder.close()
  // One row for all of them, so that many connections make no more rows.
  expect(await rowsOf(other)).toMatchObject([{ bytes: 0, charged: 0, dropped: 30 }])
})

it('on a full disk nothing is written, and play goes on', async () => {
  const on = await stage()
  const { recorder, told } = recording({ floor: Number.MAX_SAFE_INTEGER })
  const tap = await connect(recorder, on)
  tap.data('client', Buffer.alloc(1000))
  tap.close()
  await recorder.close()
  expect(await rowsOf(on)).toMatchObject([{ bytes: 0, dropped: 1000 }])
  expect(existsSync(on.folder)).toBe(false)
  expect(told).toMatchObject([{ msg: 'capture_dropped', reason: 'disk' }])
})

/** Mounts a disk on a folder; false where this machine does not permit it. */
function mountDisk(folder: string, size: string): boolean {
  mkdirSync(folder, { recursive: true })
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]).status === 0
}

it('a disk that fills up meanwhile leaves a file of whole packets, and play goes on', async ({ skip }) => {
  const on = await stage()
  const disk = dirname(on.folder)
  skip(!mountDisk(disk, '256k'), 'no disk can be mounted here')
  try {
    const { recorder, told } = recording()
    const tap = await connect(recorder, on)
    for (let n = 0; n < 20; n++) {
      tap.data('service', Buffer.alloc(30 * KIB, n))
      await until(async () => {
        const [row] = await rowsOf(on)
        return row?.bytes + row?.dropped >= (n + 1) * 30 * KIB
      })
    }
    const [full] = await rowsOf(on)
    expect(full.bytes).toBeLessThanOrEqual(256 * KIB)
    expect(full.bytes).toBeGreaterThan(150 * KIB)
    expect(told).toMatchObject([{ msg: 'capture_dropped', reason: 'write' }])
    const file = read(on, full.file, false)
    expect(file.flaws).toEqual([])
    expect(file.service.length % (30 * KIB)).toBe(0)

    // With space again, later data is kept.
    expect(spawnSync('mount', ['-o', 'remount,size=2m', disk]).status).toBe(0)
    await until(async () => {
      tap.data('service', Buffer.from('after'))
      return (await rowsOf(on))[0].bytes > full.bytes
    })
    tap.close()
    const [row] = await closed(on)
    const whole = read(on, row.file)
    expect(whole).toMatchObject({ missing: row.dropped, flaws: [] })
    expect(whole.service.subarray(-5).toString()).toBe('after')
  } finally {
    spawnSync('umount', ['-l', disk])
  }
})

it('where no file can be created nothing is recorded, and there is no row', async () => {
  const on = await stage()
  mkdirSync(dirname(dirname(on.folder)), { recursive: true })
  writeFileSync(dirname(on.folder), 'in the way')
  const { recorder, told } = recording()
  const tap = await connect(recorder, on)
  tap.data('client', Buffer.alloc(1000))
  tap.close()
  await recorder.close()
  expect(await rowsOf(on)).toMatchObject([{ bytes: 0, charged: 0, dropped: 1000 }])
  expect(told).toMatchObject([{ msg: 'capture_dropped', reason: 'write' }])
  rmSync(dirname(on.folder))
})

it('bytes that come faster than they can be written are dropped and counted', async () => {
  const on = await stage()
  const { recorder, told } = recording({ queue: 100 * KIB })
  const tap = await connect(recorder, on)
  for (let n = 0; n < 10; n++) tap.data('service', Buffer.alloc(30 * KIB, n))
  await until(async () => (await rowsOf(on))[0]?.bytes > 0)
  tap.data('service', Buffer.from('the end'))
  tap.close()
  const [row] = await closed(on)
  const file = read(on, row.file)
  expect(row.dropped).toBe(7 * 30 * KIB)
  expect(file).toMatchObject({ missing: 7 * 30 * KIB, flaws: [] })
  expect(file.service.subarray(-7).toString()).toBe('the end')
  expect(told).toMatchObject([{ msg: 'capture_dropped', reason: 'queue' }])
})

it('the recording continues in another file when its file is deleted', async () => {
  const on = await stage()
  const { recorder } = recording()
  const tap = await connect(recorder, on)
  tap.data('client', Buffer.from('before'))
  await until(async () => (await rowsOf(on))[0]?.bytes > 0)
  const { challengeId, participationId } = {
    challengeId: on.game.challenges[0]!.id,
    participationId: on.game.teams[0]!.participationId
  }
  await domain.services.captures.remove(domain.admin, { challengeId, participationId, file: null })
  expect(readdirSync(on.folder)).toEqual([])
  let n = 0
  await until(async () => {
    tap.data('client', Buffer.from(`after ${n++}`))
    return (await rowsOf(on)).length === 1
  })
  tap.close()
  const [row] = await closed(on)
  expect(row.file).toMatch(/-2\.pcap$/)
  expect(String(read(on, row.file, false).client)).toContain('after')
  expect(read(on, row.file, false).flaws).toEqual([])
})

it('deleting the game deletes rows, files and open recordings', async () => {
  const on = await stage()
  const { recorder, told } = recording()
  const tap = await connect(recorder, on)
  tap.data('client', Buffer.from('x'))
  await until(async () => (await rowsOf(on))[0]?.bytes > 0)
  await sql('DELETE FROM games WHERE id = $1', [on.game.id])
  for (let n = 0; n < 3; n++) tap.data('client', Buffer.from('y'))
  tap.close()
  await recorder.close()
  expect(await rowsOf(on)).toEqual([])
  const later = new Date(Date.now() + 2 * 3_600_000)
  expect(await domain.services.captures.purge(new Date(), 0)).toMatchObject({ stray: 0 })
  expect(existsSync(on.folder)).toBe(true)
  expect(await domain.services.captures.purge(later, 0)).toMatchObject({ stray: 1, expired: 0 })
  expect(existsSync(dirname(on.folder))).toBe(false)
  expect(told).toEqual([])
})

it('a file whose writer was killed is cut to whole packets and closed after its lease', async () => {
  const on = await stage()
  const { recorder } = recording()
  const tap = await connect(recorder, on)
  tap.data('client', Buffer.from('whole'))
  tap.close()
  const [row] = await closed(on)
  const path = join(on.folder, row.file)
  writeFileSync(path, Buffer.concat([readFileSync(path), Buffer.alloc(20, 1)]))
  await sql(
    `UPDATE captures SET closed_at = NULL, charged = 999999, lease_until = clock_timestamp() + interval '1 minute'
     WHERE instance_id = $1`,
    [on.instance]
  )
  const { captures } = domain.services
  expect(await captures.closeAbandoned()).toBe(0)
  await sql(`UPDATE captures SET lease_until = clock_timestamp() - interval '1 s' WHERE instance_id = $1`, [
    on.instance
  ])
  expect(await captures.closeAbandoned()).toBe(1)
  expect(await rowsOf(on)).toMatchObject([
    { bytes: row.bytes, charged: row.charged, closed: expect.any(Date) }
  ])
  expect(read(on, row.file).flaws).toEqual([])
})
