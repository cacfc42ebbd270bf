import type { Readable } from 'node:stream'
import { Reply } from '../api'

const MAX_NAME_LENGTH = 255

/**
 * A plain name for old clients, an encoded one for others (RFC 6266, RFC 8187). Forbidden characters become
 * `_`.
 */
export function disposition(kind: 'inline' | 'attachment', name: string): string {
  const clean = [...name.replace(/[\p{C}/\\]/gu, '_')].slice(0, MAX_NAME_LENGTH).join('')
  const plain = clean.normalize('NFKD').replace(/[^\x20-\x7e]|["%;]/g, '_')
  const escaped = (char: string) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`
  const encoded = encodeURIComponent(clean).replace(/['()*]/g, escaped)
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** Streams a sheet; the browser saves it under its name. */
export function sheetReply({ name, type, file }: { name: string; type: string; file: Readable }): Reply {
  const headers = { 'Content-Type': type, 'Content-Disposition': disposition('attachment', name) }
  return new Reply(200, headers, file)
}
