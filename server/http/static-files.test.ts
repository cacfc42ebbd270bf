import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { staticFiles } from './static-files'

const folder = mkdtempSync(join(tmpdir(), 'halyard-static-'))
const large = join(folder, 'assets', 'large.js')
const gone = join(folder, 'gone.js')
mkdirSync(join(folder, 'assets'))
writeFileSync(large, 'x'.repeat(4_000_000))
writeFileSync(gone, 'y')

const files = staticFiles(folder)
const server = createServer((req, res) => files(req, res, () => res.writeHead(404).end()))
let port: number

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)

const opened = () =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`) === large
    } catch {
      return false
    }
  }).length

it('existing files are served, other paths go to the next handler', async () => {
  const found = await get('/assets/large.js')
  expect([found.status, found.headers.get('cache-control'), (await found.text()).length]).toEqual([
    200,
    'public, max-age=31536000, immutable',
    4_000_000
  ])
  expect((await get('/nothing.js')).status).toBe(404)
})

it.each(['bytes=-500', 'bytes=9-5', 'bytes=0-0,9-9', 'lines=1-2', 'bytes=5000000-'])(
  'the whole file is sent whatever range is requested (%s)',
  async (range) => {
    const answer = await fetch(`http://127.0.0.1:${port}/assets/large.js`, { headers: { range } })
    expect([answer.status, answer.headers.get('content-range')]).toEqual([200, null])
    expect(await answer.text()).toHaveLength(4_000_000)
  }
)

it.runIf(process.platform === 'linux')('a file is closed when its reader disconnects', async () => {
  await new Promise<void>((resolve) => {
    const reader = connect(port, '127.0.0.1', () =>
      reader.write('GET /assets/large.js HTTP/1.1\r\nHost: x\r\n\r\n')
    )
    reader.once('data', () => {
      expect(opened()).toBe(1)
      reader.resetAndDestroy()
      resolve()
    })
  })
  await expect.poll(opened).toBe(0)
})

it('a file that has been deleted is no error', async () => {
  rmSync(gone)
  await expect(get('/gone.js').then((answer) => answer.text())).rejects.toThrow()
  expect((await get('/nothing.js')).status).toBe(404)
})
