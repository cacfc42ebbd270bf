import { stopWatchdog } from './processes/watchdog.mjs'
import { errorMessages, ShutdownRequested } from './terminal/errors.mjs'
import { printStatus } from './terminal/output.mjs'

/** Runs a command and ends the process with its exit code, or 1 after an error. @param {() => Promise<number>} main */
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
