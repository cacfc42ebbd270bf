import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { parseCommand, UsageError } from './args'

const target = { path: 'd', game: 4, partial: false, values: {} }

it.each([
  [[], { name: 'help' }],
  [['push', '--help'], { name: 'help' }],
  [['login', 'ctf.example.org'], { name: 'login', url: 'ctf.example.org' }],
  [['lint', 'd', '--skip', 'no-flag'], { name: 'lint', path: 'd', strict: false, skip: ['no-flag'] }],
  [['diff', 'd', '--game', '4', '--json'], { name: 'diff', json: true, ...target }],
  [
    ['push', 'd', '--game', '4', '-y', '--delete', '--partial', '--set', 'HOST=a=b'],
    { name: 'push', yes: true, remove: true, ...target, partial: true, values: { HOST: 'a=b' } }
  ],
  [['watch', 'd', '--game', '4'], { name: 'watch', yes: false, ...target }],
  [['pull', '--game', '4', 'd'], { name: 'pull', path: 'd', game: 4 }],
  [['test', '--game', '4'], { name: 'test', paths: [], game: 4 }],
  [['test', 'd', 'e', '--game', '4'], { name: 'test', paths: ['d', 'e'], game: 4 }]
])('reads %j', (argv, command) => {
  expect(parseCommand(argv)).toEqual(command)
})

it.each([
  [['push', 'd'], /needs --game ID/],
  [['push', 'd', '--game', '0'], /"0" is no number/],
  [['push', '--game', '1'], /push needs PATH/],
  [['test', 'd'], /test needs --game ID/],
  [['test', '--game', '1', '--yes'], /test takes no --yes/],
  [['push', 'd', 'e', '--game', '1'], /"e" is one word too many/],
  [['push', 'd', '--game', '1', '--json'], /push takes no --json/],
  [['diff', 'd', '--game', '1', '--set', 'HOST'], /--set needs MARK=VALUE/],
  [['schema', 'd'], /"d" is one word too many/],
  [['toString'], /no command "toString"/],
  [['push', '--token', 'x'], /--token/]
])('refuses %j', (argv, message) => {
  expect(() => parseCommand(argv)).toThrow(UsageError)
  expect(() => parseCommand(argv)).toThrow(message)
})

it('understands what the documentation tells CI to run', () => {
  const text = readFileSync('docs/challenges-as-code.md', 'utf8')
  const templates = [...text.matchAll(/```yaml\n# \.git[\s\S]*?```/g)].map(([block]) =>
    block.replace(/```(yaml)?/g, '')
  )
  expect(templates.map((one) => typeof parse(one))).toEqual(['object', 'object'])
  const commands = [...templates.join('').matchAll(/node \S*halyard\.cjs"? (.*)/g)].map(
    ([, words]) => parseCommand(words!.replace('"$HALYARD_GAME"', '7').split(' ')).name
  )
  expect(commands).toEqual(['lint', 'push', 'lint', 'push'])
})
