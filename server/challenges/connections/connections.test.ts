import { expect, it } from 'vitest'
import { challengeUpdate } from '../contract'
import { commandOf } from './command'

const read = (...connections: object[]) => challengeUpdate.parse({ connections }).connections!
const faults = (...connections: unknown[]) =>
  challengeUpdate
    .safeParse({ connections })
    .error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`)

it.each([
  [{ kind: 'nc', host: 'pwn.example.org', port: 1337 }, 'nc pwn.example.org 1337'],
  [{ kind: 'nc', host: ' 2001:db8::1 ', port: '9' }, 'nc 2001:db8::1 9'],
  [{ kind: 'tls', host: 'a.example' }, 'openssl s_client -quiet -connect a.example:443'],
  [{ kind: 'tls', host: '[::1]', port: 99 }, 'openssl s_client -quiet -connect [::1]:99'],
  [{ kind: 'ssh', host: '192.0.2.1', user: 'ctf' }, 'ssh ctf@192.0.2.1 -p 22'],
  [{ kind: 'ssh', host: 'a', port: 2222 }, 'ssh a -p 2222'],
  [{ kind: 'https', host: 'a.example', path: 'x?y=1#z' }, 'https://a.example/x?y=1#z'],
  [{ kind: 'http', host: '2001:db8::1', port: 8080, path: '/' }, 'http://[2001:db8::1]:8080/'],
  [{ kind: 'http', host: 'a', port: 80 }, 'http://a'],
  [{ kind: 'other', text: ' Call 555 ' }, 'Call 555']
])('%j is %s', (given, command) => {
  const [stored] = read(given)
  expect(commandOf(stored!)).toBe(command)
  // What is stored is what a form, a version or an archive sends again.
  expect(read(stored!)).toEqual([stored])
})

it('what a kind does not have is not stored', () => {
  const all = { label: 'x', host: 'a', port: 5, user: 'u', path: '/p', text: 't' }
  expect(read({ ...all, kind: 'nc' })).toEqual([{ ...all, kind: 'nc', user: '', path: '', text: '' }])
  expect(read({ ...all, kind: 'other' })).toEqual([
    { kind: 'other', label: 'x', host: '', port: null, user: '', path: '', text: 't' }
  ])
})

it('errors name the connection and its field', () => {
  const good = { kind: 'nc', host: 'a', port: 1 }
  expect(faults(good, good, { ...good, port: 65_536 })).toEqual(['connections.2.port field.out_of_range'])
  expect(faults({ kind: 'nc', host: 'a' })).toEqual(['connections.0.port field.required'])
  expect(faults({ kind: 'https' })).toEqual(['connections.0.host field.required'])
  expect(faults({ kind: 'other', text: ' ' })).toEqual(['connections.0.text field.required'])
  expect(faults({ ...good, label: 'x'.repeat(41) })).toEqual(['connections.0.label field.text_too_long'])
  expect(faults({ ...good, kind: 'udp' })?.[0]).toMatch(/^connections\.0\.kind /)
  expect(faults({ ...good, hots: 'a' })).toEqual(['connections.0 field.unknown'])
  expect(faults('nc a 1')).toEqual(['connections.0 field.type_mismatch'])
  expect(faults(...Array(9).fill(good))).toEqual(['connections field.out_of_range'])
})

it.each(['a b', 'a;reboot', '-oProxyCommand=x', '$(id)', 'a/b', 'a:1', 'ä.example', 'a'.repeat(254), '[a]b'])(
  'the host %s is refused, so that a copied command runs nothing else',
  (host) => {
    expect(faults({ kind: 'nc', host, port: 1 })?.[0]).toMatch(/^connections\.0\.host /)
  }
)

it('users and paths hold nothing that a shell or a page reads as more', () => {
  expect(faults({ kind: 'ssh', host: 'a', user: '-l' })).toEqual(['connections.0.user field.characters'])
  expect(faults({ kind: 'http', host: 'a', path: "/a'b" })).toEqual(['connections.0.path field.characters'])
  expect(faults({ kind: 'http', host: 'a', path: '/a b' })).toEqual(['connections.0.path field.characters'])
})
