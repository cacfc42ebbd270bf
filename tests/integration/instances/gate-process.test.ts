import { once } from 'node:events'
import { request } from 'node:https'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '~/scripts/lib/processes/ports.mjs'
import { type Certificates, openCertificates } from '../../support/instances/certificates'
import { bodyOf, DOMAIN, HOST, sendRaw } from '../../support/instances/gate'
import { startPlatform } from '../../support/processes/platform'

let certificates: Certificates
beforeAll(async () => {
  certificates = openCertificates()
  await certificates.make('first', [`*.${DOMAIN}`])
  await certificates.make('second', [`*.${DOMAIN}`])
})
afterAll(() => certificates?.close())

const environment = async (cert: string, key: string) => ({
  PUBLIC_URL: 'https://ctf.example.org',
  INSTANCE_DOMAIN: DOMAIN,
  INSTANCE_TLS_PORT: String(await freePort(HOST)),
  INSTANCE_TLS_HOST: HOST,
  INSTANCE_TLS_CERT: certificates.path(cert, 'cert'),
  INSTANCE_TLS_KEY: certificates.path(key, 'key')
})

it('the web process answers for names on both ports, and for itself on one', async () => {
  const env = await environment('first', 'first')
  const platform = await startPlatform(env)
  try {
    const host = `box-0123456789abcdef.${DOMAIN}`
    const port = Number(new URL(platform.url).port)
    const ask = (name: string) =>
      sendRaw(port, `GET /healthz HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`)
    expect(await ask('ctf.example.org')).toMatch(/^HTTP\/1\.1 200 .*Healthy/s)
    expect(await ask(host)).toMatch(/^HTTP\/1\.1 404 .*<h1>Nothing here/s)
    for (const name of [host, 'ctf.example.org']) {
      const to = { host: HOST, port: Number(env.INSTANCE_TLS_PORT), path: '/healthz', agent: false as const }
      const req = request({ ...to, rejectUnauthorized: false, headers: { Host: name } }).end()
      const [res] = await once(req, 'response')
      expect(res.statusCode).toBe(404)
      expect(await bodyOf(res)).toContain('<h1>Nothing here')
    }
  } finally {
    await platform.close()
  }
})

it('the web process does not start with a certificate and the key of another, and reports that', async () => {
  await expect(startPlatform(await environment('first', 'second'))).rejects.toThrow(
    /are no certificate and its key/
  )
})
