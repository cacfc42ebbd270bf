import { expect, it } from 'vitest'
import { connectionsOf } from './connections'

it.each([
  ['nc knots.example.org 1337', { kind: 'nc', host: 'knots.example.org', port: '1337' }],
  ['`nc -v a 1`', { kind: 'nc', host: 'a', port: '1' }],
  ['ncat --ssl a.example 443', { kind: 'tls', host: 'a.example', port: '443' }],
  ['openssl s_client -quiet -connect a.example:99', { kind: 'tls', host: 'a.example', port: '99' }],
  ['ssh -p 2222 ctf@a.example', { kind: 'ssh', host: 'a.example', port: '2222', user: 'ctf' }],
  ['ssh ctf@a.example -p 22', { kind: 'ssh', host: 'a.example', port: '22', user: 'ctf' }],
  [' https://a.example/x?y=1 ', { kind: 'https', host: 'a.example', port: null, path: '/x?y=1' }],
  ['http://a.example:8080/', { kind: 'http', host: 'a.example', port: '8080', path: '' }],
  ['telnet a 23', { kind: 'other', text: 'telnet a 23' }],
  ['nc a 99999', { kind: 'other', text: 'nc a 99999' }],
  ['https://me:secret@a.example/', { kind: 'other', text: 'https://me:secret@a.example/' }],
  ['http://{a}:$b', { kind: 'other', text: 'http://{a}:$b' }]
])('%s is read', (told, expected) => {
  expect(connectionsOf(told)).toEqual([expected])
})

it('each line is one, and what fits in no field stays in the text', () => {
  expect(connectionsOf('nc a 1\n\nssh a\n')).toEqual([
    { kind: 'nc', host: 'a', port: '1' },
    { kind: 'ssh', host: 'a', port: null, user: '' }
  ])
  expect(connectionsOf('')).toEqual([])
  for (const left of ['nc {{host}} 1', 'nc \x24{host} 1', 'nc HOST 1', 'x'.repeat(201), 'a\n'.repeat(9)])
    expect(connectionsOf(left)).toBeNull()
})
