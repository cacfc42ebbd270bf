import { obtainEngine } from '../engine/index.mjs'
import { prepareCheckout } from '../install/prepare.mjs'
import { inRoot } from '../paths.mjs'
import { run } from '../processes/run.mjs'
import { UserError } from '../terminal/errors.mjs'
import { handleShutdownSignals } from '../terminal/shutdown.mjs'
import { obtainChromium } from '../test/chromium.mjs'

const WITH_ENGINE = new Set(['instances', 'tunnels'])
const WITH_BROWSER = new Set(['slow-phone'])

/** @param {string[]} args for Node @param {AbortSignal} signal @throws {UserError} when there is no engine */
async function runWithEngine(args, signal) {
  const engine = await obtainEngine({ stores: false, signal })
  try {
    if (engine.reason !== null) throw noEngine(engine.reason)
    const [program = process.execPath, ...words] = [...engine.prefix, process.execPath, ...args]
    const { code } = await run(program, words, {
      env: { ...process.env, ...engine.env },
      stdio: [engine.isolated ? 'pipe' : 'ignore', 'inherit', 'inherit'],
      signal
    })
    const reason = engine.startFailure()
    if (reason !== null) throw noEngine(reason)
    return code
  } finally {
    engine.close()
  }
}

/** @param {AbortSignal} signal @throws {UserError} when there is no browser and none can be installed */
async function browserOf(signal) {
  const chromium = await obtainChromium(signal)
  if (chromium) return { ...process.env, CHROMIUM_PATH: chromium.path }
  throw new UserError('This benchmark needs Chromium: install it or set CHROMIUM_PATH.')
}

/** @param {string} reason */
const noEngine = (reason) => new UserError(`There is no container engine for the benchmark (${reason}).`)

/**
 * `npm run bench`: tests/bench, with a container engine or a browser for the parts that need one.
 * @param {string[]} argv begins with the part @returns {Promise<number>} exit code @throws {UserError}
 */
export async function bench(argv) {
  const { signal } = handleShutdownSignals(() => process.exit(1))
  await prepareCheckout({ build: 'stale', signal })
  const args = ['--import', 'tsx', inRoot('tests/bench/main.ts'), ...argv]
  if (WITH_ENGINE.has(argv[0] ?? '')) return runWithEngine(args, signal)
  const env = WITH_BROWSER.has(argv[0] ?? '') ? await browserOf(signal) : process.env
  const { code } = await run(process.execPath, args, { env, stdio: ['ignore', 'inherit', 'inherit'], signal })
  return code
}
