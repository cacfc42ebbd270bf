import { inspect } from 'node:util'
import { expect, it } from 'vitest'
import { createDialer, readAddress } from './address'

it.each([
  ['unix:///var/run/docker.sock', {}, 'http', '/var/run/docker.sock', undefined, undefined],
  ['unix://10.0.0.2/var/run/docker.sock', {}, 'http', '/var/run/docker.sock', undefined, undefined],
  ['tcp://10.0.0.5:2375', {}, 'http', undefined, '10.0.0.5', '2375'],
  ['tcp://engine', {}, 'http', undefined, 'engine', '2375'],
  ['tcp://engine:2376', {}, 'https', undefined, 'engine', '2376'],
  ['tcp://engine:5000', { DOCKER_TLS_VERIFY: '1' }, 'https', undefined, 'engine', '5000'],
  ['http://engine', {}, 'http', undefined, 'engine', '80'],
  ['https://engine/', {}, 'https', undefined, 'engine', '2376'],
  ['tcp://[fd00::5]:2375', {}, 'http', undefined, 'fd00::5', '2375']
])('the address %s is parsed', (address, env, protocol, socketPath, host, port) => {
  expect(readAddress(address, env)).toEqual({ protocol, socketPath, host, port })
})

it.each([
  '',
  'docker.sock',
  'unix://docker.sock',
  'unix://engine/docker.sock',
  'ssh://engine',
  'tcp://',
  'tcp://engine:2375/path',
  'tcp://a b'
])('the address %j is refused', (address) => {
  expect(() => readAddress(address, {})).toThrow(/is not the address of an engine/)
})

it('the keys of a connection are hidden from the library, which logs its options before every call', () => {
  const { dialer, close } = createDialer('tcp://127.0.0.1:1', null)
  const { agent } = dialer as unknown as { agent: object }
  expect(inspect({ agent }, { showHidden: true, depth: null })).toBe('{ agent: [Agent] }')
  close()
})
