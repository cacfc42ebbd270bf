import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createDockerEngine } from '~/jobs/instances/engine/docker'
import type { Credentials, Engine, PullProgress } from '~/jobs/instances/engine/engine'
import { DAY_MS } from '~/server/platform/time'
import {
  dockerHost,
  hasEngine,
  imageOf,
  type Registry,
  removeImage,
  startRegistry,
  testImage
} from '../support/instances/engine'

const account = { username: 'organiser', password: 'höist +the/ flag' }
const never = new AbortController().signal

describe.skipIf(!hasEngine)('images of a Docker engine', () => {
  let engine: Engine
  let registry: Registry
  let login: Credentials
  let pushed: { reference: string; digest: string }

  const pull = (reference: string, credentials: Credentials | null = login, signal = never) => {
    const states: PullProgress[] = []
    const pulled = engine.pull(reference, {
      credentials,
      signal,
      progress: (state) => states.push(state)
    })
    return pulled.then((image) => ({ image, states }))
  }

  beforeAll(async () => {
    engine = createDockerEngine({ address: dockerHost(), install: `test-${randomUUID()}` })
    registry = await startRegistry(account)
    login = { host: registry.host, ...account }
    // Nobody else has this content, so that its layer is really downloaded.
    const own = await imageOf(`halyard-test/images:${randomUUID().slice(0, 8)}`, {
      files: { '/www/noise': randomBytes(3_000_000).toString('base64') }
    })
    pushed = await registry.push(own, 'web/first:2')
    await removeImage(own)
  })
  afterEach(() => removeImage(pushed.reference))
  afterAll(async () => {
    engine.close()
    await registry.stop()
  })

  it('images are resolved to a digest without being pulled', async () => {
    expect(await engine.resolve(pushed.reference, login)).toBe(pushed.digest)
    expect(await engine.image(pushed.reference)).toBeNull()
  })

  it('images are pulled with progress, by tag and by digest', async () => {
    const { image, states } = await pull(pushed.reference)
    expect(image).toMatchObject({ digest: pushed.digest, ports: [80], healthcheck: false, user: '' })
    expect(image.id).toMatch(/^sha256:/)
    expect(image.bytes).toBeGreaterThan(100_000)
    expect(image.platform).toMatch(/^linux\//)
    expect(Math.abs(image.builtAt!.getTime() - Date.now())).toBeLessThan(DAY_MS)
    const { bytesDone, bytesTotal, ...layers } = states.at(-1)!
    expect(layers).toEqual({ layersDone: 1, layersTotal: 1 })
    expect(bytesDone).toBe(bytesTotal)
    expect(bytesTotal).toBeGreaterThan(3_000_000)
    const byDigest = `${registry.host}/web/first@${pushed.digest}`
    expect(await engine.image(byDigest)).toEqual(image)
    await removeImage(pushed.reference)
    await removeImage(byDigest)
    expect((await pull(byDigest)).image.digest).toBe(pushed.digest)
    await removeImage(byDigest)
  })

  it('a reference without a tag pulls one tag', async () => {
    const latest = await registry.push(testImage(), 'web/many:latest')
    await registry.push(testImage(), 'web/many:old')
    await pull(`${registry.host}/web/many`)
    expect(await engine.image(`${registry.host}/web/many`)).toMatchObject({ digest: latest.digest })
    expect(await engine.image(`${registry.host}/web/many:old`)).toBeNull()
    await removeImage(`${registry.host}/web/many`)
  })

  it('an image reports its ports, size, user and platform', async () => {
    const image = await imageOf('halyard-test/told:1', {
      user: 'player',
      healthcheck: 'true',
      expose: [8080, 9000],
      changes: ['EXPOSE 53/udp']
    })
    expect(await engine.image(image)).toMatchObject({
      digest: null,
      user: 'player',
      healthcheck: true,
      ports: expect.arrayContaining([8080, 9000])
    })
    expect((await engine.image(image))!.ports).toHaveLength(2)
    await removeImage(image)
    expect(await engine.image(image)).toBeNull()
    expect(await engine.image('halyard-test/absent:1')).toBeNull()
  })

  it('an image is imported from a tar', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'halyard-tar-'))
    writeFileSync(join(folder, 'file'), 'content')
    const tar = spawn('tar', ['-C', folder, '-c', '.'], { stdio: ['ignore', 'pipe', 'ignore'] })
    await engine.importImage('halyard-test/made:1', tar.stdout, ['CMD ["/file"]', 'EXPOSE 4000'])
    rmSync(folder, { recursive: true })
    expect(await engine.image('halyard-test/made:1')).toMatchObject({ ports: [4000], digest: null })
    await removeImage('halyard-test/made:1')
  })

  it.each(['../containers/json', 'UPPER/case', 'a b', 'x?y=z', '-x', 'a//b', ''])(
    'have no name such as "%s", which is asked of nobody',
    async (reference) => {
      const failure = { name: 'EngineError', fault: 'image.not_found' }
      await expect(engine.image(reference)).rejects.toMatchObject(failure)
      await expect(engine.resolve(reference, null)).rejects.toMatchObject(failure)
      await expect(pull(reference)).rejects.toMatchObject(failure)
    }
  )

  describe('a pull that fails', () => {
    const says = async (reference: string, credentials: Credentials | null, fault: string, words: RegExp) => {
      const failure = { name: 'EngineError', fault, message: expect.stringMatching(words) }
      await expect(pull(reference, credentials)).rejects.toMatchObject(failure)
      await expect(engine.resolve(reference, credentials)).rejects.toMatchObject({
        name: 'EngineError',
        fault
      })
      expect(await engine.image(reference)).toBeNull()
    }

    it('reports a wrong password', () =>
      says(pushed.reference, { ...login, password: 'wrong' }, 'image.auth_failed', /unauthorized/))

    it('reports a missing password', () =>
      says(pushed.reference, null, 'image.auth_failed', /no basic auth credentials/))

    it('reports an unknown tag or repository', async () => {
      await says(`${registry.host}/web/first:3`, login, 'image.not_found', /manifest unknown|not found/)
      await says(`${registry.host}/web/absent:1`, login, 'image.not_found', /unknown|not found/)
    })

    it('reports a registry that is down', async () => {
      const down = await startRegistry()
      await down.stop()
      await says(`${down.host}/web/first:2`, null, 'image.registry_unreachable', /connection refused/)
    })

    it('reports a registry without an address', () =>
      says('registry.invalid/web/first:2', null, 'image.registry_unreachable', /registry\.invalid/))

    it('reports an image for other machines', async () => {
      const address = `http://${registry.host}/v2/web/other/manifests`
      const { digest } = await registry.push(testImage(), 'web/other:arm')
      const headers = {
        Authorization: `Basic ${Buffer.from(`${account.username}:${account.password}`).toString('base64')}`
      }
      const type = 'application/vnd.docker.distribution.manifest.v2+json'
      const manifest = await fetch(`${address}/${digest}`, { headers: { ...headers, Accept: type } })
      const size = (await manifest.arrayBuffer()).byteLength
      const listType = 'application/vnd.docker.distribution.manifest.list.v2+json'
      const list = {
        schemaVersion: 2,
        mediaType: listType,
        manifests: [{ mediaType: type, digest, size, platform: { architecture: 's390x', os: 'linux' } }]
      }
      const put = await fetch(`${address}/list`, {
        method: 'PUT',
        headers: { ...headers, 'Content-Type': listType },
        body: JSON.stringify(list)
      })
      expect(put.status).toBe(201)
      await expect(pull(`${registry.host}/web/other:list`)).rejects.toMatchObject({
        fault: 'image.platform_mismatch',
        message: expect.stringContaining('no matching manifest')
      })
    })
  })

  it('an aborted pull ends at once', async () => {
    const silent: Server = createServer(() => {}).listen(0, '127.0.0.1')
    await new Promise((resolve) => silent.once('listening', resolve))
    const { port } = silent.address() as AddressInfo
    const giving = new AbortController()
    const asked = once(silent, 'connection')
    const pulled = pull(`127.0.0.1:${port}/web/first:2`, null, giving.signal)
    void asked.then(() => giving.abort())
    const begun = performance.now()
    await expect(pulled).rejects.toMatchObject({ name: 'EngineError', fault: 'failed' })
    expect(performance.now() - begun).toBeLessThan(3000)
    silent.close()
  })
})
