import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { UserError } from '~/scripts/shared/output'

/** True where a person can be asked. */
export const canAsk = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true

/** Reads a typed line. @throws UserError for Ctrl-C and Ctrl-D, which would otherwise end the program as if it had succeeded */
async function answerTo(question: string, output: NodeJS.WritableStream): Promise<string> {
  const asking = createInterface({ input: process.stdin, output, terminal: true })
  const left = new Promise<never>((_, reject) => {
    asking.once('close', () => reject(new UserError('\nNothing was changed.')))
  })
  try {
    return (await Promise.race([asking.question(question), left])).trim()
  } finally {
    left.catch(() => {})
    asking.close()
  }
}

/** Asks for yes or no; anything but yes is no. */
export const agrees = async (question: string): Promise<boolean> =>
  /^y(es)?$/i.test(await answerTo(`${question} [y/N] `, process.stderr))

/** A secret: typed without being shown, or all of stdin where that is no terminal. */
export async function secret(question: string): Promise<string> {
  if (!canAsk()) return (await text(process.stdin)).trim()
  process.stderr.write(`${question} `)
  const typed = await answerTo('', new Writable({ write: (_chunk, _encoding, done) => done() }))
  process.stderr.write('\n')
  return typed
}
