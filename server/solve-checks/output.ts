import { OUTPUT_BYTES } from './constants'

export interface OutputLine {
  stream: 'stdout' | 'stderr'
  text: string
}

/** The last line of what the solver printed that is not blank; null for none. What it logs (stderr) is no answer. */
export const lastPrintedLine = (lines: readonly OutputLine[]): string | null =>
  lines.findLast(({ stream, text }) => stream === 'stdout' && text.trim() !== '')?.text.trim() ?? null

// biome-ignore lint/suspicious/noControlCharactersInRegex: what terminals act on is taken out
const SEQUENCES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-_])/g
// Postgres stores neither NUL nor halves of surrogate pairs; other marks would hide or reorder text.
const INVISIBLE = /[^\P{C}\n\t]/gu

/** Text as it is kept and shown, without what only a terminal understands. */
export const plainOutput = (lines: readonly OutputLine[]): string =>
  lines
    .map(({ text }) => text.replace(/(?<!\r)\r+$/, '').replace(SEQUENCES, ''))
    .join('\n')
    .replace(INVISIBLE, '\ufffd')

/** The end of a text, at most 16 KiB of UTF-8 and without half a character. */
export function cutOutput(text: string): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= OUTPUT_BYTES) return text
  let start = bytes.length - OUTPUT_BYTES
  while ((bytes[start]! & 0xc0) === 0x80) start++
  return bytes.toString('utf8', start)
}
