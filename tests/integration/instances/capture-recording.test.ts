import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { createCaptureFiles } from '~/server/captures/files'
import { captureRoot } from '~/server/captures/recorder'
import { createShipping } from '~/server/captures/shipping'
import { createS3Store } from '~/server/platform/objects'
import { HOUR_MS } from '~/server/platform/time'
import { readCapture } from '../../support/instances/pcap'
import { CLIENT, KIB, openRecordingSuite, SERVICE, type Stage } from '../../support/instances/recording-suite'
import { until } from '../../support/until'

const suite = openRecordingSuite()
const { rowsOf, stage, recording, connect, closed, read, sql } = suite

/** Waits until the rows have this many pieces of 64 KiB. */
const recorderIdle = async (on: Stage, pieces: number) => {
  const rows = await rowsOf(on)
  return rows.reduce((sum, { bytes }) => sum + bytes, 0) > (pieces + 1) * 64 * KIB
}

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
  await suite.domain.services.captures.remove(suite.domain.admin, {
    challengeId,
    participationId,
    file: null
  })
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
  const later = new Date(Date.now() + 2 * HOUR_MS)
  expect(await suite.domain.services.captures.purge(new Date(), 0)).toMatchObject({ stray: 0 })
  expect(existsSync(on.folder)).toBe(true)
  expect(await suite.domain.services.captures.purge(later, 0)).toMatchObject({ stray: 1, expired: 0 })
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
  const { captures } = suite.domain.services
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

/** The least of a store by the S3 protocol: what is put, by the end of its name. */
async function openStore() {
  const put = new Map<string, Buffer>()
  const server = createServer(async (request, response) => {
    put.set(request.url!.replace(/[?].*/, '').replace(/.*[/]/, ''), await buffer(request))
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const objects = createS3Store({
    ...{ endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', bucket: 'files', prefix: '' },
    ...{ credentials: { accessKeyId: 'a', secretAccessKey: 'b' }, forcePathStyle: true }
  })
  const close = () => {
    objects.close()
    server.closeAllConnections()
    server.close()
  }
  return { put, objects, close }
}

it('a writer whose lease ran out while its file was moved away goes on in another file, and nothing is lost', async () => {
  const on = await stage()
  const { db } = suite.domain.stores
  const store = await openStore()
  const { ship } = createShipping(db, createCaptureFiles(captureRoot(suite.domain.data), store.objects))
  const { recorder } = recording()
  const tap = await connect(recorder, on)
  tap.data('client', Buffer.from('before'))
  await until(async () => (await rowsOf(on))[0]?.bytes > 0)
  await until(async () => {
    // The recorder may renew the lease in between.
    await sql(`UPDATE captures SET lease_until = clock_timestamp() - interval '1 s' WHERE instance_id = $1`, [
      on.instance
    ])
    return (await ship()) === 1
  })
  let n = 0
  await until(async () => {
    tap.data('client', Buffer.from(`after ${n++}`))
    return (await rowsOf(on)).length > 1 || n > 300
  })
  tap.close()
  const [first, second] = await closed(on, 2)
  expect(String(readCapture(store.put.get(first.file)!).client)).toBe('before')
  expect(String(read(on, second.file, false).client)).toContain(`after ${n - 1}`)
  store.close()
})
