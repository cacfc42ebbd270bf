import { stopWatchdog } from './processes/watchdog.mjs'
import { errorMessages, ShutdownRequested } from './terminal/errors.mjs'
import { printStatus } from './terminal/output.mjs'

/**
 * Runs the main function of a command and ends the process: its result is the exit code; errors are printed as sentences
 * with exit code 1.
 * @param {() => Promise<number>} main
 */
export async function command(main) {
  process.on('uncaughtException', (error) => {
    printErrors(error)
    process.exit(1)
  })
  let code = 0
  try {
    code = await main()
  } catch (error) {
    if (!(error instanceof ShutdownRequested)) {
      code = 1
      printErrors(error)
    }
  }
  await stopWatchdog()
  process.exit(code)
}

/** @param {unknown} error */
function printErrors(error) {
  for (const message of errorMessages(error)) printStatus(message)
}
