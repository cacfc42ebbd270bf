import { chmodSync, copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { inRoot } from '../paths.mjs'
import { run } from '../processes/run.mjs'
import { errorMessage, UserError } from '../terminal/errors.mjs'
import { printStatus, startProgress } from '../terminal/output.mjs'
import { fingerprint, forgetBuild, rememberBuild } from './fingerprint.mjs'
import { precompress } from './precompress.mjs'
import { COMMAND, PROGRAMS } from './programs.mjs'

const SHOWN_LINES = 20

/** @param {string[]} tail */
function errorLines(tail) {
  const first = tail.findIndex((line) => /\berror\b/i.test(line))
  return tail.slice(first === -1 ? -SHOWN_LINES : first).filter((line) => line.trim())
}

/** Runs Remix and Vite, into build/client and build/server. @param {AbortSignal} [signal] @throws {UserError} */
async function buildPages(signal) {
  const { code, tail } = await run(
    process.execPath,
    [inRoot('node_modules/@remix-run/dev/dist/cli.js'), 'vite:build'],
    { cwd: inRoot(), env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' }, signal }
  )
  if (code === 0) return precompress(inRoot('build/client'))
  const lines = errorLines(tail)
  for (const line of lines.slice(0, SHOWN_LINES)) printStatus(`  ${line}`)
  throw new UserError(
    `The pages could not be built (${(lines[0] ?? 'vite said nothing').trim().replace(/[.:]$/, '')}).`
  )
}

/** @param {unknown} error @returns {error is import('esbuild').BuildFailure} */
const isBuildFailure = (error) => error instanceof Error && 'errors' in error && Array.isArray(error.errors)

/** The pages as Remix and Vite build them; bundled again, with the programs. */
const PAGES = 'build/server/index.js'

/**
 * Packages that stay in node_modules: native code, those that read files beside their own, those that an `import()` loads
 * later (a bundled CommonJS package would have lost its named exports there), tools of development, and optional
 * companions that are not installed.
 */
export const UNBUNDLED = [
  ...['@node-rs/*', '@resvg/resvg-js', 'sharp'],
  ...['css-tree', 'dockerode', 'fontkit', 'pdfkit'],
  ...['@aws-sdk/*', 'umzug'],
  ...['esbuild', 'vite'],
  ...['bufferutil', 'pg-hstore', 'pg-native', 'utf-8-validate']
]

/** CommonJS packages inside a module call `require` for what Node itself brings. */
const REQUIRE = `import { createRequire as createRequireOfBundle } from 'node:module'
const require = createRequireOfBundle(import.meta.url)`

/**
 * Bundles the programs and the pages with their packages: to find and compile thousands of files takes longer than all
 * else that a start does. What several of them use, or load later, stands in build/parts. Their texts are minified for
 * the memory that they take; names are kept, and source maps lie beside them.
 * @param {typeof import('esbuild')} esbuild @param {import('esbuild').BuildOptions} shared
 */
async function bundlePrograms(esbuild, shared) {
  const programs = Object.entries(PROGRAMS).filter(([, entry]) => existsSync(inRoot(entry)))
  const { outputFiles = [] } = await esbuild.build({
    ...shared,
    entryPoints: { ...Object.fromEntries(programs), 'server/index': PAGES },
    outdir: 'build',
    splitting: true,
    chunkNames: 'parts/[name]-[hash]',
    external: UNBUNDLED,
    format: 'esm',
    banner: { js: REQUIRE },
    // Packages that bring a second copy for development leave it out.
    define: { 'process.env.NODE_ENV': '"production"' },
    legalComments: 'none',
    sourcemap: true,
    sourcesContent: false,
    // Vite leaves imports of which nothing is used.
    logOverride: { 'ignored-bare-import': 'silent' }
  })
  return outputFiles
}

/** @param {typeof import('esbuild')} esbuild @param {import('esbuild').BuildOptions} shared */
async function bundleCommand(esbuild, shared) {
  const { outputFiles = [] } = await esbuild.build({
    ...shared,
    entryPoints: [COMMAND.entry],
    outfile: COMMAND.file,
    format: 'cjs',
    banner: { js: '#!/usr/bin/env node' }
  })
  return outputFiles
}

/** Bundles all that runs in Node, after the pages. @throws {UserError} */
async function bundle() {
  const esbuild = await import('esbuild')
  /** @type {import('esbuild').BuildOptions} */
  const shared = {
    absWorkingDir: inRoot(),
    write: false,
    bundle: true,
    platform: 'node',
    target: 'node20',
    logLevel: 'silent',
    minifySyntax: true,
    minifyWhitespace: true
  }
  try {
    const files = await Promise.all([bundlePrograms(esbuild, shared), bundleCommand(esbuild, shared)])
    return files.flat()
  } catch (error) {
    const errors = isBuildFailure(error) ? error.errors : []
    const lines = await esbuild.formatMessages(errors, { kind: 'error' })
    for (const line of lines) printStatus(line.trimEnd())
    throw new UserError(`The processes could not be bundled (${errors[0]?.text ?? errorMessage(error)}).`)
  } finally {
    await esbuild.stop()
  }
}

/** @param {AbortSignal} [signal] @throws {UserError} */
async function buildAll(signal) {
  await buildPages(signal)
  const files = await bundle()
  rmSync(inRoot('build/server'), { recursive: true, force: true })
  for (const { path, contents } of files) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, contents)
  }
  // Who has a platform has the command that fits it.
  chmodSync(inRoot(COMMAND.file), 0o755)
  copyFileSync(inRoot(COMMAND.file), inRoot(COMMAND.served))
}

/**
 * Builds everything. Writes the fingerprint last, so that an interrupted build is made again.
 * @param {AbortSignal} [signal] @throws {UserError} after the builders have printed their messages
 */
export async function build(signal) {
  const progress = startProgress('Building')
  const print = fingerprint()
  forgetBuild()
  try {
    await buildAll(signal)
  } catch (error) {
    progress.fail()
    throw error
  }
  rememberBuild(print)
  progress.succeed()
}
