import { expect, it } from 'vitest'
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
  [['pull', '--game', '4', 'd'], { name: 'pull', path: 'd', game: 4 }]
])('reads %j', (argv, command) => {
  expect(parseCommand(argv)).toEqual(command)
})

it.each([
  [['push', 'd'], /needs --game ID/],
  [['push', 'd', '--game', '0'], /"0" is no number/],
  [['push', '--game', '1'], /push needs PATH/],
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
