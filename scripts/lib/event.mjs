import { join } from 'node:path'
import { tryLock } from './lock.mjs'
import { inRoot } from './paths.mjs'
import { freePort } from './ports.mjs'
import { checkpoint, run } from './processes.mjs'
import { environmentFor, migrate, wholeEnvironment } from './programs.mjs'
import { readRunning, stopLeftovers } from './run-file.mjs'
import { Fault, note } from './say.mjs'
import { prepareDataFolder, readSettings } from './settings.mjs'
import { setup } from './setup.mjs'
import { listenForStop } from './stopper.mjs'
import { startStores } from './stores/index.mjs'

/** Runs a program of ours in the caller's folder, so that file names mean what they meant there. */
const runProgram = async (program, argv, env, signal) => {
  const cwd = process.env.INIT_CWD ?? process.cwd()
  const args = ['--enable-source-maps', inRoot(`build/${program}.js`), ...argv]
  return (
    await run(process.execPath, args, {
      cwd,
      env: wholeEnvironment(env),
      stdio: ['ignore', 'inherit', 'inherit'],
      signal
    })
  ).code
}

/** Starts the stores of a platform that does not run, for as long as `work` takes. */
async function withStores(settings, signal, work) {
  prepareDataFolder(settings.dataDir)
  const lock = await tryLock(join(settings.dataDir, 'launcher.lock'))
  if ('owner' in lock)
    throw new Fault(
      `Halyard is starting or stopping (process ${lock.owner.pid}); try again when it is ready.`
    )
  const children = []
  try {
    await stopLeftovers(settings.dataDir)
    const stores = await startStores({ ...settings, signal, onChild: (child) => children.push(child) })
    const [port, scoringPort, jobsPort] = [await freePort(), await freePort(), await freePort()]
    const env = environmentFor(settings, { ...stores, port, scoringPort, jobsPort, dev: false })
    await migrate(env, { dev: false, signal })
    checkpoint(signal)
    return await work(env)
  } finally {
    await Promise.all(children.map((child) => child.stop()))
    lock.release()
  }
}

/** Runs a program on the stores of the platform that runs on the data folder; `alone` starts them when none does. */
async function onStores(program, argv, alone) {
  const { signal } = listenForStop(() => process.exit(1))
  const settings = readSettings(process.env)
  await setup({ build: 'stale', signal })
  const running = readRunning(settings.dataDir)
  if (running) return runProgram(program, argv, { ...running.env, HALYARD_URL: running.url }, signal)
  if (!alone) return runProgram(program, argv, {}, signal)
  note(`No Halyard runs on ${settings.dataDir}; its stores are started for the ${argv[0]}.`)
  return withStores(settings, signal, (env) => runProgram(program, argv, env, signal))
}

/**
 * `npm run event`: hands over to build/event.js; `import` does without a running platform.
 * @param {string[]} argv
 * @returns {Promise<number>} exit code
 */
export const event = (argv) => onStores('event', argv, argv[0] === 'import')

/**
 * `npm run game`: hands over to build/game.js, with or without a running platform.
 * @param {string[]} argv
 * @returns {Promise<number>} exit code
 */
export const game = (argv) => onStores('game', argv, argv[0] === 'import' || argv[0] === 'export')
