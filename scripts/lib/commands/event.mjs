import { join } from 'node:path'
import { tryLock } from '../files/lock.mjs'
import { prepareCheckout } from '../install/prepare.mjs'
import { inRoot } from '../paths.mjs'
import { childEnvironment, migrate, programEnvironment } from '../platform/programs.mjs'
import { readRunning, stopOrphans } from '../platform/run-file.mjs'
import { prepareDataFolder, readSettings } from '../platform/settings.mjs'
import { freePort } from '../processes/ports.mjs'
import { run } from '../processes/run.mjs'
import { startStores } from '../stores/index.mjs'
import { UserError } from '../terminal/errors.mjs'
import { printStatus } from '../terminal/output.mjs'
import { handleShutdownSignals } from '../terminal/shutdown.mjs'

/** @typedef {'event' | 'game' | 'backup' | 'files'} Program a program in build/ */

/**
 * Runs a program of ours in the caller's folder, so that file names mean what they meant there.
 * @param {Program} program @param {string[]} argv @param {Record<string, string>} env @param {AbortSignal} signal
 * @returns {Promise<number>} exit code
 */
async function runProgram(program, argv, env, signal) {
  const args = ['--enable-source-maps', inRoot(`build/${program}.js`), ...argv]
  const { code } = await run(process.execPath, args, {
    cwd: process.env.INIT_CWD ?? process.cwd(),
    env: childEnvironment(env),
    stdio: ['ignore', 'inherit', 'inherit'],
    signal
  })
  return code
}

/**
 * Starts the stores of a platform that does not run, for as long as `work` takes.
 * @param {import('../platform/settings.mjs').Settings} settings @param {AbortSignal} signal
 * @param {(env: Record<string, string>) => Promise<number>} work
 * @param {boolean} [migrates] whether the database is brought up to date first @throws {UserError}
 */
async function withStores(settings, signal, work, migrates = true) {
  prepareDataFolder(settings.dataDir)
  const lock = await tryLock(join(settings.dataDir, 'launcher.lock'))
  if ('owner' in lock)
    throw new UserError(
      `Halyard is starting or stopping (process ${lock.owner.pid}); try again when it is ready.`
    )
  /** @type {import('../processes/supervisor.mjs').SupervisedProcess[]} */
  const children = []
  try {
    await stopOrphans(settings.dataDir)
    const stores = await startStores({ ...settings, signal, onChild: (child) => children.push(child) })
    const [port, scoringPort, jobsPort] = [await freePort(), await freePort(), await freePort()]
    const env = programEnvironment(settings, { ...stores, port, scoringPort, jobsPort, dev: false })
    if (migrates) await migrate(env, { dev: false, signal })
    signal.throwIfAborted()
    return await work(env)
  } finally {
    await Promise.all(children.map((child) => child.stop()))
    lock.release()
  }
}

/**
 * @param {Program} program @param {string[]} argv
 * @param {boolean} startsStores whether it starts the stores when no platform runs; else it runs without any
 * @returns {Promise<number>} exit code @throws {UserError}
 */
async function runOnStores(program, argv, startsStores) {
  const { signal } = handleShutdownSignals(() => process.exit(1))
  const settings = readSettings(process.env)
  await prepareCheckout({ build: 'stale', signal })
  const running = readRunning(settings.dataDir)
  if (running) return runProgram(program, argv, { ...running.env, HALYARD_URL: running.url ?? '' }, signal)
  if (!startsStores) return runProgram(program, argv, {}, signal)
  printStatus(`No Halyard runs on ${settings.dataDir}; its stores are started for the ${argv[0]}.`)
  return withStores(settings, signal, (env) => runProgram(program, argv, env, signal))
}

/**
 * `npm run event`: hands over to build/event.js; `import` needs no running platform.
 * @param {string[]} argv @returns {Promise<number>} exit code @throws {UserError}
 */
export const event = (argv) => runOnStores('event', argv, argv[0] === 'import')

/**
 * `npm run game`: hands over to build/game.js, with or without a running platform.
 * @param {string[]} argv @returns {Promise<number>} exit code @throws {UserError}
 */
export const game = (argv) => runOnStores('game', argv, argv[0] === 'import' || argv[0] === 'export')

/**
 * `npm run backup`: writes what the stores hold into a file, with or without a running platform.
 * @param {string[]} argv @returns {Promise<number>} exit code @throws {UserError}
 */
export const backup = (argv) => runOnStores('backup', ['backup', ...argv], true)

/**
 * `npm run files`: brings files to another place, with or without a running platform.
 * @param {string[]} argv
 * @returns {Promise<number>} exit code
 * @throws {UserError}
 */
export const files = (argv) => runOnStores('files', argv, argv[0] === 'move')

/**
 * `npm run restore`: fills the stores of a platform that does not run.
 * @param {string[]} argv @returns {Promise<number>} exit code @throws {UserError} while one runs
 */
export async function restore(argv) {
  const { signal } = handleShutdownSignals(() => process.exit(1))
  const settings = readSettings(process.env)
  await prepareCheckout({ build: 'stale', signal })
  if (readRunning(settings.dataDir))
    throw new UserError(`Halyard runs on ${settings.dataDir}; stop it first.`)
  return withStores(settings, signal, (env) => runProgram('backup', ['restore', ...argv], env, signal), false)
}
