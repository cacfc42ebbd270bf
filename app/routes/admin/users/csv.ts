import { harmless } from '~/server/platform/formula'
import { type BulkLine, newUser } from '~/server/users/contract'

/** Order of the values of a line when the first line names none. */
export const COLUMNS = [
  'userName',
  'email',
  'password',
  'realName',
  'stdNumber',
  'phone',
  'teamName'
] as const
type Column = (typeof COLUMNS)[number]

interface Record {
  /** Where it begins, from 1. */
  line: number
  cells: string[]
}

/** The separator of a text: what comes first in its first line outside quotes. */
const separatorOf = (text: string) =>
  /[\t;,]/.exec(text.split('\n', 1)[0]!.replace(/"[^"]*"/g, ''))?.[0] ?? ','

/** Cells in the manner of RFC 4180: quotes hold separators and line ends, two of them are one. */
function records(text: string): Record[] {
  const separator = separatorOf(text)
  const found: Record[] = []
  let [line, cell, quoted]: [number, string, boolean] = [1, '', false]
  let current: Record = { line, cells: [] }
  const endCell = () => {
    current.cells.push(cell.trim())
    cell = ''
  }
  const endRecord = () => {
    endCell()
    if (current.cells.some((value) => value !== '')) found.push(current)
    current = { line, cells: [] }
  }
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]!
    if (letter === '\n') line++
    if (quoted) {
      if (letter !== '"') cell += letter
      else if (text[at + 1] === '"') cell += text[at++]
      else quoted = false
    } else if (letter === '"' && cell.trim() === '') [quoted, cell] = [true, '']
    else if (letter === separator) endCell()
    else if (letter === '\n') endRecord()
    else cell += letter
  }
  endRecord()
  return found
}

const plain = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '')
const BY_NAME = new Map<string, Column>(COLUMNS.map((name) => [plain(name), name]))

/** What the cells mean: the names of the first line when it has those, otherwise the usual order. */
function headOf(first: Record | undefined): { head: (Column | undefined)[]; named: boolean } {
  const head = first?.cells.map((name) => BY_NAME.get(plain(name))) ?? []
  const named = head.includes('userName') && head.includes('email')
  return { head: named ? head : [...COLUMNS], named }
}

/** The accounts of a text with one a line; what is wrong with a line is said there. Empty cells are absent. */
export function readUsers(text: string): BulkLine[] {
  const all = records(text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n'))
  const { head, named } = headOf(all[0])
  return all.slice(named ? 1 : 0).map(({ line, cells }) => {
    const entries = cells.flatMap((value, index) => {
      const column = head[index]
      return column && value !== '' ? [[column, value] as const] : []
    })
    const given: Partial<{ [key in Column]: string }> = Object.fromEntries(entries)
    const { data, error } = newUser.safeParse(given)
    const { userName = '', email = '' } = data ?? given
    return { line, userName, email, input: data ?? null, error: error?.issues[0]?.message ?? null }
  })
}

const quoted = (value: string) => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)
const cell = (value: string) => quoted(harmless(value))

/** Lines for a sheet, which runs none of them. */
export const csv = (rows: string[][]) => rows.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('')
