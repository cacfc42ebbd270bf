import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isScoringFunction } from '~/scoring/rules'
import type { Log } from '~/server/platform/log'
import { sha256Hex } from '~/server/platform/sha256'
import { API_VERSION, MAX_PLUGINS } from './constants'
import { type Manifest, manifest } from './contract'
import { createWorkers, PluginFault, type Workers } from './workers'

/** A plug-in that runs in this process. */
export interface Loaded extends Manifest {
  file: string
  digest: string
  workers: Workers
}

const MODULE = /^[^.].*\.(?:ts|mts|js|mjs|cjs)$/
const METHODS = { checker: 'check', scoring: 'value', registration: 'check', notification: 'notify' } as const

/** Modules of the folder and `<folder>/index.*`, by name; none without the folder. */
async function modulesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new Error(`The folder of plug-ins ${folder} cannot be read: ${error.message}`)
  })
  return entries
    .filter(({ name }) => MODULE.test(name) && !/\.d\.m?ts$/.test(name))
    .map(({ name }) => name)
    .sort()
}

/** Makes one CommonJS module without types; includes files beside it and packages. */
async function bundle(path: string): Promise<string> {
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    entryPoints: [path],
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    external: ['halyard/plugin'],
    logLevel: 'silent',
    // A tsconfig.json of somebody else says nothing here.
    tsconfigRaw: '{}'
  })
  return outputFiles[0]!.text
}

function checked(hello: unknown): Manifest {
  const { manifest: given, methods } = hello as { manifest: unknown; methods: string[] }
  const version = (given as { apiVersion?: unknown }).apiVersion
  if (version !== API_VERSION)
    throw new PluginFault(
      `Its apiVersion is ${JSON.stringify(version) ?? 'missing'}; this Halyard knows ${API_VERSION}.`
    )
  const found = manifest.safeParse(given)
  if (!found.success) throw new PluginFault(`Its ${found.error.issues[0]!.path.join('.')} is not valid.`)
  const { kind, name } = found.data
  if (kind === 'scoring' && isScoringFunction(name))
    throw new PluginFault(`Halyard has a scoring function ${name}; it needs another name.`)
  const method = METHODS[kind]
  if (!methods.includes(method)) throw new PluginFault(`It has no function ${method}.`)
  return found.data
}

async function load(folder: string, file: string, log: Log): Promise<Loaded> {
  const path = join(folder, file)
  try {
    const code = await bundle(path)
    const workers = await createWorkers({ file, code, log })
    try {
      const digest = sha256Hex(code).slice(0, 12)
      return { ...checked(workers.hello), file, digest, workers }
    } catch (error) {
      workers.close()
      throw error
    }
  } catch (error) {
    const reason = (error as { errors?: { text: string }[] }).errors?.[0]?.text ?? (error as Error).message
    throw new Error(`The plug-in ${path} does not load: ${reason.split('\n')[0]!}`)
  }
}

/**
 * Loads all plug-ins of a folder; none where it is missing.
 * @throws Error in one sentence that names the file and the reason
 */
export async function loadPlugins(given: string, log: Log): Promise<Loaded[]> {
  const folder = resolve(given)
  const files = await modulesOf(folder)
  if (files.length === 0) return []
  if (files.length > MAX_PLUGINS)
    throw new Error(`The folder of plug-ins ${folder} has more than ${MAX_PLUGINS} of them.`)
  const loaded: Loaded[] = []
  try {
    for (const file of files) {
      const one = await load(folder, file, log)
      loaded.push(one)
      const twin = loaded.find(({ name }) => name === one.name)!
      if (twin !== one)
        throw new Error(`The plug-in ${join(folder, file)} does not load: ${twin.file} has its name.`)
    }
    return loaded
  } catch (error) {
    for (const { workers } of loaded) workers.close()
    throw error
  } finally {
    await (await import('esbuild')).stop()
  }
}
