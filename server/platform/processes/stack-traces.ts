import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Milliseconds that a source map stays in memory, because errors often repeat. */
const KEPT_MS = 60_000

const maps = new Map<string, SourceMap | null>()

function mapOf(file: string): SourceMap | null {
  const known = maps.get(file)
  if (known !== undefined) return known
  let map: SourceMap | null = null
  try {
    map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')))
  } catch {
    // Packages have none; the built file's name is better than nothing.
  }
  maps.set(file, map)
  setTimeout(() => maps.delete(file), KEPT_MS).unref()
  return map
}

function lineOf(frame: NodeJS.CallSite): string {
  const built = frame.toString()
  const url = frame.getFileName()
  const [line, column] = [frame.getLineNumber(), frame.getColumnNumber()]
  if (!url?.startsWith('file:') || url.includes('/node_modules/') || line === null || column === null)
    return built
  const file = fileURLToPath(url)
  const entry = mapOf(file)?.findEntry(line - 1, column - 1)
  if (!entry || !('originalSource' in entry)) return built
  const source = resolve(dirname(file), entry.originalSource)
  return built.replace(
    `${url}:${line}:${column}`,
    `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
  )
}

/** Node's `--enable-source-maps` keeps all maps, 25 to 55 MB a process; this reads one when needed. */
export function mapStackTraces(): void {
  Error.prepareStackTrace = (error, frames) =>
    [String(error), ...frames.map((frame) => `    at ${lineOf(frame)}`)].join('\n')
}
