import { escapeFormula } from './formula'

type Field = string | number | null

/** A row with its end of line; null is an empty field. */
export function csvLine(row: readonly Field[]): string {
  const field = (value: Field) => {
    const text = typeof value === 'string' ? escapeFormula(value) : String(value ?? '')
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
  return `${row.map(field).join(',')}\r\n`
}

/** CSV (RFC 4180) with a byte order mark for spreadsheets. */
export const csv = (table: readonly (readonly Field[])[]): string => `\uFEFF${table.map(csvLine).join('')}`
