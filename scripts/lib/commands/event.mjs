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

/** @typedef {'event' | 'game' | 'suitcase' | 'backup' | 'files'} Program a program in build/ */

/**
 * Runs a built program in the caller's folder, because file names on the command line are relative to it.
 * @param {Program} program @param {string[]} argv @param {Record<string, string>} env @param {AbortSignal} signal
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
 * @param {(env: Record<string, string>) => Promise<number>} work @param {boolean} [migrates] the database first
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
 * Runs a program on the stores of the running platform.
 * @param {Program} program @param {string[]} argv @param {boolean} startsStores when no platform runs; else it gets none
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

/** `npm run event`. @param {string[]} argv */
export const event = (argv) => runOnStores('event', argv, argv[0] === 'import')

/** `npm run game`. @param {string[]} argv */
export const game = (argv) =>
  runOnStores('game', argv, ['import', 'export', 'site', 'everything'].includes(argv[0] ?? ''))

/** `npm run suitcase`. @param {string[]} argv */
export const suitcase = (argv) =>
  runOnStores('suitcase', argv, ['pack', 'unpack', 'results', 'images', 'load'].includes(argv[0] ?? ''))

/** `npm run backup`. @param {string[]} argv */
export const backup = (argv) => runOnStores('backup', ['backup', ...argv], true)

/** `npm run files`. @param {string[]} argv */
export const files = (argv) => runOnStores('files', argv, argv[0] === 'move')

/** `npm run restore`. @param {string[]} argv @returns {Promise<number>} exit code @throws {UserError} while a platform runs */
export async function restore(argv) {
  const { signal } = handleShutdownSignals(() => process.exit(1))
  const settings = readSettings(process.env)
  await prepareCheckout({ build: 'stale', signal })
  if (readRunning(settings.dataDir))
    throw new UserError(`Halyard runs on ${settings.dataDir}; stop it first.`)
  return withStores(settings, signal, (env) => runProgram('backup', ['restore', ...argv], env, signal), false)
}
