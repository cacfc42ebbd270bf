import { describe, expect, it } from 'vitest'
import type { StartPlan } from '../engine'
import { readReference } from './images'
import { addressesOf, containerSpec, networkSpec } from './spec'

const plan: StartPlan = {
  instance: '0f8c3a5e-1111-4222-8333-444455556666',
  generation: 2,
  image: 'web:1',
  env: { A: '1' },
  labels: { TeamId: '5', 'halyard.install': 'forged' },
  publish: [],
  subnet: '10.213.255.248/29',
  egress: { kind: 'none' },
  limits: { memoryMb: 4096, cpu: 15, pids: 64, diskMb: 100 },
  readOnly: true,
  capabilities: [],
  file: null
}
const able = { cpus: 4, diskQuota: true }

describe('the addresses of a subnet', () => {
  it.each([
    ['10.213.0.0/29', '10.213.0.1', '10.213.0.2'],
    ['10.213.255.248/29', '10.213.255.249', '10.213.255.250'],
    ['192.168.0.0/16', '192.168.0.1', '192.168.0.2'],
    ['223.255.255.252/30', '223.255.255.253', '223.255.255.254']
  ])('the subnet %s has the gateway %s and the container %s', (subnet, gateway, container) => {
    expect(addressesOf(subnet)).toMatchObject({ gateway, container })
  })

  it.each(['10.213.0.1/29', '10.213.0.0/31', '10.213.0/29', '10.256.0.0/29', 'fd00::/64', ''])(
    'the subnet %j is refused',
    (subnet) => {
      expect(() => addressesOf(subnet)).toThrow(/subnet|network/)
    }
  )
})

describe('the request for a container', () => {
  it('a container has our labels, whatever others there are', () => {
    expect(networkSpec(plan, 'mine').Labels).toEqual({
      TeamId: '5',
      'halyard.install': 'mine',
      'halyard.instance': plan.instance,
      'halyard.generation': '2'
    })
  })

  it('the interface has a name that fits the kernel and says where it leads', () => {
    const nameOf = (egress: StartPlan['egress']) =>
      networkSpec({ ...plan, egress }, 'mine').Options!['com.docker.network.bridge.name']!
    expect(nameOf({ kind: 'none' })).toBe('hal-0f8c3a5e111')
    expect(nameOf({ kind: 'hosts', hosts: [] })).toBe('hal-0f8c3a5e111')
    expect(nameOf({ kind: 'internet' })).toBe('hai-0f8c3a5e111')
    expect(nameOf({ kind: 'internet' }).length).toBeLessThanOrEqual(15)
  })

  it('a writable layer is limited where the engine can, and so are the folders of a read-only root', () => {
    const written = containerSpec({ ...plan, readOnly: false }, 'mine', able).HostConfig!
    expect(written).toMatchObject({ StorageOpt: { size: '100m' }, ReadonlyRootfs: false })
    expect(written.Tmpfs).toEqual({})
    const unable = containerSpec({ ...plan, readOnly: false }, 'mine', { ...able, diskQuota: false })
    expect(unable.HostConfig!.StorageOpt).toBeUndefined()
    const readOnly = containerSpec(plan, 'mine', able).HostConfig!
    expect(readOnly.StorageOpt).toBeUndefined()
    expect(Object.keys(readOnly.Tmpfs!)).toEqual(['/tmp', '/run', '/var/tmp'])
    expect(readOnly.Tmpfs!['/tmp']).toContain('size=100m')
    const declared = containerSpec({ ...plan, readOnly: false }, 'mine', able, ['/var/lib/data']).HostConfig!
    expect(declared.Tmpfs).toEqual({ '/var/lib/data': readOnly.Tmpfs!['/tmp'] })
  })

  it('a resolver leads out only where the internet is allowed', () => {
    const dnsOf = (egress: StartPlan['egress']) =>
      containerSpec({ ...plan, egress }, 'mine', able).HostConfig!.Dns
    expect(dnsOf({ kind: 'none' })).toHaveLength(1)
    expect(dnsOf({ kind: 'hosts', hosts: [] })).toHaveLength(1)
    expect(dnsOf({ kind: 'internet' })).toBeUndefined()
  })
})

describe('a reference', () => {
  const digest = `sha256:${'ab'.repeat(32)}`

  it.each([
    ['web', 'web', null, null],
    ['team/web:1.2-rc', 'team/web', '1.2-rc', null],
    ['localhost/web:1', 'localhost/web', '1', null],
    ['registry.example.org/a/b/web:1', 'registry.example.org/a/b/web', '1', null],
    ['Registry:5000/web', 'Registry:5000/web', null, null],
    [`127.0.0.1:5000/web:1@${digest}`, '127.0.0.1:5000/web', '1', digest],
    [digest, digest, null, null]
  ])('the reference %s has the name %s, the tag %s and the digest %s', (reference, name, tag, found) => {
    expect(readReference(reference)).toEqual({ name, tag, digest: found })
  })
})
