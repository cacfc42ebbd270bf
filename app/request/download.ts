import type { Readable } from 'node:stream'
import { Reply } from './api'

/**
 * `Content-Disposition` of a file to be saved under a name of any language (RFC 6266, RFC 8187): the plain form for
 * old clients, the encoded one for all others.
 */
export function attachment(name: string): string {
  const clean = name.replace(/[\p{Cc}\p{Cs}/\\]/gu, '_')
  const plain = clean.normalize('NFKD').replace(/[^\x20-\x7e]|["%;]/g, '_')
  const escaped = (char: string) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`
  const encoded = encodeURIComponent(clean).replace(/['()*]/g, escaped)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

export const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** A workbook to save. */
export const sheetReply = ({ name, file }: { name: string; file: Readable }): Reply =>
  new Reply(200, { 'Content-Type': SHEET_TYPE, 'Content-Disposition': attachment(name) }, file)
