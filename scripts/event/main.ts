import { setMaxListeners } from 'node:events'
import { print, printStatus, UserError } from '../shared/output'
import { type Command, parseCommand, USAGE } from './args'
import { keepDemo } from './demo'
import { importFile } from './import'
import { replayFile } from './replay'
import { verifyLedger } from './verify'

/** The address of the platform; the launcher sets it. */
const address = (): string =>
  (
    process.env.HALYARD_URL ||
    process.env.PUBLIC_URL ||
    `http://localhost:${process.env.PORT || 8080}`
  ).replace(/\/+$/, '')

/** @returns the exit code */
async function run(command: Command, signal: AbortSignal): Promise<number> {
  switch (command.name) {
    case 'help':
      print(USAGE)
      return 0
    case 'import':
      await importFile(command.file)
      return 0
    case 'replay':
      return replayFile(
        { ...command, url: command.url ?? address(), ownStores: (command.url ?? address()) === address() },
        signal
      )
    case 'verify':
      return verifyLedger(command.source)
    case 'demo':
      await keepDemo(address(), signal)
      return 0
  }
}

async function main(): Promise<number> {
  const stop = new AbortController()
  // Hundreds of requests may wait for an unreachable platform, and each of them listens.
  setMaxListeners(0, stop.signal)
  for (const name of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.once(name, () => stop.abort())
  try {
    return await run(parseCommand(process.argv.slice(2)), stop.signal)
  } catch (error) {
    if (stop.signal.aborted) return 130
    if (!(error instanceof UserError)) throw error
    printStatus(error.message)
    return 1
  }
}

process.exitCode = await main()
if (process.connected) process.disconnect()
