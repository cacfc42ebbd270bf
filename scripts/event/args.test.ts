import { describe, expect, it } from 'vitest'
import { UserError } from '../shared/output'
import { parseCommand } from './args'

const replay = { name: 'replay', file: 'f.json', speed: null, limit: null, url: null, adminPassword: null }

describe('parseCommand', () => {
  it.each([
    [[], { name: 'help' }],
    [['replay', '--help'], { name: 'help' }],
    [['demo'], { name: 'demo' }],
    [['import', 'f.json'], { name: 'import', file: 'f.json' }],
    [['replay', 'f.json'], replay],
    [['replay', '--speed', '1200.5', 'f.json', '--limit=7'], { ...replay, speed: 1200.5, limit: 7 }],
    [['replay', 'f.json', '--speed', 'max'], { ...replay, speed: Number.POSITIVE_INFINITY }],
    [['replay', 'f.json', '--url', 'http://127.0.0.1:9/'], { ...replay, url: 'http://127.0.0.1:9' }],
    [['replay', 'f.json', '--admin-password', 'x y'], { ...replay, adminPassword: 'x y' }]
  ])('reads %j', (argv, command) => {
    expect(parseCommand(argv)).toEqual(command)
  })

  it.each([
    [['play', 'f.json'], /no command "play"/],
    [['import'], /import needs a file/],
    [['import', 'a', 'b'], /"b" is one word too many/],
    [['import', 'a', '--speed', '3'], /import takes no --speed/],
    [['replay', 'f', '--speed', '0'], /--speed must be/],
    [['replay', 'f', '--speed', 'fast'], /--speed must be/],
    [['replay', 'f', '--limit', '1.5'], /--limit must be/],
    [['replay', 'f', '--url', 'ftp://x'], /--url must be/],
    [['replay', 'f', '--sped', '3'], /--sped/]
  ])('refuses %j', (argv, message) => {
    expect(() => parseCommand(argv)).toThrow(UserError)
    expect(() => parseCommand(argv)).toThrow(message)
  })
})
