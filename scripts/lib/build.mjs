import { existsSync, writeFileSync } from 'node:fs'
import { fingerprint, forgetBuild, rememberBuild } from './fingerprint.mjs'
import { inRoot } from './paths.mjs'
import { precompress } from './precompress.mjs'
import { run } from './processes.mjs'
import { Fault, note, step } from './say.mjs'

/** The programs in build/ and where each begins. */
export const PROGRAMS = {
  web: 'server/main.ts',
  workers: 'server/workers.ts',
  scoring: 'scoring/main.ts',
  jobs: 'jobs/main.ts',
  migrate: 'server/migrate.ts',
  event: 'scripts/event/main.ts',
  game: 'scripts/game/main.ts'
}

/** What a builder complains about: its output from the first line that speaks of an error. */
function complaint(tail) {
  const first = tail.findIndex((line) => /\berror\b/i.test(line))
  return tail.slice(first === -1 ? -20 : first).filter((line) => line.trim())
}

/** Pages, islands and their styles: Remix and Vite, into build/client and build/server. */
async function buildPages(signal) {
  const { code, tail } = await run(
    process.execPath,
    [inRoot('node_modules/@remix-run/dev/dist/cli.js'), 'vite:build'],
    { cwd: inRoot(), env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' }, signal }
  )
  if (code === 0) return precompress(inRoot('build/client'))
  const lines = complaint(tail)
  for (const line of lines.slice(0, 20)) note(`  ${line}`)
  throw new Fault(
    `The pages could not be built (${(lines[0] ?? 'vite said nothing').trim().replace(/[.:]$/, '')}).`
  )
}

/**
 * The processes: one file each, packages stay in node_modules. They are written last, because Remix clears build/
 * when it begins.
 * @returns {Promise<{ path: string, contents: Uint8Array }[]>}
 */
async function bundlePrograms() {
  const esbuild = await import('esbuild')
  const entryPoints = Object.fromEntries(
    Object.entries(PROGRAMS).filter(([, entry]) => existsSync(inRoot(entry)))
  )
  try {
    const { outputFiles } = await esbuild.build({
      absWorkingDir: inRoot(),
      entryPoints,
      outdir: 'build',
      write: false,
      bundle: true,
      packages: 'external',
      platform: 'node',
      target: 'node20',
      format: 'esm',
      sourcemap: true,
      logLevel: 'silent'
    })
    return outputFiles
  } catch (error) {
    const lines = await esbuild.formatMessages(error.errors ?? [], { kind: 'error' })
    for (const line of lines) note(line.trimEnd())
    throw new Fault(`The processes could not be bundled (${error.errors?.[0]?.text ?? error.message}).`)
  } finally {
    await esbuild.stop()
  }
}

/**
 * Builds everything. The fingerprint is written last, so a build that was interrupted is made again.
 * @param {AbortSignal} [signal]
 * @throws {Fault} after the builders' own messages
 */
export async function build(signal) {
  const progress = step('Building')
  const print = fingerprint()
  forgetBuild()
  const [programs, pages] = await Promise.allSettled([bundlePrograms(), buildPages(signal)])
  const failed = [pages, programs].find((part) => part.status === 'rejected')
  if (failed) {
    progress.failed()
    throw failed.reason
  }
  for (const { path, contents } of programs.value) writeFileSync(path, contents)
  rememberBuild(print)
  progress.done()
}
