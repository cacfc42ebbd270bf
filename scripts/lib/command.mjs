import { note, Stopped, sentencesOf } from './say.mjs'
import { dismissWatchdog } from './watchdog.mjs'

/**
 * Runs a command's main function: its result is the exit code; faults become sentences and exit code 1.
 * @param {() => Promise<number | undefined>} main
 */
export async function command(main) {
  const collapse = (error) => {
    for (const sentence of sentencesOf(error)) note(sentence)
    process.exit(1)
  }
  process.on('uncaughtException', collapse)
  let code = 0
  try {
    code = (await main()) ?? 0
  } catch (error) {
    if (!(error instanceof Stopped)) {
      code = 1
      for (const sentence of sentencesOf(error)) note(sentence)
    }
  }
  await dismissWatchdog()
  process.exit(code)
}
