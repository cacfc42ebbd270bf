import type { Readable } from 'node:stream'
import { asEngineError } from './errors'

/** The JSON values of a stream that has one a line. Throws EngineError when it breaks off; destroys it when left. */
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
