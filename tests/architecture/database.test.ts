import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Files that open transactions themselves, because no caller would be audited, and the function that does it for callers. */
const OWN_TRANSACTIONS = [
  'scoring/judge/index.ts',
  // Drops contents in sweeps and after changes.
  'server/assets/blobs.ts',
  'server/captures/recording-rows.ts',
  'server/change/index.ts',
  'server/engines/work.ts',
  'server/instances/effects.ts',
  'server/instances/workers',
  // Stores log lines.
  'server/logs/writer.ts',
  'server/migrations/index.ts',
  // Runs in a command without services, which publishes afterwards.
  'server/event-import/import.ts',
  // Reads a game at one moment.
  'server/transfer/export.ts',
  // Snapshots to read.
  'server/event-archive/snapshot.ts',
  'server/personal-data/service.ts',
  // Derives messages from stored rows; there is no actor.
  'server/webhooks/collecting.ts'
]

const sources = ['app', 'jobs', 'scoring', 'server'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .map((file) => `${folder}/${file}`)
)

/** Files outside server/db whose text matches, and listed files that do not match. */
function compare(pattern: RegExp, listed: readonly string[]): { files: string[]; needless: string[] } {
  const matching = sources.filter((file) => pattern.test(readFileSync(file, 'utf8')))
  const covers = (entry: string, file: string) => file === entry || file.startsWith(`${entry}/`)
  return {
    files: matching.filter((file) => !listed.some((entry) => covers(entry, file))),
    needless: listed.filter((entry) => !matching.some((file) => covers(entry, file)))
  }
}

it('rows of statements are read by rows() and row(), which check them', () => {
  const { files, needless } = compare(/\.query<(?!RowOf<S>)/, [])
  expect({ files, needless }).toEqual({ files: [], needless: [] })
})

it('mutations open their transaction by change()', () => {
  const { files, needless } = compare(/\bdb\s*\.transaction\(|\bsequelize\.transaction\(/, OWN_TRANSACTIONS)
  expect({ files, needless }).toEqual({ files: [], needless: [] })
})
