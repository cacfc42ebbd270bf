import { parseArgs } from 'node:util'
import { UserError } from '~/scripts/shared/output'
import { LOCALES, type Locale } from '~/server/platform/locales'
import { type ImportOptions, importOptions } from '~/server/transfer/contract'

export type Command =
  | { name: 'help' }
  | { name: 'import'; path: string; options: ImportOptions }
  | { name: 'export'; gameId: number; path: string; posts: boolean; tickets: boolean }
  | { name: 'everything'; gameId: number; path: string; files: boolean }
  | { name: 'site'; gameId: number; path: string; locale: Locale }

export const USAGE = `Usage:
  npm run game -- import DIR|ZIP   makes a game of an export or of challenge folders; prints "game N"
      --dry-run                    only says what it would make
      --title TITLE                of the game around challenge folders; otherwise the name of DIR or ZIP
      --start TIME, --end TIME     its times, such as 2030-01-01T00:00:00Z; otherwise in a week, for two days
      --game ID                    challenge folders go into this game instead; an export is always a new one
      --update all|ID,ID           challenges of that game that change to what the folders have; a dry run lists them
      --set MARK=VALUE             stands for MARK, such as HOST, in all descriptions; as often as there are marks
  npm run game -- export ID FILE   writes game ID into a ZIP, flags included
      --no-posts                   without the platform's posts
      --tickets                    with what teams and organisers wrote to each other, without names
  npm run game -- site ID FILE     writes the ended game ID as a static site into a ZIP
      --locale LANGUAGE            of the site, such as de-DE; otherwise en-US
  npm run game -- everything ID FILE
                                   writes all that is stored of game ID into a ZIP, personal data and flags included
      --no-files                   without stored files, for a game whose files are too many`

const OPTIONS = {
  'dry-run': { type: 'boolean' },
  title: { type: 'string' },
  start: { type: 'string' },
  end: { type: 'string' },
  game: { type: 'string' },
  update: { type: 'string' },
  set: { type: 'string', multiple: true },
  'no-posts': { type: 'boolean' },
  tickets: { type: 'boolean' },
  'no-files': { type: 'boolean' },
  locale: { type: 'string' },
  help: { type: 'boolean', short: 'h' }
} as const

/** Options of the commands that write a file. */
const OWN = {
  export: ['no-posts', 'tickets'],
  everything: ['no-files'],
  site: ['locale']
}

const fault = (sentence: string) => new UserError(`${sentence}\n${USAGE}`)

function parsed(argv: string[]) {
  try {
    return parseArgs({ args: argv, options: OPTIONS, allowPositionals: true })
  } catch (error) {
    throw fault(`${(error as Error).message.split('. ')[0]}.`)
  }
}

/** Splits `MARK=VALUE` at the first `=`. */
function valuesOf(set: string[] | undefined): Record<string, string> | undefined {
  const wrong = set?.find((one) => one.indexOf('=') < 1)
  if (wrong !== undefined) throw fault(`--set needs MARK=VALUE, not "${wrong}".`)
  return (
    set &&
    Object.fromEntries(set.map((one) => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)]))
  )
}

/** @throws UserError with the fault and the usage */
export function parseCommand(argv: string[]): Command {
  const { values, positionals } = parsed(argv)
  const [name, first, second, ...rest] = positionals
  if (values.help || name === 'help' || name === undefined) return { name: 'help' }
  if (name === 'import') {
    if (!first) throw fault('import needs a folder or a ZIP.')
    if (second) throw fault(`"${second}" is one word too many.`)
    const foreign = (['no-posts', 'tickets', 'no-files', 'locale'] as const).find(
      (one) => values[one] !== undefined
    )
    if (foreign) throw fault(`import takes no --${foreign}.`)
    const { title, start, end, game, update } = values
    if (game && (title ?? start ?? end)) throw fault('--title, --start and --end are for a new game.')
    if (update !== undefined && !game) throw fault('--update needs --game.')
    const dryRun = values['dry-run'] === true
    const read = importOptions.safeParse({
      dryRun,
      title,
      start,
      end,
      game,
      update,
      values: valuesOf(values.set)
    })
    if (!read.success) throw fault(`--${String(read.error.issues[0]?.path[0])} is not usable.`)
    return { name, path: first, options: read.data }
  }
  if (name !== 'export' && name !== 'site' && name !== 'everything')
    throw fault(`There is no command "${name}".`)
  const given = Object.keys(values).find((one) => !OWN[name].includes(one))
  if (given) throw fault(`${name} takes no --${given}.`)
  if (!first || !second) throw fault(`${name} needs the number of a game and a file.`)
  if (!/^[1-9]\d{0,8}$/.test(first)) throw fault(`"${first}" is no number of a game.`)
  if (rest[0]) throw fault(`"${rest[0]}" is one word too many.`)
  const [gameId, path] = [Number(first), second]
  if (name === 'export')
    return { name, gameId, path, posts: !values['no-posts'], tickets: values.tickets === true }
  if (name === 'everything') return { name, gameId, path, files: !values['no-files'] }
  const locale = LOCALES.find((one) => one === (values.locale ?? 'en-US'))
  if (!locale) throw fault(`--locale must be one of ${LOCALES.join(', ')}.`)
  return { name, gameId, path, locale }
}
