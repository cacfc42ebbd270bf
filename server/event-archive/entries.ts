import type { WholeBoard } from '~/scoring'
import { rows, type Sql, text } from '~/server/db'
import type { GameFacts } from '~/server/games/contract'
import type { LedgerExport } from '~/server/ledger-export'
import { boardRows } from '~/server/monitoring'
import { sheetFile, sheetText } from '~/server/platform/sheets/formats'
import type { Cell } from '~/server/platform/sheets/xlsx'
import { readAnswerTable } from '~/server/registration-fields'
import { readStatistics } from '~/server/statistics'
import { LISTS, type List } from './lists'
import { ndjsonLines } from './reading'
import type { Entry } from './spool'

/** Reads the entries of one archive. */
export interface Source {
  /** The transaction that all of them are read in. */
  sql: Sql
  game: GameFacts
  board: WholeBoard
  ledgerExport: Pick<LedgerExport, 'linesIn'>
  /** An administrator makes the archive. Administrators read more than owners. */
  admin: boolean
}

/** Names of columns, as sheets for programs have them. */
const names = sheetText('csv', (key) => key)

async function* cellsOf(table: (string | null)[][], count: (rows: number) => void): AsyncGenerator<Cell[]> {
  for (const line of table) yield line.map((cell) => cell ?? '')
  count(table.length - 1)
}

function sheetOf({ sql, game, board }: Source, count: (records: number) => void): AsyncIterable<Uint8Array> {
  count(board.teamCount)
  return sheetFile('csv', 'Scoreboard', boardRows(sql, game.id, board, names, { isPrivate: true }))
}

async function* ledgerOf({ sql, game, ledgerExport }: Source, count: (records: number) => void) {
  const { entries, lines } = await ledgerExport.linesIn(sql, game)
  count(entries)
  yield* lines
}

async function* boardOf({ board }: Source, count: (records: number) => void): AsyncGenerator<string> {
  count(board.teamCount)
  const head = JSON.stringify(board.head()).slice(0, -1)
  yield `${head},"items":[`
  for (let from = 0; from < board.teamCount; from += TEAMS_AT_ONCE) {
    const some = board.items(from, TEAMS_AT_ONCE).map((item) => JSON.stringify(item))
    yield `${from > 0 ? ',' : ''}${some.join(',')}`
  }
  yield ']}\n'
}
const TEAMS_AT_ONCE = 25

async function* playersOf({ sql, game }: Source, count: (rows: number) => void): AsyncGenerator<string> {
  yield* sheetFile(
    'csv',
    'Players',
    cellsOf(await readAnswerTable(sql, game.id, game.registrationFields), count)
  )
}

async function* statisticsIn({ sql, game }: Source): AsyncGenerator<string> {
  yield `${JSON.stringify(await readStatistics(sql, game), null, 1)}\n`
}

const shown = ({ admin }: Source) =>
  Object.entries(LISTS).filter(([, list]: [string, List]) => admin || !list.admin)

/** Everything of a game but stored files, in the order of the archive. */
export function entriesOf(source: Source, gameText: string): Entry[] {
  const { sql, game } = source
  const lists = shown(source).map(([name, { about, query }]) => ({
    path: `${name}.ndjson`,
    about,
    content: (count: (records: number) => void) => ndjsonLines(sql, query, game.id, count)
  }))
  return [
    {
      path: 'game/game.json',
      about: 'The game with its challenges and flags, as its export has them; it can be imported.',
      async *content() {
        yield gameText
      }
    },
    {
      path: 'ledger.ndjson',
      about: 'The ledger with its signed heads; verify.py of the documentation verifies it.',
      content: (count) => ledgerOf(source, count)
    },
    {
      path: 'scoreboard.json',
      about: 'The scoreboard as staff see it, whatever a freeze hides.',
      content: (count) => boardOf(source, count)
    },
    {
      path: 'scoreboard.csv',
      about: 'The same as a table, with the members of the teams.',
      content: (count) => sheetOf(source, count)
    },
    {
      path: 'statistics.json',
      about: 'The statistics as staff see them.',
      content: () => statisticsIn(source)
    },
    {
      path: 'players.csv',
      about: 'Players who signed up, and what they answered.',
      content: (count) => playersOf(source, count)
    },
    ...lists
  ]
}

/** Stored files of an archive, with their paths in it. */
export async function listWriteupFiles(sql: Sql, gameId: number): Promise<{ path: string; hash: string }[]> {
  const found = await rows(
    sql,
    { id: text, hash: text, name: text },
    `SELECT w.participation_id::text AS id, w.hash, w.name FROM writeups w JOIN participations p ON p.id = w.participation_id
     WHERE p.game_id = $1 ORDER BY w.participation_id`,
    [gameId]
  )
  return found.map(({ id, hash, name }) => ({ path: `writeups/${id}${endOf(name)}`, hash }))
}

/** The end of a file's name that programs know it by. */
const endOf = (name: string) => /\.[a-z0-9]{1,5}$/i.exec(name)?.[0] ?? ''
