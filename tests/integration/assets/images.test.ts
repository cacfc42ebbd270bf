import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Client } from '../../support/api/client'
import { picture, send } from '../../support/files/files'
import { Organiser, tag } from '../../support/games/organiser'
import { type Platform, startPlatform } from '../../support/processes/platform'

let platform: Platform
let admin: Client
let user: Client

beforeAll(async () => {
  platform = await startPlatform()
  admin = (await Organiser.of(platform)).client
  user = new Client(platform.url)
  await user.register(`u${tag()}`)
})
afterAll(() => platform.close())

const avatar = (content: Buffer | string, name?: string) =>
  send<string>(user, 'PUT', '/api/account/avatar', [{ content, name }])
const temporary = () => readdirSync(join(platform.data, 'files/temporary'))
const profile = () => user.ok<{ avatar: string | null }>('GET', '/api/account/profile')
const bytes = async (path: string) => Buffer.from(await (await fetch(platform.url + path)).arrayBuffer())

describe('an avatar', () => {
  it.each(['png', 'jpeg', 'webp', 'avif', 'gif'] as const)('of %s is encoded anew', async (format) => {
    const answer = await avatar(await picture(format))
    expect(answer.status).toBe(200)
    const ending = format === 'gif' ? 'gif' : 'webp'
    expect(answer.body).toMatch(new RegExp(`^/assets/[0-9a-f]{64}/avatar\\.${ending}$`))
    expect(`${(await profile()).avatar}.${ending}`).toBe(answer.body)
    expect(await sharp(await bytes(answer.body)).metadata()).toMatchObject({
      width: 300,
      height: 225,
      format: ending
    })
    expect(temporary()).toEqual([])
  })

  it.each([
    [90, 30, 300, 100],
    [400, 1200, 100, 300]
  ])('of %i × %i keeps its ratio', async (width, height, wide, high) => {
    const content = await sharp({ create: { width, height, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const made = await sharp(await bytes((await avatar(content)).body)).metadata()
    expect(made).toMatchObject({ width: wide, height: high })
  })

  it('keeps the frames of a GIF, and only the pixels of a file', async () => {
    const frames = [await picture('png'), await picture('png')]
    const animation = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [100, 100] })
      .toBuffer()
    const { body } = await avatar(Buffer.concat([animation, Buffer.from('<script>alert(1)</script>')]))
    const kept = await bytes(body)
    expect((await sharp(kept, { animated: true }).metadata()).pages).toBe(2)
    expect(kept.includes('<script>')).toBe(false)
    const located = await sharp(await picture('jpeg'))
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .jpeg()
      .toBuffer()
    expect((await bytes((await avatar(located)).body)).includes('secret place')).toBe(false)
  })

  it('is refused when it is no picture, and the former one stays', async () => {
    const { avatar: before } = await profile()
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    const bomb = await sharp({
      create: { width: 8_000, height: 8_000, channels: 3, background: 'red' },
      limitInputPixels: false
    })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect(bomb.length).toBeLessThan(3 * 1024 * 1024)
    const refused: [string | Buffer, string][] = [
      [svg, 'a.svg'],
      [svg, 'a.png'],
      ['', 'empty.png'],
      [bomb, 'bomb.png'],
      [(await picture('png', 400, 400)).subarray(0, 60), 'cut.png'],
      [Buffer.concat([Buffer.from('GIF89a'), randomBytes(200)]), 'noise.gif'],
      ['%PDF-1.4 %%EOF', 'a.png'],
      [Buffer.concat([await picture('png'), randomBytes(3 * 1024 * 1024)]), 'large.png']
    ]
    for (const [content, name] of refused) expect((await avatar(content, name)).status, name).toBe(400)
    expect((await profile()).avatar).toBe(before)
    expect(temporary()).toEqual([])
  })

  it('is deleted when it is replaced', async () => {
    const { body: old } = await avatar(await picture())
    await avatar(await picture())
    await expect.poll(async () => (await fetch(platform.url + old)).status).toBe(404)
  })
})

describe('forms with files', () => {
  it('are refused with a reason when they are malformed or too large', async () => {
    expect((await user.call('PUT', '/api/account/avatar', {})).status).toBe(415)
    const two = [{ content: await picture() }, { content: await picture() }]
    expect((await send(user, 'PUT', '/api/account/avatar', two)).status).toBe(400)
    const large = await send(user, 'PUT', '/api/account/avatar', [{ content: randomBytes(14 * 1024 * 1024) }])
    expect([large.status, (large.body as { title: string }).title]).toEqual([400, 'The file is too large.'])
    const broken = await fetch(`${platform.url}/api/account/avatar`, {
      method: 'PUT',
      headers: { Cookie: user.cookie, 'Content-Type': 'multipart/form-data; boundary=x' },
      body: '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nhalf'
    })
    expect(broken.status).toBe(400)
    expect(temporary()).toEqual([])
    expect((await user.call('GET', '/api/account/profile')).status).toBe(200)
  })

  it('leave nothing when they end half way', async () => {
    const half = request(`${platform.url}/api/account/avatar`, {
      method: 'PUT',
      headers: {
        Cookie: user.cookie,
        'Content-Type': 'multipart/form-data; boundary=x',
        'Content-Length': 100_000
      }
    })
    half.on('error', () => {})
    half.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n')
    half.write(randomBytes(50_000))
    await expect.poll(() => temporary().length).toBe(1)
    half.destroy()
    await expect.poll(() => temporary().length).toBe(0)
  })
})

describe('stored files', () => {
  const upload = async (content: string, name: string) =>
    (
      await send<{ hash: string; name: string }[]>(admin, 'POST', '/api/assets', [
        { field: 'files', content, name }
      ])
    ).body[0]!
  const get = (client: Client, path: string, headers: Record<string, string> = {}) =>
    fetch(platform.url + path, { headers: { Cookie: client.cookie, ...headers } })

  it('are sent whole, in part, or not at all when the client has them', async () => {
    const { hash, name } = await upload('0123456789', `${'n'.repeat(10_000)}.txt`)
    expect([...name]).toHaveLength(255)
    const path = `/assets/${hash}/a.txt`
    const whole = await get(admin, path)
    expect([whole.status, await whole.text()]).toEqual([200, '0123456789'])
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'text/plain',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-cache',
      'accept-ranges': 'bytes',
      etag: `"${hash}"`
    })
    // The type follows from the name, but never one that browsers execute.
    for (const [ending, type] of [
      ['ZIP', 'application/zip'],
      ['html', 'application/octet-stream'],
      ['svg', 'application/octet-stream'],
      ['constructor', 'application/octet-stream']
    ] as const) {
      const { headers } = await get(admin, `/assets/${hash}/a.${ending}`)
      expect(headers.get('content-type'), ending).toBe(type)
      expect(headers.get('content-disposition'), ending).toMatch(/^attachment;/)
    }
    const part = await get(admin, path, { Range: 'bytes=-3', 'If-Range': `"${hash}"` })
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
      206,
      'bytes 7-9/10',
      '789'
    ])
    const stale = await get(admin, path, { Range: 'bytes=-3', 'If-Range': '"other"' })
    expect([stale.status, await stale.text()]).toEqual([200, '0123456789'])
    const beyond = await get(admin, path, { Range: 'bytes=10-' })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */10'])
    expect((await get(admin, path, { 'If-None-Match': `W/"x", "${hash}"` })).status).toBe(304)
    const head = await fetch(platform.url + path, { method: 'HEAD', headers: { Cookie: admin.cookie } })
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', ''])
  })

  it('look missing to clients without access, whatever the path', async () => {
    const { hash } = await upload(randomBytes(8).toString('hex'), 'secret.txt')
    const foreign = await get(user, `/assets/${hash}/secret.txt`)
    const missing = await get(user, `/assets/${'0'.repeat(64)}/secret.txt`)
    expect([foreign.status, await foreign.text()]).toEqual([missing.status, await missing.text()])
    expect(missing.status).toBe(404)
    const known = await get(user, `/assets/${hash}/secret.txt`, { 'If-None-Match': `"${hash}"` })
    expect(known.status).toBe(404)
    expect((await get(admin, `/assets/${'z'.repeat(64)}/a`)).status).toBe(400)
    for (const path of [
      `/assets/${hash}/..%2f..%2fetc%2fpasswd`,
      `/assets/..%2f${hash.slice(5)}/x`,
      `/assets/${hash}`
    ])
      expect([400, 404], path).toContain((await get(user, path)).status)
    expect((await send(user, 'POST', '/api/assets', [{ field: 'files', content: 'x' }])).status).toBe(403)
  })

  it('are listed with their uses, and stay while one is left', async () => {
    const { body } = await avatar(await picture())
    const hash = body.split('/')[2]!
    const { data } = await admin.ok<{ data: { hash: string; uses: { kind: string }[] }[] }>(
      'GET',
      '/api/admin/files?count=1000'
    )
    expect(data.find((file) => file.hash === hash)?.uses.map(({ kind }) => kind)).toEqual(['UserAvatar'])
    expect((await admin.call('DELETE', `/api/assets/${hash}`)).status).toBe(400)
    expect((await fetch(platform.url + body)).status).toBe(200)
    const gone = await admin.call<{ status: number }>('DELETE', `/api/assets/${'0'.repeat(64)}`)
    expect([gone.status, gone.headers.get('content-type'), gone.body.status]).toEqual([
      404,
      'application/problem+json',
      404
    ])
  })

  it('replace the built-in logo everywhere, until it is removed', async () => {
    const icon = () => fetch(`${platform.url}/favicon.webp`)
    const built = (await icon()).headers.get('etag')!
    const again = await fetch(`${platform.url}/favicon.webp`, { headers: { 'If-None-Match': built } })
    expect(again.status).toBe(304)
    expect((await send(admin, 'POST', '/api/admin/config/logo', [{ content: await picture() }])).status).toBe(
      200
    )
    const { logoUrl } = await user.ok<{ logoUrl: string }>('GET', '/api/config')
    expect((await sharp(await bytes(logoUrl)).metadata()).width).toBe(640)
    expect((await icon()).headers.get('etag')).not.toBe(built)
    expect((await admin.call('DELETE', '/api/admin/config/logo')).status).toBe(200)
    expect((await icon()).headers.get('etag')).toBe(built)
    expect((await fetch(platform.url + logoUrl)).status).toBe(404)
  })
})
