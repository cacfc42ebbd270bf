import { parseArgs } from 'node:util'
import { UserError } from '~/scripts/shared/output'

export type Command =
  | { name: 'help' }
  | { name: 'pack'; gameId: number; path: string; images: boolean; people: boolean }
  | { name: 'unpack'; path: string; images: boolean }
  | { name: 'results'; path: string; gameId: number | null }
  | { name: 'images'; gameId: number; path: string }
  | { name: 'load'; path: string; gameId: number | null }

export const USAGE = `Usage:
  npm run suitcase -- pack GAME FILE    game GAME, its teams and its container images in one file, for another machine
      --without-images                  the other machine gets them in another way
      --without-people                  teams register there
  npm run suitcase -- unpack FILE       makes the game on this machine, and loads the images; prints "game N"
      --without-images                  leaves them in the file
  npm run suitcase -- results FILE      what was solved here, signed, to be merged at home
      --game GAME                       when several games came in suitcases
  npm run suitcase -- images GAME FILE  only the container images of game GAME, with FILE.sha256
  npm run suitcase -- load FILE         loads such images
      --game GAME                       says which images of game GAME are still missing`

const OPTIONS = {
  'without-images': { type: 'boolean' },
  'without-people': { type: 'boolean' },
  game: { type: 'string' },
  help: { type: 'boolean', short: 'h' }
} as const

const KNOWN: Record<string, { words: number; options: readonly string[] }> = {
  pack: { words: 2, options: ['without-images', 'without-people'] },
  unpack: { words: 1, options: ['without-images'] },
  results: { words: 1, options: ['game'] },
  images: { words: 2, options: [] },
  load: { words: 1, options: ['game'] }
}

const fault = (sentence: string) => new UserError(`${sentence}\n${USAGE}`)

function parsed(argv: string[]) {
  try {
    return parseArgs({ args: argv, options: OPTIONS, allowPositionals: true })
  } catch (error) {
    throw fault(`${(error as Error).message.split('. ')[0]}.`)
  }
}

function numberOf(word: string): number {
  if (!/^[1-9]\d{0,8}$/.test(word)) throw fault(`"${word}" is no number of a game.`)
  return Number(word)
}

/** @throws UserError with the fault and the usage */
export function parseCommand(argv: string[]): Command {
  const { values, positionals } = parsed(argv)
  const [name, first = '', second = '', ...rest] = positionals
  if (values.help || name === 'help' || name === undefined) return { name: 'help' }
  const known = Object.hasOwn(KNOWN, name) ? KNOWN[name] : undefined
  if (!known) throw fault(`There is no command "${name}".`)
  const foreign = Object.keys(values).find((one) => !known.options.includes(one))
  if (foreign) throw fault(`${name} takes no --${foreign}.`)
  if (!first || (known.words === 2 && !second))
    throw fault(
      known.words === 2 ? `${name} needs the number of a game and a file.` : `${name} needs a file.`
    )
  const extra = known.words === 2 ? rest[0] : second
  if (extra) throw fault(`"${extra}" is one word too many.`)
  const images = !values['without-images']
  const gameId = values.game === undefined ? null : numberOf(values.game)
  if (name === 'pack')
    return { name, gameId: numberOf(first), path: second, images, people: !values['without-people'] }
  if (name === 'images') return { name, gameId: numberOf(first), path: second }
  if (name === 'unpack') return { name, path: first, images }
  return { name: name as 'results' | 'load', path: first, gameId }
}
