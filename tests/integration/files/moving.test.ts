import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ObjectStore } from '~/server/platform/objects'
import { HOUR_MS } from '~/server/platform/time'
import { type Domain, openDomain } from '../../support/domain'
import { playGame } from '../../support/fixtures'
import { addCapture, captureFolder } from '../../support/instances/captures'
import { runBuilt } from '../../support/processes/program'
import { openSwift, SWIFT, type Swift } from '../../support/s3/swift'
import { packets } from './recording'

describe.skipIf(!SWIFT)('npm run files -- move', () => {
  let swift: Swift
  let bucket: ObjectStore
  let domain: Domain
  const back = mkdtempSync(join(tmpdir(), 'halyard-moved-'))
  const hashes: string[] = []
  const recorded = { gameId: 0, challengeId: 0, participationId: 0, file: '0e1.pcap' }
  const content = packets('GET / HTTP/1.1')

  beforeAll(async () => {
    swift = await openSwift()
    bucket = await swift.bucket('moved')
    domain = await openDomain()
    const { assets } = domain.services
    await assets.prepare()
    for (const text of ['one', 'two', 'three']) {
      const staged = await assets.receive(Readable.from([Buffer.from(text)]), 10)
      hashes.push(staged.hash)
      await assets.upload(domain.admin, [{ ...staged, field: 'files', name: text, claimed: '' }])
    }
    const game = await playGame(domain.stores.db, {})
    Object.assign(recorded, { gameId: game.id, challengeId: game.challenges[0]!.id })
    recorded.participationId = game.teams[0]!.participationId
    await addCapture(domain.stores.db, domain.data, { ...recorded, content })
    // Nothing came before it was closed, so there is no file to move; what is in the trash does not say so by itself.
    const [, other] = game.challenges
    await domain.stores.db.pool.query(
      `INSERT INTO captures (game_id, challenge_id, participation_id, address, file, lease_until, closed_at)
       VALUES ($1, $2, $3, '192.0.2.1', '0e2.pcap', now(), now())`,
      [game.id, other!.id, recorded.participationId]
    )
    await domain.services.challenges.remove(domain.admin, game.id, other!.id)
    const kept = await domain.stores.db.pool.query('SELECT file FROM trash_captures')
    expect(kept.rows).toEqual([{ file: '0e2.pcap' }])
  })
  afterAll(async () => {
    await domain?.close()
    await swift?.close()
    rmSync(back, { recursive: true, force: true })
  })

  const move = async (to: string, data = domain.data, ...more: string[]) => {
    const env = { HALYARD_DATA: data, ...swift.env('moved') }
    const run = runBuilt('files', ['move', '--to', to, ...more], domain.stores, env)
    return { code: await run.ended, told: run.stdout().trim().split('\n'), stderr: run.stderr() }
  }
  const pathOf = (data: string, hash: string) =>
    join(data, 'files/stored', hash.slice(0, 2), hash.slice(2, 4), hash)
  const keyOf = (hash: string) => `stored/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`
  const captureKey = () => `capture/${recorded.challengeId}/${recorded.participationId}/${recorded.file}`

  it('only reports what it would do on request', async () => {
    expect(await move('s3', domain.data, '--dry-run')).toMatchObject({
      code: 0,
      told: ['3 files to move, 0 there already', '1 recording to move, 0 there already']
    })
    expect(await bucket.head(keyOf(hashes[0]!))).toBeNull()
  })

  it('moves everything to the bucket, continues where it stopped, and refuses damaged files', async () => {
    writeFileSync(pathOf(domain.data, hashes[1]!), 'TWO')
    const first = await move('s3')
    expect(first).toMatchObject({
      code: 1,
      told: ['2 files moved, 0 there already, 1 damaged', '1 recording moved, 0 there already']
    })
    expect(first.stderr).toContain(`damaged: ${keyOf(hashes[1]!)}`)
    expect(await bucket.head(keyOf(hashes[1]!))).toBeNull()
    writeFileSync(pathOf(domain.data, hashes[1]!), 'two')
    expect(await move('s3')).toMatchObject({
      code: 0,
      told: ['1 file moved, 2 there already', '0 recordings moved, 1 there already']
    })
    expect(await bucket.head(keyOf(hashes[1]!))).toMatchObject({ size: 3, hash: hashes[1] })
    expect(existsSync(pathOf(domain.data, hashes[0]!))).toBe(true)
  })

  it('moves everything back, byte by byte, and again only missing or changed files', async () => {
    expect((await move('folder', back)).told).toEqual([
      '3 files moved, 0 there already',
      '1 recording moved, 0 there already'
    ])
    expect(hashes.map((hash) => readFileSync(pathOf(back, hash), 'utf8'))).toEqual(['one', 'two', 'three'])
    expect(readFileSync(join(captureFolder(back, recorded), recorded.file))).toEqual(content)
    writeFileSync(pathOf(back, hashes[2]!), 'THREE')
    rmSync(pathOf(back, hashes[0]!))
    expect((await move('folder', back)).told[0]).toBe('2 files moved, 1 there already')
    expect(readFileSync(pathOf(back, hashes[2]!), 'utf8')).toBe('three')
  })

  it('leaves open captures to their machine, which ships them when they are closed, for all to read and delete', async () => {
    const here = await openDomain(swift.env('moved'))
    try {
      const game = await playGame(here.stores.db, {})
      const place = { gameId: game.id, challengeId: game.challenges[0]!.id }
      const own = { ...place, participationId: game.teams[0]!.participationId, file: '0e2.pcap' }
      const live = { ...own, file: '0e3.pcap' }
      const soon = new Date(Date.now() + 60_000)
      await addCapture(here.stores.db, here.data, { ...own, content, more: { bytes: 24 } })
      await addCapture(here.stores.db, here.data, {
        ...live,
        content,
        more: { closed_at: null, lease_until: soon }
      })
      expect(await here.services.captures.ship()).toBe(1)
      expect(existsSync(join(captureFolder(here.data, own), own.file))).toBe(false)
      expect(existsSync(join(captureFolder(here.data, live), live.file))).toBe(true)
      const read = await here.services.captures.file(
        here.admin,
        own.challengeId,
        own.participationId,
        own.file
      )
      expect(Buffer.concat(await read.toArray())).toEqual(content)
      const zip = await here.services.captures.archive(here.admin, own.challengeId, own.participationId)
      expect(Buffer.concat(await zip.file.toArray()).includes(content)).toBe(true)
      await here.services.captures.remove(here.admin, own)
      const key = `capture/${own.challengeId}/${own.participationId}/${own.file}`
      await expect.poll(() => bucket.head(key)).toBeNull()
      // From another database, so no row here knows it.
      const swept = await here.services.captures.purge(new Date(Date.now() + 2 * HOUR_MS), 0)
      expect([swept.stray, await bucket.head(captureKey())]).toEqual([1, null])
    } finally {
      await here.close()
    }
  })
})
