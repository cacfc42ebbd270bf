import { expect, it } from 'vitest'
import { sourceOf } from '~/tests/support/files/archives'
import { matchesGlob } from '../archive/glob'
import { importOptions } from '../contract'
import { planImport } from './planner'

const challenge = (name: string) => `name: ${name}\nvalue: 1\nflags: [f]`

async function planned(files: Record<string, string>) {
  const plan = await planImport(sourceOf(files), 'Cup', new Date(0), importOptions.parse({}))
  return {
    made: plan.challenges.map(({ input, from, notes }) => [
      input.title,
      from,
      ...notes.map(({ code }) => code)
    ]),
    refused: plan.refused.map(({ from, reason }) => [from, reason.code])
  }
}

it('every definition counts, except those in folders of tools', async () => {
  const plan = await planned({
    'crypto/a/ctfcli.yaml': challenge('A'),
    'crypto/b/chal.json': '{"name": "B", "flag": "f"}',
    'crypto/c/Challenge.yml': challenge('C'),
    'crypto/d/one.challenge.yml': challenge('D1'),
    'crypto/d/two.challenge.yml': challenge('D2'),
    'crypto/e/._challenge.yml': 'x',
    'crypto/e/challenge.yml.bak': challenge('no'),
    '.template/chal.yml': challenge('no'),
    'web/node_modules/challenge.json': challenge('no'),
    '__MACOSX/crypto/a/chall.yml': challenge('no')
  })
  expect(plan.made.map(([title]) => title)).toEqual(['A', 'B', 'C', 'D1', 'D2'])
  expect(plan.refused).toEqual([])
})

it('a challenge at the top has no category', async () => {
  expect(await planned({ 'challenge.yml': challenge('A') })).toEqual({
    made: [['A', 'challenge.yml']],
    refused: []
  })
})

it('two files of the same challenge make one', async () => {
  const plan = await planned({
    'pwn/a/challenge.yaml': challenge('A'),
    'pwn/a/challenge.yml': challenge('A'),
    'pwn/b/challenge.yaml': challenge('A'),
    'web/c/challenge.yaml': 'apiVersion: x\nkind: Challenge',
    'web/c/challenge.yml': challenge('C')
  })
  expect(plan.made).toEqual([
    ['A', 'pwn/a/challenge.yml'],
    ['A', 'pwn/b/challenge.yaml', 'is_there'],
    ['C', 'web/c/challenge.yml']
  ])
  expect(plan.refused).toEqual([['pwn/a/challenge.yaml', 'is_there']])
})

it('a file that is no challenge is reported only where no challenge is above it', async () => {
  const plan = await planned({
    'web/a/ctfcli.yaml': challenge('A'),
    'web/a/src/deep/challenge.yaml': 'flag: f\nblock_time: 0',
    'web/b/src/challenge.yaml': 'flag: f\nblock_time: 0',
    'web/a/second/challenge.yml': challenge('Second')
  })
  expect(plan.made.map(([title]) => title)).toEqual(['A', 'Second'])
  expect(plan.refused).toEqual([['web/b/src/challenge.yaml', 'not_challenge']])
})

it.each([
  ['*', 'a', true],
  ['*.c', 'a.c', true],
  ['*.c', 'a/b.c', false],
  ['**/*.c', 'a/b.c', true],
  ['**/*.c', 'b.c', true],
  ['a/**', 'a', true],
  ['a/**/d', 'a/b/c/d', true],
  ['a/?', 'a/bc', false],
  ['[a]', 'a', false],
  ['[a]', '[a]', true],
  [`${'*a'.repeat(60)}b`, 'a'.repeat(1000), false],
  [`${'**/a/'.repeat(100)}b`, 'a/'.repeat(200), false]
])('the pattern %s matches %s: %s', (pattern, path, fit) => {
  expect(matchesGlob(pattern.split('/'), path.split('/'))).toBe(fit)
})
