import type { Line } from '../contract'
import { reportLine } from '../report-lines'

const TIMER = /<timer\s*\/?>(?:\s*<\/timer>)?/gi

/** A quoted block that begins with the word, and its further lines. */
const CONNECTION = /^ {0,3}> ?\[!CONNECTION\][^\S\n]*((?:\n {0,3}>.*)*)/gim

const plain = (line: string) => line.replace(/^ {0,3}> ?/, '').trim()

/** An address as a link, anything else as code, as rCTF shows it. */
function reached(body: string): string {
  const text = body
    .split('\n')
    .map(plain)
    .filter(Boolean)
    .join('\n')
    .replace(/^`+|`+$/g, '')
  if (text === '') return ''
  if (/^https?:\/\/[^\s<>]+$/.test(text)) return `<${text}>`
  return text.includes('\n') || text.includes('`') ? `~~~\n${text}\n~~~` : `\`${text}\``
}

/** The Markdown of rCTF without what only it has: its block for connections and its clock. */
export function markdownOf(given: string, notes: Line[]): string {
  const told = given.replace(/\r\n?/g, '\n').replace(CONNECTION, (_, body: string) => reached(body))
  if (told.search(TIMER) >= 0) notes.push(reportLine('no_counterpart', { name: '<timer />' }))
  return told.replace(TIMER, '')
}
