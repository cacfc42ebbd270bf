import { CsvError, parse } from 'csv-parse/sync'
import { AppError } from '~/server/platform/errors'
import { escapeFormula } from '~/server/platform/sheets/formula'
import { IMPORT_LIMITS, type ImportLine, importedUser } from '~/server/user-imports/contract'
import { type BulkLine, newUser } from '~/server/users/contract'

/** In the order of files without a head, which new columns keep. */
const FIRST = ['userName', 'email', 'password', 'realName', 'stdNumber', 'phone', 'teamName'] as const
const SHOWN = ['affiliation', 'website', 'country'] as const
export const COLUMNS = [...FIRST, ...SHOWN] as const
export const IMPORT_COLUMNS = [...FIRST, 'division', 'game', 'language', ...SHOWN] as const
type Column = (typeof IMPORT_COLUMNS)[number]

interface Record {
  line: number
  cells: string[]
}

/** Separator: the first candidate in the first line outside of quotes. */
const separatorOf = (text: string) =>
  /[\t;,]/.exec(text.split('\n', 1)[0]!.replace(/"[^"]*"/g, ''))?.[0] ?? ','

const OPTIONS = {
  bom: true,
  max_record_size: 65_536,
  record_delimiter: '\n',
  relax_column_count: true,
  relax_quotes: true,
  trim: true
}

/** Lines of a file, for each row that an import takes: some are blank, some are within quotes. */
const LINES_OF_ROW = 10

/**
 * Non-empty lines. Ends at the limit of an import, because parsing answers nobody meanwhile.
 * @throws AppError `user.bulk_quotes` with the line of an unclosed quote, `user.import_limit`
 */
function records(text: string): Record[] {
  const found: Record[] = []
  const tooMany = new AppError('user.import_limit', 400, { params: { max: IMPORT_LIMITS.rows } })
  let line = 1
  const keep = (cells: string[], { lines }: { lines: number }) => {
    if (cells.some((value) => value !== '')) found.push({ line, cells })
    line = lines + 1
    // One more for the names of columns.
    if (found.length > IMPORT_LIMITS.rows + 1 || line > LINES_OF_ROW * IMPORT_LIMITS.rows) throw tooMany
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

function headOf(
  first: Record | undefined,
  columns: readonly Column[]
): { head: (Column | undefined)[]; named: boolean } {
  const byName = new Map<string, Column>([
    ['team', 'teamName'],
    ...columns.map((name) => [plain(name), name] as const)
  ])
  const head = first?.cells.map((name) => byName.get(plain(name))) ?? []
  const named = head.includes('userName') && head.includes('email')
  return { head: named ? head : [...columns], named }
}

interface Given {
  line: number
  values: Partial<{ [key in Column]: string }>
}

/** Cells by column; empty ones are absent. @throws AppError `user.bulk_quotes` */
function linesOf(text: string, columns: readonly Column[]): Given[] {
  const all = records(text.replace(/\r\n?/g, '\n'))
  const { head, named } = headOf(all[0], columns)
  return all.slice(named ? 1 : 0).map(({ line, cells }) => {
    const entries = cells.flatMap((value, index) => {
      const column = head[index]
      return column && value !== '' ? [[column, value] as const] : []
    })
    return { line, values: Object.fromEntries(entries) }
  })
}

/** Each line has its own errors. @throws AppError `user.bulk_quotes` for an unclosed quote */
export const readUsers = (text: string): BulkLine[] =>
  linesOf(text, COLUMNS).map(({ line, values }) => {
    const { data, error } = newUser.safeParse(values)
    const { userName = '', email = '' } = data ?? values
    return { line, userName, email, input: data ?? null, error: error?.issues[0]?.message ?? null }
  })

/** Accounts of an import, whose lines also name division and game. @throws AppError `user.bulk_quotes` */
export const readImport = (text: string): ImportLine[] =>
  linesOf(text, IMPORT_COLUMNS).map(({ line, values }) => {
    const { data, error } = importedUser.safeParse(values)
    const { userName = '', email = '' } = data ?? values
    const issue = error?.issues[0]
    const field = issue ? String(issue.path[0] ?? '') || null : null
    return { line, userName, email, input: data ?? null, error: issue?.message ?? null, field }
  })

const quoted = (value: string) => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)
const cell = (value: string) => quoted(escapeFormula(value))

/** CSV whose cells no spreadsheet takes for formulas. */
export const csv = (rows: string[][]) => rows.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('')
