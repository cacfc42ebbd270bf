import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addUsers, sessionOf } from '../../support/fixtures'
import { openRoles, type RunningRole } from '../../support/launcher/roles'
import { openSwift, SWIFT, type Swift } from '../../support/s3/swift'
import { openStores, type Stores } from '../../support/stores/stores'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe.skipIf(!SWIFT)('two web processes with a data folder each and one bucket', () => {
  let swift: Swift
  let stores: Stores
  let roles: ReturnType<typeof openRoles>
  let [one, two] = [null, null] as unknown as [RunningRole, RunningRole]
  let cookie: string
  const folders = ['one', 'two'].map((name) => mkdtempSync(join(tmpdir(), `halyard-${name}-`)))

  beforeAll(async () => {
    swift = await openSwift()
    await swift.bucket('shared')
    stores = await openStores()
    const admin = (await addUsers(stores.db, 1, 'boss', 'Admin'))[0]!
    cookie = await sessionOf({ stores }, admin)
    roles = openRoles(stores, swift.env('shared'))
    const start = (n: number) => roles.start('web', { HALYARD_DATA: folders[n]! })
    one = await start(0)
    two = await start(1)
  })
  afterAll(async () => {
    await roles?.close()
    await stores?.close()
    await swift?.close()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })

  const at = ({ port }: RunningRole, path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers: { Cookie: cookie, ...init.headers } })
  const upload = (role: RunningRole, content: Uint8Array<ArrayBuffer>) => {
    const body = new FormData()
    body.append('files', new File([content], 'chart.bin'))
    return at(role, '/api/assets', { method: 'POST', body })
  }

  it('serve each other’s uploads: whole, in ranges and by head, and keep nothing in their folders', async () => {
    const content = new Uint8Array(randomBytes(40_000_000))
    const [file] = (await (await upload(one, content)).json()) as { hash: string; name: string }[]
    expect(file!.hash).toBe(sha256(content))
    const path = `/assets/${file!.hash}/chart.bin`
    const whole = await at(two, path)
    expect([whole.status, sha256(new Uint8Array(await whole.arrayBuffer()))]).toEqual([200, file!.hash])
    const part = await at(two, path, { headers: { Range: 'bytes=39999990-' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([
      206,
      'bytes 39999990-39999999/40000000'
    ])
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(content.slice(39_999_990))
    const head = await at(two, path, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '40000000'])
    const same = await at(two, path, { headers: { 'If-None-Match': `"${file!.hash}"` } })
    expect(same.status).toBe(304)
    for (const folder of folders) {
      expect(readdirSync(join(folder, 'files/temporary'))).toEqual([])
      expect(existsSync(join(folder, 'files/stored', file!.hash.slice(0, 2)))).toBe(false)
    }
  })

  it('answer 503 with a sentence while the store hangs, and the probe reports it', async () => {
    const content = new Uint8Array(Buffer.from('small'))
    const [file] = (await (await upload(two, content)).json()) as { hash: string }[]
    const resume = swift.hang()
    try {
      const answer = await at(one, `/assets/${file!.hash}/a.txt`)
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
      expect(await answer.text()).toContain('The file storage is not responding.')
      const ready = await at(one, '/readyz')
      expect([ready.status, await ready.text()]).toEqual([200, expect.stringContaining('files: unreachable')])
    } finally {
      resume()
    }
    await expect.poll(async () => (await at(one, `/assets/${file!.hash}/a.txt`)).status).toBe(200)
    await expect.poll(async () => (await at(one, '/readyz')).text()).toContain('files: ok')
  })
})
