import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'

/** True where a person can be asked. */
export const canAsk = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true

/** Asks for yes or no; anything but yes is no. */
export async function agrees(question: string): Promise<boolean> {
  const asking = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await asking.question(`${question} [y/N] `)).trim())
  } finally {
    asking.close()
  }
}

/** A secret: typed without being shown, or all of stdin where that is no terminal. */
export async function secret(question: string): Promise<string> {
  if (!canAsk()) return (await text(process.stdin)).trim()
  process.stderr.write(`${question} `)
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() })
  const asking = createInterface({ input: process.stdin, output: silence, terminal: true })
  try {
    return (await asking.question('')).trim()
  } finally {
    asking.close()
    process.stderr.write('\n')
  }
}
