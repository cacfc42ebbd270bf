import { harmless } from './formula'

/** CSV (RFC 4180) with a byte order mark for spreadsheets; null is an empty field. */
export function csv(table: readonly (readonly (string | number | null)[])[]): string {
  const field = (value: string | number | null) => {
    const text = typeof value === 'string' ? harmless(value) : String(value ?? '')
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
  return `\uFEFF${table.map((row) => `${row.map(field).join(',')}\r\n`).join('')}`
}
