import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Source maps stay in memory for this long after they were read, in milliseconds: one error is seldom the only one. */
const KEPT_MS = 60_000

const maps = new Map<string, SourceMap | null>()

/** The source map beside a file of the build; null when there is none. */
function mapOf(file: string): SourceMap | null {
  const known = maps.get(file)
  if (known !== undefined) return known
  let map: SourceMap | null = null
  try {
    map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')))
  } catch {
    // Packages and Node's own files have none; a stack that names the built file is better than none.
  }
  maps.set(file, map)
  setTimeout(() => maps.delete(file), KEPT_MS).unref()
  return map
}

/** One line of a stack, with the place in the source instead of the one in the build. */
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

/**
 * Has the stacks of errors name lines of the sources. Node's own `--enable-source-maps` reads the maps of everything that
 * is loaded, packages included, and keeps them: 25 to 55 MB in each process. Here a map is read when a stack is looked at.
 */
export function mapStackTraces(): void {
  Error.prepareStackTrace = (error, frames) =>
    [String(error), ...frames.map((frame) => `    at ${lineOf(frame)}`)].join('\n')
}
