import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { addressOf, callEngine } from './api.mjs'
import { candidateHosts, findEngine } from './find.mjs'

describe('addressOf', () => {
  it.each([
    ['unix:///var/run/docker.sock', { socketPath: '/var/run/docker.sock' }],
    ['tcp://127.0.0.1:4000', { host: '127.0.0.1', port: 4000 }],
    ['tcp://127.0.0.1', { host: '127.0.0.1', port: 2375 }],
    ['http://engine:80', { host: 'engine', port: 80 }],
    ['tcp://[::1]:4000', { host: '::1', port: 4000 }],
    ['ssh://somebody@engine', null],
    ['npipe:////./pipe/docker_engine', null],
    ['/var/run/docker.sock', null],
    ['tcp://', null]
  ])('the host %s has the address %j', (host, address) => {
    expect(addressOf(host)).toEqual(address)
  })
})

describe('candidateHosts', () => {
  it('begins with DOCKER_HOST', () => {
    const env = { DOCKER_HOST: 'tcp://127.0.0.1:4000', XDG_RUNTIME_DIR: '/run/user/1000' }
    expect(candidateHosts(env, '/home/mira')).toEqual([
      'tcp://127.0.0.1:4000',
      'unix:///var/run/docker.sock',
      'unix:///run/user/1000/docker.sock',
      'unix:///home/mira/.docker/run/docker.sock'
    ])
  })

  it('leaves out what is not set or not supported', () => {
    expect(candidateHosts({ DOCKER_HOST: 'ssh://engine' }, '/root')).toEqual([
      'unix:///var/run/docker.sock',
      'unix:///root/.docker/run/docker.sock'
    ])
  })
})

describe('an engine on a socket', () => {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-test-'))
  const host = `unix://${folder}/docker.sock`
  const server = createServer((request, response) => {
    if (request.url === '/_ping') response.end('OK')
    else if (request.url === '/images') {
      response.end('{"status":"Preparing"}\r\n{"errorDetail":{},"error":"manifest unknown"}\r\n')
    } else response.writeHead(404, { 'Content-Type': 'application/json' }).end('{"message":"no such thing"}')
  })

  afterEach(() => {
    server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('is found once it answers, and its refusals become errors, also in the middle of a stream', async () => {
    expect(await findEngine({ DOCKER_HOST: host })).not.toBe(host)
    await new Promise<void>((resolve) => server.listen(join(folder, 'docker.sock'), resolve))
    expect(await findEngine({ DOCKER_HOST: host })).toBe(host)
    expect(await callEngine(host, 'GET', '/_ping')).toBe('OK')
    await expect(callEngine(host, 'GET', '/lost')).rejects.toMatchObject({
      status: 404,
      message: 'no such thing'
    })
    await expect(callEngine(host, 'POST', '/images', { stream: true })).rejects.toThrow('manifest unknown')
  })
})
