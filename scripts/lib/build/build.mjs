import { chmodSync, copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { inRoot } from '../paths.mjs'
import { run } from '../processes/run.mjs'
import { errorMessage, UserError } from '../terminal/errors.mjs'
import { printStatus, startProgress } from '../terminal/output.mjs'
import { fingerprint, forgetBuild, rememberBuild } from './fingerprint.mjs'
import { precompress } from './precompress.mjs'

export const PROGRAMS = {
  web: 'server/main.ts',
  workers: 'server/workers.ts',
  scoring: 'scoring/main.ts',
  jobs: 'jobs/main.ts',
  migrate: 'server/migrate.ts',
  event: 'scripts/event/main.ts',
  game: 'scripts/game/main.ts',
  suitcase: 'scripts/suitcase/main.ts',
  backup: 'scripts/backup/main.ts',
  files: 'scripts/files/main.ts'
}

/** The command for authors: one file that needs nothing but Node, wherever it is copied to. */
const COMMAND = {
  entry: 'scripts/cli/main.ts',
  file: 'build/halyard.cjs',
  served: 'build/client/halyard.cjs'
}

/** @typedef {keyof typeof PROGRAMS} ProgramName */

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

/**
 * Bundles the programs and the command for authors; what programs share or load later stands in build/parts, packages stay in node_modules. The files are
 * written by the caller at the end, because Remix clears build/ when it begins.
 * @throws {UserError}
 */
async function bundlePrograms() {
  const esbuild = await import('esbuild')
  const entryPoints = Object.fromEntries(
    Object.entries(PROGRAMS).filter(([, entry]) => existsSync(inRoot(entry)))
  )
  const shared = /** @type {const} */ ({
    absWorkingDir: inRoot(),
    write: false,
    bundle: true,
    platform: 'node',
    target: 'node20',
    logLevel: 'silent'
  })
  try {
    const command = await esbuild.build({
      ...shared,
      entryPoints: [COMMAND.entry],
      outfile: COMMAND.file,
      format: 'cjs',
      minifySyntax: true,
      minifyWhitespace: true,
      banner: { js: '#!/usr/bin/env node' }
    })
    const { outputFiles } = await esbuild.build({
      ...shared,
      entryPoints,
      outdir: 'build',
      splitting: true,
      chunkNames: 'parts/[name]-[hash]',
      packages: 'external',
      format: 'esm',
      sourcemap: true
    })
    return [...outputFiles, ...command.outputFiles]
  } catch (error) {
    const errors = isBuildFailure(error) ? error.errors : []
    const lines = await esbuild.formatMessages(errors, { kind: 'error' })
    for (const line of lines) printStatus(line.trimEnd())
    throw new UserError(`The processes could not be bundled (${errors[0]?.text ?? errorMessage(error)}).`)
  } finally {
    await esbuild.stop()
  }
}

/**
 * Builds everything. Writes the fingerprint last, so that an interrupted build is made again.
 * @param {AbortSignal} [signal] @throws {UserError} after the builders have printed their messages
 */
export async function build(signal) {
  const progress = startProgress('Building')
  const print = fingerprint()
  forgetBuild()
  const [programs, pages] = await Promise.allSettled([bundlePrograms(), buildPages(signal)])
  if (pages.status === 'rejected') {
    progress.fail()
    throw pages.reason
  }
  if (programs.status === 'rejected') {
    progress.fail()
    throw programs.reason
  }
  for (const { path, contents } of programs.value) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, contents)
  }
  // Who has a platform has the command that fits it.
  chmodSync(inRoot(COMMAND.file), 0o755)
  copyFileSync(inRoot(COMMAND.file), inRoot(COMMAND.served))
  rememberBuild(print)
  progress.succeed()
}
