import { parseArgs } from 'node:util'
import { UserError } from '../shared/output'

export interface ReplayOptions {
  file: string
  /** How many times as fast as the event; null chooses so that it takes a minute, Infinity never waits. */
  speed: number | null
  /** How many solves to play, from the first; null plays all. */
  limit: number | null
  adminPassword: string | null
}

export type Command =
  | { name: 'help' }
  | { name: 'import'; file: string }
  | ({ name: 'replay'; url: string | null } & ReplayOptions)
  | { name: 'demo' }
  | { name: 'verify'; source: string }

export const USAGE = `Usage:
  npm run event -- import FILE     load an event file as an ended game; prints "game N"
  npm run event -- verify FILE     check the ledger of a game, from a file or an address, and print its board
  npm run event -- replay FILE     play it live through the HTTP API, then report
      --speed N                    N times as fast as it was, or "max"; without it the play takes about a minute
      --limit N                    only the first N solves and the teams that made them
      --url URL                    another address than the running platform's
      --admin-password PASSWORD    of the account Admin, when neither HALYARD_ADMIN_PASSWORD nor the data folder tells`

const OPTIONS = {
  speed: { type: 'string' },
  limit: { type: 'string' },
  url: { type: 'string' },
  'admin-password': { type: 'string' },
  help: { type: 'boolean', short: 'h' }
} as const

/** @throws UserError with the fault and the usage */
export function parseCommand(argv: string[]): Command {
  const { values, positionals } = parsed(argv)
  const [name, file, ...rest] = positionals
  if (values.help || name === 'help' || name === undefined) return { name: 'help' }
  if (rest.length > 0) throw fault(`"${rest[0]}" is one word too many.`)
  if (name === 'demo') return { name }
  if (name !== 'import' && name !== 'replay' && name !== 'verify')
    throw fault(`There is no command "${name}".`)
  if (!file) throw fault(`${name} needs a file.`)
  const given = Object.keys(values)[0]
  if (name !== 'replay' && given) throw fault(`${name} takes no --${given}.`)
  if (name === 'verify') return { name, source: file }
  if (name === 'import') return { name, file }
  return {
    name,
    file,
    speed: speedOf(values.speed),
    limit: limitOf(values.limit),
    url: urlOf(values.url),
    adminPassword: values['admin-password'] ?? null
  }
}

function parsed(argv: string[]) {
  try {
    return parseArgs({ args: argv, options: OPTIONS, allowPositionals: true })
  } catch (error) {
    throw fault(`${(error as Error).message.split('. ')[0]}.`)
  }
}

const fault = (sentence: string) => new UserError(`${sentence}\n${USAGE}`)

function speedOf(text: string | undefined): number | null {
  if (text === undefined) return null
  if (text === 'max') return Number.POSITIVE_INFINITY
  const speed = Number(text)
  if (!(speed > 0)) throw fault(`--speed must be a number above 0 or "max", not "${text}".`)
  return speed
}

function limitOf(text: string | undefined): number | null {
  if (text === undefined) return null
  if (!/^[1-9]\d{0,8}$/.test(text)) throw fault(`--limit must be a whole number above 0, not "${text}".`)
  return Number(text)
}

function urlOf(text: string | undefined): string | null {
  if (text === undefined) return null
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol))
    throw fault(`--url must be an address such as http://localhost:8080.`)
  return url.href.replace(/\/+$/, '')
}
