import type { FileRead } from '~/server/assets/contract'
import { type ApiRequest, Reply } from '../api'
import { disposition } from './download'
import { typeByName } from './media-types'

interface Range {
  start: number
  end: number
}

/** Characters of a header; blanks may stand between its words, and in a longer one it takes too long to find these. */
const MAX_RANGE_LENGTH = 100

/** Null for the whole file (no header, several ranges, invalid); 'none' when outside (RFC 9110, 14). */
export function rangeOf(header: string | null, size: number): Range | 'none' | null {
  if (header !== null && header.length > MAX_RANGE_LENGTH) return null
  const match = /^bytes\s*=\s*(\d{0,15})\s*-\s*(\d{0,15})\s*$/i.exec(header ?? '')
  if (!match) return null
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return null
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'none' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return null
  return start >= size ? 'none' : { start, end }
}

const matches = (header: string | null, etag: string) =>
  (header ?? '').split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag)

/** Shows pictures, and PDFs where `inline`; nothing else is interpreted on our origin. */
function safety({ type, inline }: FileRead): Record<string, string> {
  if (!inline || type !== 'application/pdf')
    return { 'Content-Security-Policy': "default-src 'none'; sandbox" }
  // The PDF viewer does not run in a sandbox; only our pages may embed it.
  const policy = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'"
  return { 'Content-Security-Policy': policy, 'X-Frame-Options': 'SAMEORIGIN' }
}

/** A stored file: conditional, with ranges, without type sniffing. Takes over and closes the open file. */
export async function fileReply(request: ApiRequest, file: FileRead, name: string): Promise<Reply> {
  const etag = `"${file.hash}"`
  const shown = file.type?.startsWith('image/') || (file.inline && file.type === 'application/pdf')
  const headers: Record<string, string> = {
    ETag: etag,
    'Accept-Ranges': 'bytes',
    'Cache-Control': file.public ? 'public, max-age=604800, immutable' : 'private, no-cache',
    ...safety(file)
  }
  if (matches(request.header('if-none-match'), etag)) {
    await file.close()
    return new Reply(304, headers)
  }
  const ifRange = request.header('if-range')
  const wanted = ifRange === null || ifRange.trim() === etag ? request.header('range') : null
  const range = request.method === 'HEAD' ? null : rangeOf(wanted, file.size)
  if (range === 'none') {
    await file.close()
    return new Reply(416, { ...headers, 'Content-Range': `bytes */${file.size}` })
  }
  const { start, end } = range ?? { start: 0, end: file.size - 1 }
  const body = {
    'Content-Type': file.type ?? typeByName(name),
    'Content-Disposition': disposition(shown ? 'inline' : 'attachment', name),
    'Content-Length': String(end - start + 1),
    ...(range && { 'Content-Range': `bytes ${start}-${end}/${file.size}` })
  }
  return new Reply(range ? 206 : 200, { ...headers, ...body }, file.stream(start, end))
}
