import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import { createTally, type Source } from '~/server/transfer/archive/source'
import { resolveLinks } from '~/server/transfer/plan/links'

/** Files of an import, in memory. @param links their targets, by path */
export function sourceOf(files: Record<string, string | Buffer>, links: Record<string, string> = {}): Source {
  const sizes = new Map(Object.entries(files).map(([path, text]) => [path, Buffer.byteLength(text)]))
  const targets = new Map(Object.entries(links))
  const { files: all, real } = resolveLinks(sizes, targets, createTally(null).entry)
  return {
    files: all,
    links: new Set(targets.keys()),
    real,
    open: async (path) => Readable.from([Buffer.from(files[real(path)] ?? '')]),
    close: async () => {}
  }
}

/** @param modes kinds of entries, as Unix file modes */
export function zipOf(
  files: Record<string, string | Buffer>,
  modes: Record<string, number> = {}
): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [path, content] of Object.entries(files))
    zip.addBuffer(Buffer.from(content), path, { mode: modes[path] ?? 0o100644 })
  zip.end()
  return buffer(zip.outputStream as Readable)
}

export function archiveFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-archives-'))
  let count = 0
  return {
    folder,
    write(content: Buffer, name = `${++count}.zip`): string {
      const path = join(folder, name)
      writeFileSync(path, content)
      return path
    },
    remove: () => rmSync(folder, { recursive: true, force: true })
  }
}
