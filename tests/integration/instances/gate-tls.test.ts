import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { connect, type Socket } from 'node:net'
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type Certificates, openCertificates } from '../../support/instances/certificates'
import { bodyOf, DOMAIN, HOST, openGate, type TestGate } from '../../support/instances/gate'
import { until } from '../../support/until'

let stage: TestGate
let certificates: Certificates
let listener: Awaited<ReturnType<TestGate['tls']>>
beforeAll(async () => {
  certificates = openCertificates()
  for (const name of ['first', 'second']) await certificates.make(name, [`*.${DOMAIN}`])
  await certificates.make('other', ['*.example.org'])
  await certificates.use('first')
  stage = await openGate()
  listener = await stage.tls(certificates.files, 5)
})
afterAll(async () => {
  await stage?.close()
  certificates?.close()
})

const sockets: { destroy(): void }[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

async function agree(options: ConnectionOptions = {}): Promise<TLSSocket> {
  const socket = connectTls({ host: HOST, port: listener.port, rejectUnauthorized: false, ...options })
  sockets.push(socket)
  await once(socket, 'secureConnect')
  return socket
}

async function ask(host: string, { servername = host, agent = false as const } = {}) {
  const trust = { ca: readFileSync(certificates.files.cert), servername }
  const req = request({ host: HOST, port: listener.port, headers: { Host: host }, agent, ...trust })
  req.end()
  const [res] = await once(req, 'response')
  return { status: res.statusCode, body: await bodyOf(res) }
}

const unknown = `box-0123456789abcdef.${DOMAIN}`

it('the gate leads to web endpoints by Host, with a certificate that browsers check', async () => {
  const named = await stage.web((req, res) =>
    res.end(`${req.headers['x-forwarded-proto']} ${req.headers.host}`)
  )
  expect(await ask(named.host)).toEqual({ status: 200, body: `https ${named.host}` })
  expect((await ask(unknown)).status).toBe(404)
  expect((await ask(DOMAIN, { servername: unknown })).status).toBe(404)
  // The platform itself is not behind this port.
  expect((await ask('ctf.example.org', { servername: unknown })).status).toBe(404)
  await stage.end(named)
  await expect.poll(async () => (await ask(named.host)).status).toBe(404)
})

it('the gate leads to other endpoints by SNI, in bytes, with halves that end separately', async () => {
  const named = await stage.tcp((socket) => {
    let replies = ''
    socket.write('speaks first\n')
    socket.on('data', (chunk) => {
      replies += chunk
    })
    socket.on('end', () => socket.end(`heard ${replies}`))
  })
  const client = await agree({ servername: named.host, allowHalfOpen: true } as ConnectionOptions)
  let replies = ''
  client.on('data', (chunk) => {
    replies += chunk
  })
  await until(() => replies === 'speaks first\n')
  expect(await stage.places(named)).toBe(1)
  client.end('last words')
  await until(() => replies.endsWith('heard last words'))
  await expect.poll(() => stage.places(named)).toBe(0)
})

it('the gate carries many bytes to a slow reader, and buffers few', async () => {
  const size = 64 * 1024 * 1024
  let taken = 0
  const named = await stage.tcp((socket) => {
    const block = Buffer.alloc(1024 * 1024)
    const push = () => {
      while (taken < size) {
        taken += block.length
        if (!socket.write(block)) return void socket.once('drain', push)
      }
      socket.end()
    }
    push()
  })
  const client = await agree({ servername: named.host })
  let last = -1
  await until(() => {
    const still = last === taken
    last = taken
    return still
  })
  expect(taken).toBeLessThan(size / 2)
  let got = 0
  client.on('data', (chunk: Buffer) => {
    got += chunk.length
  })
  await until(() => got === size)
})

it('the gate ends connections by SNI with their instance', async () => {
  const named = await stage.tcp((socket) => socket.on('error', () => {}))
  const client = (await agree({ servername: named.host })).on('error', () => {})
  await expect.poll(() => stage.places(named)).toBe(1)
  await stage.end(named)
  client.resume()
  await once(client, 'close')
  expect(await stage.places(named)).toBe(0)
})

it('the gate reveals no names beyond the certificate', async () => {
  const ended = await stage.tcp((socket) => socket.end('secret'))
  await stage.end(ended)
  const replies = []
  for (const servername of [unknown, ended.host, 'ctf.example.org', '']) {
    const client = (await agree(servername ? { servername } : {})).on('error', () => {})
    expect(client.getPeerX509Certificate()?.subject).toBe('CN=first')
    let said = ''
    client.on('data', (chunk) => {
      said += chunk
    })
    client.write('\x16 not HTTP\r\n\r\n')
    await once(client, 'close')
    replies.push(said)
  }
  expect(new Set(replies).size).toBe(1)
  expect(replies[0]).toMatch(/^HTTP\/1\.1 400 /)
})

it('the gate follows a renewal, and open connections go on', async () => {
  const named = await stage.tcp((socket) => socket.pipe(socket))
  const before = await agree({ servername: named.host })
  const subject = async () => (await agree({ servername: unknown })).getPeerX509Certificate()?.subject
  // Half of a renewal, then an invalid certificate.
  await certificates.use('second', ['cert'])
  await listener.reloadCertificate()
  expect(await subject()).toBe('CN=first')
  writeFileSync(certificates.files.key, 'nothing')
  await listener.reloadCertificate()
  expect(await subject()).toBe('CN=first')
  await certificates.use('second')
  await listener.reloadCertificate()
  expect(await subject()).toBe('CN=second')
  before.write('still here')
  expect(String((await once(before, 'data'))[0])).toBe('still here')
})

it('the gate does not start with a certificate and the key of another', async () => {
  const path = certificates.path
  const open = (cert: string, key: string) => stage.tls({ cert, key })
  await expect(open(path('first', 'cert'), path('second', 'key'))).rejects.toThrow(
    /no certificate and its key/
  )
  await expect(open(path('none', 'cert'), path('first', 'key'))).rejects.toThrow(/cannot be read \(ENOENT\)/)
})

it.each([
  ['end', (socket: Socket): void => void socket.end()],
  ['reset', (socket: Socket): void => void socket.resetAndDestroy()]
] as const)(
  'unfinished handshakes of an address are limited, and an %s frees their places at once',
  async (_, leave) => {
    const idle = Array.from({ length: 5 }, () => connect(listener.port, HOST).on('error', () => {}))
    sockets.push(...idle)
    await Promise.all(idle.map((socket) => once(socket, 'connect')))
    const refused = connectTls({ host: HOST, port: listener.port, rejectUnauthorized: false })
    await once(refused, 'error')
    const began = performance.now()
    for (const socket of idle) leave(socket)
    await until(() => ask(unknown).then(({ status }) => status === 404))
    // The handshake timeout would take ten seconds.
    expect(performance.now() - began).toBeLessThan(5000)
    // Finished handshakes do not count.
    for (let n = 0; n < 8; n++) await agree({ servername: unknown })
  }
)
