import { pipeline, Readable } from 'node:stream'
import zlib from 'node:zlib'
import { takesGzip } from '~/server/platform/encoding'
import { type ApiRequest, Reply } from './index'

async function* joined(first: string, second: string, rest: AsyncIterator<string>) {
  yield first
  yield second
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}

/** Streams JSON; a single piece is sent whole. Errors after the first piece cut the connection. */
export async function jsonPieces(pieces: AsyncIterable<string>, request: ApiRequest): Promise<Reply> {
  const iterator = pieces[Symbol.asyncIterator]()
  const first = await iterator.next()
  const second = first.done ? first : await iterator.next()
  const headers = { 'Content-Type': 'application/json; charset=utf-8' }
  if (second.done) return new Reply(200, headers, first.done ? '' : first.value)
  const text = Readable.from(joined(first.value, second.value, iterator), { objectMode: false })
  const varied = { ...headers, Vary: 'Accept-Encoding' }
  if (!takesGzip(request.header('accept-encoding'))) return new Reply(200, varied, text)
  const packed = pipeline(text, zlib.createGzip({ level: 4 }), () => {})
  return new Reply(200, { ...varied, 'Content-Encoding': 'gzip' }, packed)
}
