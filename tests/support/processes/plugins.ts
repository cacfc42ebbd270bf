import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { type Loaded, loadPlugins } from '~/server/plugins'

export interface PluginFolder {
  path: string
  /** Text of a module; `as` is its file. */
  write(as: string, text: string): void
  /** A copy of an example of docs/plugins. */
  example(file: string): void
  /** Loads the plug-ins of the folder; `close` ends them. */
  load(): Promise<Loaded[]>
  close(): void
}

/** A folder of plug-ins of a test. */
export function pluginFolder(): PluginFolder {
  const path = mkdtempSync(join(tmpdir(), 'halyard-plugins-'))
  const all: Loaded[] = []
  return {
    path,
    write: (as, text) => writeFileSync(join(path, as), text),
    example: (file) => cpSync(join('docs/plugins', file), join(path, file)),
    async load() {
      const loaded = await loadPlugins(path, pino({ level: 'silent' }))
      all.push(...loaded)
      return loaded
    },
    close() {
      for (const { workers } of all) workers.close()
      rmSync(path, { recursive: true, force: true })
    }
  }
}

/** A module whose `method` has this body; `more` stands before it. */
export const moduleOf = (kind: string, name: string, method: string, more = '') => `
${more}
export default { apiVersion: 1, kind: '${kind}', name: '${name}', version: '1.0.0', ${method} }
`
