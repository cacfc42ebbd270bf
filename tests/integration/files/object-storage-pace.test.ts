import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createS3Store, type ObjectStore } from '~/server/platform/objects'
import { openSwift, SWIFT, type Swift } from '../../support/s3/swift'

/** Longer than the silence that ends a request. */
const LONG_MS = 20_000
const MiB = 1024 ** 2
/** More than sockets hold. */
const CONTENT = randomBytes(24 * MiB)
const HASH = createHash('sha256').update(CONTENT).digest('hex')

/** A slow line to the store: bytes per second towards it, which the test changes; 0 passes nothing on. */
interface Line {
  endpoint: string
  pace: number
  close(): void
}

async function openLine(endpoint: string): Promise<Line> {
  const { hostname, port } = new URL(endpoint)
  const sockets = new Set<Socket>()
  const line = { pace: 0 }
  const server: Server = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => [near, far].forEach((one) => void one.destroy()))
    }
    far.pipe(near)
    void (async () => {
      for await (const chunk of near) {
        while (line.pace === 0 && !near.destroyed) await pause(100)
        far.write(chunk)
        await pause((chunk.length / line.pace) * 1000)
      }
    })().catch(() => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(line, {
    endpoint: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    }
  })
}

describe.skipIf(!SWIFT)('a store at the end of a slow line', () => {
  let swift: Swift
  let direct: ObjectStore
  let folder: string
  let path: string
  const lines: Line[] = []
  const stores: ObjectStore[] = []

  beforeAll(async () => {
    swift = await openSwift()
    direct = await swift.bucket('slow')
    folder = mkdtempSync(join(tmpdir(), 'halyard-slow-'))
    path = join(folder, 'content')
    writeFileSync(path, CONTENT)
  })
  afterAll(async () => {
    for (const store of stores) store.close()
    for (const line of lines) line.close()
    rmSync(folder, { recursive: true, force: true })
    await swift?.close()
  })

  const at = async (pace: number) => {
    const line = await openLine(swift.endpoint)
    line.pace = pace
    lines.push(line)
    const env = swift.env('slow')
    const store = createS3Store({
      ...{ endpoint: line.endpoint, region: 'us-east-1', bucket: 'slow', prefix: '', forcePathStyle: true },
      credentials: { accessKeyId: env.S3_ACCESS_KEY_ID!, secretAccessKey: env.S3_SECRET_ACCESS_KEY! }
    })
    stores.push(store)
    return { line, store }
  }
  const put = (store: ObjectStore, name: string) =>
    store.putFile(name, path, { size: CONTENT.length, hash: HASH })

  it.concurrent('takes an upload that lasts longer than silence may', async () => {
    const { store } = await at(MiB)
    const began = performance.now()
    await put(store, 'file')
    expect(performance.now() - began).toBeGreaterThan(LONG_MS)
    expect(await direct.head('file')).toMatchObject({ size: CONTENT.length, hash: HASH })
  })

  it.concurrent('takes parts of a stream that last longer than silence may', async () => {
    const { store } = await at(0.75 * MiB)
    const began = performance.now()
    await store.putStream('stream', Readable.from([CONTENT]))
    expect(performance.now() - began).toBeGreaterThan(LONG_MS)
    expect(await direct.head('stream')).toMatchObject({ size: CONTENT.length })
  })

  it.concurrent('ends an upload that goes no further', async () => {
    const { line, store } = await at(4 * MiB)
    const done = put(store, 'stopped')
    await pause(500)
    line.pace = 0
    await expect(done).rejects.toMatchObject({ code: 'file.storage_away' })
  })

  it.concurrent('waits for a reader who holds back', async () => {
    await put(direct, 'read')
    const content = await direct.get('read')
    const chunks: Buffer[] = []
    for await (const chunk of content!) {
      if (chunks.length === 0) await pause(LONG_MS)
      chunks.push(chunk)
    }
    expect(createHash('sha256').update(Buffer.concat(chunks)).digest('hex')).toBe(HASH)
  })
})

describe.skipIf(!SWIFT)('a store that falls silent', () => {
  it('ends a download whose reader waits', async () => {
    const swift = await openSwift()
    const bucket = await swift.bucket('silent')
    const folder = mkdtempSync(join(tmpdir(), 'halyard-silent-'))
    try {
      writeFileSync(join(folder, 'content'), CONTENT)
      await bucket.putFile('read', join(folder, 'content'), { size: CONTENT.length, hash: HASH })
      const content = await bucket.get('read')
      swift.hang()
      await expect(content!.toArray()).rejects.toMatchObject({ code: 'file.storage_away' })
    } finally {
      await swift.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

if (!SWIFT) it.skip('slow object storage is not tested: OpenStack Swift is not installed')
