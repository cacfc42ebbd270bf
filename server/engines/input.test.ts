import { rootCertificates } from 'node:tls'
import { expect, it } from 'vitest'
import { engineInput } from './input'

const CLUSTER = { kind: 'kubernetes', address: 'https://10.0.0.3:6443', namespace: 'halyard-instances' }
/** Any certificate works, because nothing connects. */
const CA = rootCertificates[0]!

it.each([
  [{ address: 'ssh://10.0.0.3' }, 'address'],
  [{ address: 'ssh://engine' }, 'address'],
  [{ address: 'nothing' }, 'address'],
  [{ address: '' }, 'address'],
  [{ address: 'tcp://10.0.0.3:99999' }, 'address'],
  [{ address: 'http://10.0.0.3:2375' }, 'address'],
  [{ address: 'unix://run/docker.sock' }, 'address'],
  [{ address: 'tcp://10.0.0.3:2376/path' }, 'address'],
  [{ address: 'tcp://user@10.0.0.3:2376' }, 'address'],
  [{ address: 'tcp://engine.example:2376' }, 'bind'],
  [{ bind: 'engine.example' }, 'bind'],
  [{ entry: 'play.example:80' }, 'entry'],
  [{ memoryMb: 3 }, 'memoryMb'],
  [{ places: 0 }, 'places'],
  [{ kind: 'podman' }, 'kind'],
  [{ kind: 'swarm', entry: 'play.example' }, 'entry'],
  [{ kind: 'swarm', bind: '10.0.0.3' }, 'bind'],
  [{ kind: 'kubernetes', namespace: 'halyard' }, 'address'],
  [{ ...CLUSTER, namespace: null }, 'namespace'],
  [{ ...CLUSTER, namespace: 'Not a name' }, 'namespace'],
  [{ ...CLUSTER, namespace: 'a'.repeat(64) }, 'namespace'],
  [{ ...CLUSTER, entry: 'play.example' }, 'entry'],
  [{ ...CLUSTER, bind: '10.0.0.3' }, 'bind'],
  [{ ...CLUSTER, keys: { ca: 'none', token: 'a.b.c' } }, 'keys.ca'],
  [{ ...CLUSTER, keys: { ca: CA, token: 'a token' } }, 'keys.token'],
  [{ ...CLUSTER, keys: { ca: CA, token: 'a.b.c', cert: CA } }, 'keys.token'],
  [{ ...CLUSTER, keys: { ca: CA, cert: CA } }, 'keys.key'],
  [{ kind: 'docker', keys: { ca: CA, token: 'a.b.c' } }, 'keys.token'],
  [{ kind: 'docker', namespace: 'halyard' }, 'namespace']
])('refuses %j and names the field', (more, field) => {
  const { error } = engineInput.safeParse({ address: 'tcp://10.0.0.3:2376', ...more })
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([field])
})

it.each([
  'unix:///run/podman/podman.sock',
  'unix://10.0.0.2/var/run/docker.sock',
  'tcp://10.0.0.3',
  'tcp://10.0.0.3:2376/',
  'https://[fd00::3]:2376'
])('takes %j', (address) => {
  expect(engineInput.parse({ address })).toMatchObject({
    address: address.replace(/(6)\/$/, '$1'),
    keys: null
  })
})

it('takes a cluster by its API server and namespace, with a token in the place of a certificate', () => {
  const keys = { ca: CA, token: 'a.b.c\n' }
  expect(engineInput.parse({ ...CLUSTER, address: 'https://api.example', keys })).toMatchObject({
    ...{ kind: 'kubernetes', address: 'https://api.example', bind: null },
    keys: { ca: CA.trim(), token: 'a.b.c' }
  })
})
