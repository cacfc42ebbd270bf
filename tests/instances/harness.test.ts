import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '~/scripts/lib/processes/ports.mjs'
import {
  containersWith,
  docker,
  execute,
  hasEngine,
  imageOf,
  inspect,
  killEngine,
  ownsEngine,
  type Registry,
  registryAuth,
  removeAll,
  removeImage,
  startRegistry,
  testImage
} from '../support/instances/engine'

const LABEL = 'halyard.test=harness'

/** Starts a container of an image; it goes with all others of this file. */
async function start(image: string, more: Record<string, unknown> = {}): Promise<string> {
  const { Id } = await docker<{ Id: string }>('POST', '/containers/create', {
    json: { Image: image, Labels: { 'halyard.test': 'harness' }, ...more }
  })
  await docker('POST', `/containers/${Id}/start`)
  return Id
}

const read = async (address: string): Promise<string> => {
  const answer = await fetch(`http://${address}/`, { signal: AbortSignal.timeout(2000) })
  return (await answer.text()).trim()
}

describe.skipIf(!hasEngine)('the engine of the tests', () => {
  afterAll(() => removeAll(LABEL))

  it('the engine runs the image, whose port answers by its address and where it is published', async () => {
    const port = await freePort('127.0.0.1')
    const id = await start(testImage(), {
      HostConfig: { PortBindings: { '80/tcp': [{ HostIp: '127.0.0.1', HostPort: String(port) }] } }
    })
    const address = (await inspect(id))!.NetworkSettings.Networks.bridge!.IPAddress
    await expect.poll(() => read(`${address}:80`).catch(() => null)).toBe('ready')
    await expect.poll(() => read(`127.0.0.1:${port}`).catch(() => null)).toBe('ready')
    expect((await containersWith(LABEL)).map((found) => found.Id)).toContain(id)
    await docker('DELETE', `/containers/${id}?force=1`)
    expect(await inspect(id)).toBeNull()
  })

  it('test images get a command, an environment, a user, files and a health check', async () => {
    const image = await imageOf('halyard-test/harness:1', {
      cmd: ['/bin/sh', '/app/run'],
      env: { GREETING: 'ahoy there' },
      user: '1000',
      files: { '/app/run': 'echo "$GREETING" > /tmp/said; exec sleep 1000\n' },
      healthcheck: 'test -f /tmp/said',
      changes: ['LABEL made.by=tests']
    })
    const id = await start(image, { HostConfig: { Tmpfs: { '/tmp': 'mode=1777' } } })
    await expect.poll(async () => (await inspect(id))?.State.Health?.Status).toBe('healthy')
    expect((await inspect(id))?.Config).toMatchObject({ User: '1000', Labels: { 'made.by': 'tests' } })
    const said = await execute(id, ['/bin/sh', '-c', 'cat /tmp/said; id -u'])
    expect(said).toEqual({ code: 0, output: 'ahoy there\r\n1000\r\n' })
    await removeAll(LABEL)
    await removeImage(image)
  })

  it.skipIf(!ownsEngine)('the engine comes back after it was killed', async () => {
    await killEngine()
    const id = await start(testImage())
    expect((await inspect(id))?.State.Running).toBe(true)
  })
})

describe.skipIf(!hasEngine)('a registry', () => {
  const account = { username: 'organiser', password: 'hoist the flag' }
  let registry: Registry
  const pull = (reference: string, login = account) =>
    docker('POST', `/images/create?${new URLSearchParams({ fromImage: reference })}`, {
      headers: registryAuth(registry.host, login),
      stream: true
    })

  beforeAll(async () => {
    registry = await startRegistry(account)
  })
  afterAll(() => registry.stop())

  it('a registry takes an image and serves it to those with a login', async () => {
    const { reference, digest } = await registry.push(testImage(), 'web/first:2')
    expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/)
    await expect(pull(reference, { ...account, password: 'wrong' })).rejects.toThrow(/unauthorized/)
    await pull(reference)
    const { RepoDigests } = await docker<{ RepoDigests: string[] }>('GET', `/images/${reference}/json`)
    expect(RepoDigests).toContain(`${registry.host}/web/first@${digest}`)
    await removeImage(reference)
    await expect(docker('GET', `/images/${reference}/json`)).rejects.toMatchObject({ status: 404 })
    await registry.restart()
    await pull(reference)
    await removeImage(reference)
  })
})

const lines = (path: string) => readFileSync(path, 'utf8').trim().split('\n')

describe.skipIf(!ownsEngine)('the network namespace of the tests', () => {
  it('the network namespace has no interface that leads out of it', () => {
    const names = lines('/proc/self/net/dev')
      .slice(2)
      .map((line) => line.split(':')[0]!.trim())
    expect(names).toContain('lo')
    expect(names).toContain('docker0')
    // Kernels with tunnels put an idle end of each kind into every namespace.
    const inner =
      /^(lo|docker0|docker_gwbridge|br-.*|hal-.*|veth.*|(sit|tunl|gre|gretap|erspan|ip_vti|ip6_vti|ip6tnl|ip6gre)0)$/
    expect(names.filter((name) => !inner.test(name))).toEqual([])
  })

  it('the network namespace has no route to anywhere else', () => {
    const routes = lines('/proc/self/net/route')
      .slice(1)
      .map((line) => line.split('\t'))
    expect(routes.filter(([, destination]) => destination === '00000000')).toEqual([])
    const names = lines('/proc/self/net/ipv6_route')
      .map((line) => line.split(/\s+/))
      .filter(([destination, prefix]) => destination === '0'.repeat(32) && prefix === '00')
      .map((fields) => fields.at(-1))
    expect(names.filter((name) => name !== 'lo')).toEqual([])
  })
})
