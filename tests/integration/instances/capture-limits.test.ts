import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { addInstance } from '../../support/instances/instance-rows'
import { readCapture } from '../../support/instances/pcap'
import { KIB, openRecordingSuite } from '../../support/instances/recording-suite'
import { until } from '../../support/until'

const suite = openRecordingSuite()
const { rowsOf, stage, recording, connect, closed, sql, ticketOf, read } = suite

/** Mounts a disk on a folder; false where this machine does not permit it. */
function mountDisk(folder: string, size: string): boolean {
  mkdirSync(folder, { recursive: true })
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]).status === 0
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
  const instance = await addInstance(suite.domain.stores.db, on.game, {
    state: 'ready',
    engine: suite.engine,
    challenge: 1
  })
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

it('what is missing is counted after the database has refused it, and once', async () => {
  const on = await stage()
  const { recorder, told } = recording({ floor: Number.MAX_SAFE_INTEGER })
  const tap = await connect(recorder, on)
  await sql('ALTER TABLE captures ADD CONSTRAINT refused CHECK (false) NOT VALID')
  tap.data('client', Buffer.alloc(10))
  await until(async () => told.some(({ msg }) => msg === 'captures_not_updated'))
  await sql('ALTER TABLE captures DROP CONSTRAINT refused')
  tap.close()
  await recorder.close()
  expect(await rowsOf(on)).toMatchObject([{ bytes: 0, dropped: 10 }])
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

it('a disk that fills up meanwhile leaves a file of whole packets, and play goes on', async ({ skip }) => {
  const on = await stage()
  const disk = dirname(on.folder)
  skip(!mountDisk(disk, '256k'), 'no disk can be mounted here')
  try {
    const { recorder, told } = recording()
    const tap = await connect(recorder, on)
    for (let n = 0; n < 12; n++) {
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
