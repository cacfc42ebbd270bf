import type { Readable } from 'node:stream'
import { asEngineError } from './errors'

/** JSON values of a stream, one per line. Throws EngineError when it breaks; destroys it at the end. */
export async function* jsonLines<T>(stream: Readable): AsyncGenerator<T> {
  let rest = ''
  try {
    for await (const text of stream.setEncoding('utf8') as AsyncIterable<string>) {
      const lines = (rest + text).split('\n')
      rest = lines.pop()!
      for (const line of lines) if (line.trim() !== '') yield JSON.parse(line) as T
    }
  } catch (error) {
    throw asEngineError(error)
  } finally {
    stream.destroy()
  }
  if (rest.trim() !== '') yield JSON.parse(rest) as T
}
