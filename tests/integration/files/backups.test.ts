import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bucketTarget, createScheduledBackups } from '~/server/backup'
import { verifyChain } from '~/server/ledger'
import type { ObjectStore } from '~/server/platform/objects'
import { type Domain, openDomain } from '../../support/domain'
import { playGame } from '../../support/fixtures'
import { runBuilt } from '../../support/processes/program'
import { openSwift, SWIFT, type Swift } from '../../support/s3/swift'
import { openStores, type Stores } from '../../support/stores/stores'

const SECRET = 'ab'.repeat(32)

describe.skipIf(!SWIFT)('a backup of files in a bucket', () => {
  let swift: Swift
  let backups: ObjectStore
  let elsewhere: ObjectStore
  let from: Domain
  let to: Stores
  const data = mkdtempSync(join(tmpdir(), 'halyard-drill-'))
  beforeAll(async () => {
    swift = await openSwift()
    await swift.bucket('event')
    backups = await swift.bucket('backups')
    elsewhere = await swift.bucket('elsewhere')
    from = await openDomain(swift.env('event'))
    await from.services.assets.prepare()
    to = await openStores()
  })
  afterAll(async () => {
    await from?.close()
    await to?.close()
    await swift?.close()
    rmSync(data, { recursive: true, force: true })
  })

  it('is written into another bucket, kept and deleted there, and restored into a third one and a new database', async () => {
    const game = await playGame(from.stores.db, {})
    const { assets } = from.services
    const staged = await assets.receive(Readable.from([Buffer.from('chart')]), 10)
    const { hash } = staged
    await assets.upload(from.admin, [{ ...staged, field: 'files', name: 'chart', claimed: '' }])
    const scheduled = createScheduledBackups({
      ...{ db: from.stores.db, log: from.stores.log, databaseUrl: from.stores.databaseUrl, secret: SECRET },
      ...{ open: assets.open, target: bucketTarget(backups), keep: { daily: 1, weekly: 0 } }
    })
    const signal = AbortSignal.timeout(120_000)
    await scheduled.run(new Date('2026-01-01T03:00:00Z'), signal)
    expect(await scheduled.run(new Date('2026-01-02T03:00:00Z'), signal)).toEqual({
      name: 'halyard-2026-01-02T03-00-00Z.zip',
      removed: 1
    })
    const kept = await bucketTarget(backups).list()
    expect(kept.map(({ name }) => name)).toEqual(['halyard-2026-01-02T03-00-00Z.zip'])

    await to.db.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
    writeFileSync(join(data, 'secret'), `${'cd'.repeat(32)}\n`)
    const run = runBuilt('backup', ['restore', 's3:latest'], to, {
      ...swift.env('elsewhere'),
      ...{ HALYARD_DATA: data, HALYARD_SECRET: 'cd'.repeat(32), BACKUP_S3_BUCKET: 'backups' }
    })
    expect([await run.ended, run.stderr()]).toEqual([0, expect.stringContaining('1 file')])
    expect(await elsewhere.head(`stored/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`)).toMatchObject({
      size: 5,
      hash
    })
    const whole = await verifyChain(to.db.pool, game.id)
    expect([whole.firstBad, whole.entries > 0]).toEqual([null, true])
  })

  it('is missing under a wrong name, which is reported and changes nothing', async () => {
    const run = runBuilt('backup', ['restore', 's3:none.zip'], to, {
      ...swift.env('elsewhere'),
      ...{ HALYARD_DATA: data, HALYARD_SECRET: SECRET, BACKUP_S3_BUCKET: 'backups' }
    })
    expect([await run.ended, run.stderr()]).toEqual([1, expect.stringContaining('has no backup none.zip')])
  })
})
