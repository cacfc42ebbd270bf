import { parseArgs } from 'node:util'
import { UserError } from '~/scripts/shared/output'

/** A word of the command line that is wrong: exit code 64. */
export class UsageError extends UserError {
  override name = 'UsageError'
}

/** Arguments of a push, and of commands that plan one. */
export interface Target {
  path: string
  game: number
  partial: boolean
  values: Record<string, string>
}

export type Command =
  | { name: 'help' }
  | { name: 'schema' }
  | { name: 'login'; url: string }
  | { name: 'init'; path: string }
  | { name: 'lint'; path: string; strict: boolean; skip: string[] }
  | ({ name: 'diff'; json: boolean } & Target)
  | ({ name: 'push'; yes: boolean; remove: boolean } & Target)
  | ({ name: 'watch'; yes: boolean } & Target)
  | { name: 'test'; paths: string[]; game: number }
  | { name: 'pull'; path: string; game: number }

export const USAGE = `Usage: halyard COMMAND

  login URL                 stores the address and a token, which is read from the terminal or from stdin
  init PATH                 writes a challenge folder to start from, and the JSON schema beside it
  lint PATH                 checks challenge folders; needs no platform
      --strict              warnings count as errors
      --skip RULE           leaves a rule out; as often as there are rules
  diff PATH --game ID       shows what a push would do
      --json                prints the plan as JSON
  push PATH --game ID       brings the challenges of a game to what the folders say; shows the plan and asks
      --yes                 does not ask; needed where there is no terminal
      --delete              deletes challenges whose folder is gone; they go to the trash
  watch PATH --game ID      pushes, then pushes each challenge again as it is saved
  test [PATH…] --game ID    checks that the challenges in the folders, or all of the game, can be solved by their solvers
  pull --game ID PATH       writes the challenges of a game as folders
  schema                    prints the JSON schema of a challenge's file

diff, push and watch also take
      --partial             leaves out folders that cannot be used, instead of refusing all
      --set MARK=VALUE      stands for MARK, such as HOST, in all descriptions

PATH is a folder with challenges at any depth, or a ZIP of one; ctfcli, rCDS, GZCTF, exports of CTFd and GZCTF, responses of rCTF,
and our own format.
HALYARD_URL and HALYARD_TOKEN go before what login stored.
Exit codes: 0 done or nothing to do, 1 failed or lint errors, 2 differences (diff), 3 a check could not run (test),
64 wrong usage.`

const OPTIONS = {
  game: { type: 'string' },
  strict: { type: 'boolean' },
  skip: { type: 'string', multiple: true },
  json: { type: 'boolean' },
  yes: { type: 'boolean', short: 'y' },
  delete: { type: 'boolean' },
  partial: { type: 'boolean' },
  set: { type: 'string', multiple: true },
  help: { type: 'boolean', short: 'h' }
} as const

/** Arguments of each command; `word` is the one that it requires. */
const TAKES: Record<string, { word: 'URL' | 'PATH' | 'PATHS' | null; options: (keyof typeof OPTIONS)[] }> = {
  login: { word: 'URL', options: [] },
  init: { word: 'PATH', options: [] },
  lint: { word: 'PATH', options: ['strict', 'skip'] },
  diff: { word: 'PATH', options: ['game', 'json', 'partial', 'set'] },
  push: { word: 'PATH', options: ['game', 'yes', 'delete', 'partial', 'set'] },
  watch: { word: 'PATH', options: ['game', 'yes', 'partial', 'set'] },
  test: { word: 'PATHS', options: ['game'] },
  pull: { word: 'PATH', options: ['game'] },
  schema: { word: null, options: [] }
}

const fault = (sentence: string) => new UsageError(`${sentence} See halyard --help.`)

function parsed(argv: string[]) {
  try {
    return parseArgs({ args: argv, options: OPTIONS, allowPositionals: true })
  } catch (error) {
    throw fault(`${(error as Error).message.split('. ')[0]}.`)
  }
}

/** `MARK=VALUE`, the first sign of equality apart. */
function valuesOf(set: string[] = []): Record<string, string> {
  const wrong = set.find((one) => one.indexOf('=') < 1)
  if (wrong !== undefined) throw fault(`--set needs MARK=VALUE, not "${wrong}".`)
  return Object.fromEntries(
    set.map((one) => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)])
  )
}

function gameOf(name: string, given: string | undefined): number {
  if (given === undefined) throw fault(`${name} needs --game ID.`)
  if (!/^[1-9]\d{0,8}$/.test(given)) throw fault(`"${given}" is no number of a game.`)
  return Number(given)
}

/** Reads the command line. @throws UsageError */
export function parseCommand(argv: string[]): Command {
  const { values, positionals } = parsed(argv)
  const [name, first, ...rest] = positionals
  if (values.help || name === 'help' || name === undefined) return { name: 'help' }
  const takes = Object.hasOwn(TAKES, name) ? TAKES[name] : undefined
  if (!takes) throw fault(`There is no command "${name}".`)
  const many = takes.word === 'PATHS'
  const odd = (Object.keys(values) as (keyof typeof OPTIONS)[]).find((one) => !takes.options.includes(one))
  if (odd) throw fault(`${name} takes no --${odd}.`)
  if (takes.word === null && first !== undefined) throw fault(`"${first}" is one word too many.`)
  if (takes.word !== null && !many && first === undefined) throw fault(`${name} needs ${takes.word}.`)
  if (!many && rest[0] !== undefined) throw fault(`"${rest[0]}" is one word too many.`)
  const path = first ?? ''
  const yes = values.yes === true
  const target = () => ({
    path,
    game: gameOf(name, values.game),
    partial: values.partial === true,
    values: valuesOf(values.set)
  })
  switch (name) {
    case 'login':
      return { name, url: path }
    case 'init':
      return { name, path }
    case 'lint':
      return { name, path, strict: values.strict === true, skip: values.skip ?? [] }
    case 'diff':
      return { name, json: values.json === true, ...target() }
    case 'push':
      return { name, yes, remove: values.delete === true, ...target() }
    case 'watch':
      return { name, yes, ...target() }
    case 'test':
      return { name, paths: positionals.slice(1), game: gameOf(name, values.game) }
    case 'pull':
      return { name, path, game: gameOf(name, values.game) }
    default:
      return { name: 'schema' }
  }
}
