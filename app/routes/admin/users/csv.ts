import { CsvError, parse } from 'csv-parse/sync'
import { AppError } from '~/server/platform/errors'
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

const OPTIONS = {
  bom: true,
  record_delimiter: '\n',
  relax_column_count: true,
  relax_quotes: true,
  trim: true
}

/** Lines with anything in them. @throws AppError `user.bulk_quotes` that names the line where quotes do not match */
function records(text: string): Record[] {
  const found: Record[] = []
  let line = 1
  const keep = (cells: string[], { lines }: { lines: number }) => {
    if (cells.some((value) => value !== '')) found.push({ line, cells })
    line = lines + 1
    return null
  }
  try {
    parse(text, { ...OPTIONS, delimiter: separatorOf(text), on_record: keep })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new AppError('user.bulk_quotes', 400, { params: { line } })
  }
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

/**
 * The accounts of a text with one a line; what is wrong with an account is said at its line. Empty cells are absent.
 * @throws AppError `user.bulk_quotes` when a line's quotes do not match, since nobody knows where it ends
 */
export function readUsers(text: string): BulkLine[] {
  const all = records(text.replace(/\r\n?/g, '\n'))
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
