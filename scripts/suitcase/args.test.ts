import { expect, it } from 'vitest'
import { UserError } from '~/scripts/shared/output'
import { parseCommand } from './args'

it.each([
  [[], { name: 'help' }],
  [['pack', '7', 'f'], { name: 'pack', gameId: 7, path: 'f', images: true, people: true }],
  [
    ['pack', '7', 'f', '--without-images', '--without-people'],
    { name: 'pack', gameId: 7, path: 'f', images: false, people: false }
  ],
  [['unpack', 'f'], { name: 'unpack', path: 'f', images: true }],
  [['results', 'f'], { name: 'results', path: 'f', gameId: null }],
  [['results', 'f', '--game', '3'], { name: 'results', path: 'f', gameId: 3 }],
  [['images', '7', 'f'], { name: 'images', gameId: 7, path: 'f' }],
  [['load', 'f', '--game', '7'], { name: 'load', path: 'f', gameId: 7 }]
])('reads %j', (argv, command) => {
  expect(parseCommand(argv)).toEqual(command)
})

it.each([
  [['pack', '7'], /pack needs the number of a game and a file/],
  [['pack', 'cup', 'f'], /"cup" is no number/],
  [['unpack'], /unpack needs a file/],
  [['unpack', 'f', 'g'], /"g" is one word too many/],
  [['unpack', 'f', '--without-people'], /unpack takes no --without-people/],
  [['results', 'f', '--game', '0'], /"0" is no number/],
  [['merge', 'f'], /no command "merge"/],
  // What every object has is no command.
  [['toString', 'f'], /no command "toString"/],
  [['pack', '--all'], /Unknown option/]
])('refuses %j', (argv, message) => {
  expect(() => parseCommand(argv)).toThrow(UserError)
  expect(() => parseCommand(argv)).toThrow(message)
})
