import { expect, it } from 'vitest'
import { UserError } from '~/scripts/shared/output'
import { parseCommand } from './args'

it.each([
  [[], { name: 'help' }],
  [['import', 'd'], { name: 'import', path: 'd', options: { dryRun: false } }],
  [
    ['import', 'd', '--dry-run', '--game', '4'],
    { name: 'import', path: 'd', options: { dryRun: true, game: 4 } }
  ],
  [
    ['import', 'd', '--start', '2030-01-01T00:00:00Z'],
    { name: 'import', path: 'd', options: { dryRun: false, start: new Date('2030-01-01T00:00:00Z') } }
  ],
  [
    ['import', 'd', '--game', '4', '--update', '5,6'],
    { name: 'import', path: 'd', options: { dryRun: false, game: 4, update: [5, 6] } }
  ],
  [
    ['import', 'd', '--game', '4', '--update', 'all'],
    { name: 'import', path: 'd', options: { dryRun: false, game: 4, update: 'all' } }
  ],
  [
    ['import', 'd', '--set', 'HOST=a.example', '--set', '{x:y}=z=1'],
    { name: 'import', path: 'd', options: { dryRun: false, values: { HOST: 'a.example', '{x:y}': 'z=1' } } }
  ],
  [
    ['export', '7', 'f.zip', '--no-posts'],
    { name: 'export', gameId: 7, path: 'f.zip', posts: false, tickets: false }
  ],
  [
    ['export', '7', 'f.zip', '--tickets'],
    { name: 'export', gameId: 7, path: 'f.zip', posts: true, tickets: true }
  ],
  [['everything', '7', 'f.zip'], { name: 'everything', gameId: 7, path: 'f.zip', files: true }],
  [
    ['everything', '7', 'f.zip', '--no-files'],
    { name: 'everything', gameId: 7, path: 'f.zip', files: false }
  ],
  [['site', '7', 'f.zip'], { name: 'site', gameId: 7, path: 'f.zip', locale: 'en-US' }],
  [['site', '7', 'f.zip', '--locale', 'de-DE'], { name: 'site', gameId: 7, path: 'f.zip', locale: 'de-DE' }]
])('reads %j', (argv, command) => {
  expect(parseCommand(argv)).toEqual(command)
})

it.each([
  [['import'], /needs a folder/],
  [['import', 'a', 'b'], /"b" is one word too many/],
  [['import', 'a', '--start', 'soon'], /--start is not usable/],
  [['import', 'a', '--game', '0'], /--game is not usable/],
  [['import', 'a', '--game', '1', '--title', 'b'], /are for a new game/],
  [['import', 'a', '--update', 'all'], /--update needs --game/],
  [['import', 'a', '--game', '1', '--update', 'x'], /--update is not usable/],
  [['import', 'a', '--set', 'HOST'], /--set needs MARK=VALUE/],
  [['export', '1'], /export needs/],
  [['export', 'one', 'f'], /"one" is no number/],
  [['export', '1', 'f', '--dry-run'], /export takes no --dry-run/],
  [['export', '1', 'f', '--locale', 'de-DE'], /export takes no --locale/],
  [['import', 'f', '--locale', 'de-DE'], /import takes no --locale/],
  [['everything', '1'], /everything needs/],
  [['everything', '1', 'f', '--tickets'], /everything takes no --tickets/],
  [['site', '1'], /site needs/],
  [['site', '1', 'f', '--locale', 'de'], /--locale must be one of en-US/],
  [['site', '1', 'f', '--no-posts'], /site takes no --no-posts/],
  [['replace', 'f'], /no command "replace"/]
])('refuses %j', (argv, message) => {
  expect(() => parseCommand(argv)).toThrow(UserError)
  expect(() => parseCommand(argv)).toThrow(message)
})
