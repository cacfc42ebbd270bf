import { parseDocument, type YAMLError } from 'yaml'
import { Refusal } from './lines'

/** Every value as it is written: `0123`, `yes` and `1e3` are good flags. */
const READING = {
  schema: 'failsafe',
  merge: true,
  uniqueKeys: false,
  strict: false,
  logLevel: 'error'
} as const

/** More references to an anchor than any author writes: what they unfold to may be a million times the file. */
const MOST_ALIASES = 100

/** A longer file is not read again and again. */
const MENDED = { length: 65_536, times: 200 }

const oneLine = (message: string) =>
  message
    .split('\n')[0]!
    .replace(/:$/, '')
    .replace(/; please use .*\(\)/, '')
    .slice(0, 200)

/**
 * Where a space makes a line belong to the quotes or brackets it stands in: other readers, theirs among them, do not
 * ask for it. Null for any other fault.
 */
function unindented(text: string, { code, pos: [at], message }: YAMLError): number | null {
  if (code === 'BAD_INDENT' && /sufficiently indented/.test(message))
    return text.lastIndexOf('\n', at - 1) + 1
  const follows = code === 'MISSING_CHAR' && /closing ['"]quote/.test(message) && text[at] === '\n'
  return follows && at + 1 < text.length ? at + 1 : null
}

/** Reads one document; all its scalars are texts. @throws Refusal `bad_yaml` */
export function parseYaml(source: string): unknown {
  let text = source.replace(/\r\n?/g, '\n')
  for (let times = 0; ; times++) {
    const document = parseDocument(text, READING)
    const [fault] = document.errors
    if (!fault) {
      try {
        return document.toJS({ maxAliasCount: MOST_ALIASES })
      } catch (error) {
        throw new Refusal('bad_yaml', { reason: oneLine((error as Error).message) })
      }
    }
    const at = source.length > MENDED.length || times === MENDED.times ? null : unindented(text, fault)
    if (at === null) throw new Refusal('bad_yaml', { reason: oneLine(fault.message) })
    text = `${text.slice(0, at)} ${text.slice(at)}`
  }
}
