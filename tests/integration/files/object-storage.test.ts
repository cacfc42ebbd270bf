import { createHash, randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Upload } from '~/server/assets/contract'
import { createStorage } from '~/server/assets/storage'
import type { ObjectStore } from '~/server/platform/objects'
import { createS3Store } from '~/server/platform/objects'
import { HOUR_MS } from '~/server/platform/time'
import { type Domain, openDomain, refused } from '../../support/domain'
import { openSwift, SWIFT, type Swift } from '../../support/s3/swift'

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const all = async (stream: Readable) => Buffer.concat(await stream.toArray())

describe.skipIf(!SWIFT)('files in a bucket', () => {
  let swift: Swift
  let bucket: ObjectStore
  let domain: Domain

  beforeAll(async () => {
    swift = await openSwift()
    bucket = await swift.bucket('files')
    domain = await openDomain(swift.env('files'))
    await domain.services.assets.prepare()
  })
  afterAll(async () => {
    await domain?.close()
    await swift?.close()
  })

  const receive = async (content: Buffer, name: string): Promise<Upload> => ({
    ...(await domain.services.assets.receive(Readable.from([content]), content.length)),
    ...{ field: 'files', name, claimed: '' }
  })
  const keyOf = (hash: string) => `stored/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`

  it('are stored once the upload is answered, and read whole and in ranges from another data folder', async () => {
    const content = randomBytes(3_000_000)
    const [file] = await domain.services.assets.upload(domain.admin, [await receive(content, 'chart.bin')])
    expect(await bucket.head(keyOf(file!.hash))).toMatchObject({ size: content.length })
    const elsewhere = createStorage('/nowhere', bucket)
    const found = await elsewhere.open(file!.hash)
    expect(sha256(await all(found!.stream()))).toBe(file!.hash)
    expect(await all(found!.stream(1_000_000, 1_000_009))).toEqual(content.subarray(1_000_000, 1_000_010))
    expect(await elsewhere.open('0'.repeat(64))).toBeNull()
  })

  it('are refused when they changed on the way, and not stored under their name', async () => {
    const staged = await receive(Buffer.from('the true content'), 'a')
    writeFileSync(staged.path, 'another content!')
    await refused(domain.services.assets.upload(domain.admin, [staged]), 'file.storage_away', 503)
    expect(await bucket.head(keyOf(staged.hash))).toBeNull()
    const { rowCount } = await domain.stores.db.pool.query('SELECT FROM blobs WHERE hash = $1', [staged.hash])
    expect(rowCount).toBe(0)
  })

  it('are swept when unused, and kept otherwise', async () => {
    const [used] = await domain.services.assets.upload(domain.admin, [
      await receive(Buffer.from('used'), 'b')
    ])
    const path = join(domain.data, 'stray')
    writeFileSync(path, 'stray')
    const stray = sha256(Buffer.from('stray'))
    await bucket.putFile(keyOf(stray), path, { size: 5, hash: stray })
    const soon = await domain.services.assets.sweep(new Date())
    expect([soon.stray, await bucket.head(keyOf(stray))]).toEqual([0, expect.anything()])
    const later = await domain.services.assets.sweep(new Date(Date.now() + 2 * HOUR_MS))
    expect([later.stray, await bucket.head(keyOf(stray))]).toEqual([1, null])
    expect(await bucket.head(keyOf(used!.hash))).not.toBeNull()
    await domain.services.assets.remove(domain.admin, used!.hash)
    expect(await bucket.head(keyOf(used!.hash))).toBeNull()
  })

  it('give an error within seconds while the store hangs, and work again afterwards', async () => {
    const staged = await receive(Buffer.from('patient'), 'c')
    const stored = await domain.services.assets.upload(domain.admin, [
      await receive(Buffer.from('before'), 'd')
    ])
    const goOn = swift.hang()
    try {
      expect(await domain.services.assets.reachable()).toBe(false)
      await refused(domain.services.assets.read(domain.admin, stored[0]!.hash), 'file.storage_away', 503)
    } finally {
      goOn()
    }
    expect(await domain.services.assets.reachable()).toBe(true)
    const [file] = await domain.services.assets.upload(domain.admin, [staged])
    expect(await all((await domain.services.assets.read(domain.admin, file!.hash)).stream())).toEqual(
      Buffer.from('patient')
    )
  })

  it('need a bucket and credentials, whose faults the start reports', async () => {
    const settings = { endpoint: swift.endpoint, region: 'us-east-1', prefix: '', forcePathStyle: true }
    const credentials = { accessKeyId: 'halyard:writer', secretAccessKey: 'secretwords' }
    const none = createS3Store({ ...settings, bucket: 'none', credentials })
    await expect(createStorage(domain.data, none).prepare()).rejects.toThrow('The bucket none is not there')
    const wrongStore = createS3Store({
      ...{ ...settings, bucket: 'files' },
      credentials: { ...credentials, secretAccessKey: 'wrong' }
    })
    await expect(createStorage(domain.data, wrongStore).prepare()).rejects.toThrow(
      'may not be used with these'
    )
    none.close()
    wrongStore.close()
  })
})

if (!SWIFT) it.skip('object storage is not tested: OpenStack Swift is not installed')
