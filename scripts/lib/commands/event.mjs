import { join } from 'node:path'
import { tryLock } from '../files/lock.mjs'
import { prepareCheckout } from '../install/prepare.mjs'
import { inRoot } from '../paths.mjs'
import { childEnvironment, migrate, programEnvironment } from '../platform/programs.mjs'
import { readRunning, stopOrphans } from '../platform/run-file.mjs'
import { prepareDataFolder, readOwnSettings } from '../platform/settings.mjs'
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
 * @param {(env: Record<string, string>) => Promise<number>} work @param {boolean} migrates an embedded database first
 */
async function withStores(settings, signal, work, migrates) {
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
    const [port, jobsPort, ...scoringPorts] = [await freePort(), await freePort(), await freePort()]
    const env = programEnvironment(settings, { ...stores, port, scoringPorts, jobsPort, dev: false })
    // A database of one's own may be that of a platform on other machines.
    if (migrates && !settings.databaseUrl) await migrate(env, { dev: false, signal })
    signal.throwIfAborted()
    return await work(env)
  } finally {
    await Promise.all(children.map((child) => child.stop()))
    lock.release()
  }
}

/**
 * Runs a program on the stores of the running platform.
 * @param {Program} program @param {string[]} argv
 * @param {{ starts: boolean, migrates?: boolean }} stores when no platform runs: whether they are started, else it gets
 *   none; whether an embedded database is brought up to date
 */
async function runOnStores(program, argv, { starts, migrates = false }) {
  const { signal } = handleShutdownSignals(() => process.exit(1))
  const settings = readOwnSettings()
  await prepareCheckout({ build: 'stale', signal })
  const running = readRunning(settings.dataDir)
  if (running) return runProgram(program, argv, { ...running.env, HALYARD_URL: running.url ?? '' }, signal)
  if (!starts) return runProgram(program, argv, {}, signal)
  printStatus(`No Halyard runs on ${settings.dataDir}; its stores are started for the ${argv[0]}.`)
  return withStores(settings, signal, (env) => runProgram(program, argv, env, signal), migrates)
}

/** @param {string[]} argv @param {readonly string[]} reading @param {readonly string[]} writing words that need stores */
const storesFor = ([word = ''], reading, writing) => ({
  starts: [...reading, ...writing].includes(word),
  migrates: writing.includes(word)
})

/** `npm run event`. @param {string[]} argv */
export const event = (argv) => runOnStores('event', argv, storesFor(argv, [], ['import']))

/** `npm run game`. @param {string[]} argv */
export const game = (argv) =>
  runOnStores('game', argv, storesFor(argv, ['export', 'site', 'everything'], ['import']))

/** `npm run suitcase`. @param {string[]} argv */
export const suitcase = (argv) =>
  runOnStores('suitcase', argv, storesFor(argv, ['pack', 'results', 'images'], ['unpack', 'load']))

/** `npm run backup`: of the schema that is there, so that the version before can restore it. @param {string[]} argv */
export const backup = (argv) => runOnStores('backup', ['backup', ...argv], { starts: true })

/** `npm run files`. @param {string[]} argv */
export const files = (argv) => runOnStores('files', argv, storesFor(argv, ['move'], []))

/** `npm run restore`. @param {string[]} argv @returns {Promise<number>} exit code @throws {UserError} while a platform runs */
export async function restore(argv) {
  const { signal } = handleShutdownSignals(() => process.exit(1))
  const settings = readOwnSettings()
  await prepareCheckout({ build: 'stale', signal })
  if (readRunning(settings.dataDir))
    throw new UserError(`Halyard runs on ${settings.dataDir}; stop it first.`)
  return withStores(settings, signal, (env) => runProgram('backup', ['restore', ...argv], env, signal), false)
}
