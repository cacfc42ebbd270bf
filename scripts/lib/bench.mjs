import { obtainEngine } from './engine/index.mjs'
import { inRoot } from './paths.mjs'
import { run } from './processes.mjs'
import { Fault } from './say.mjs'
import { setup } from './setup.mjs'
import { listenForStop } from './stopper.mjs'

/** Parts that need a container engine. */
const WITH_ENGINE = new Set(['instances', 'tunnels'])

async function runWithEngine([program, ...words], signal) {
  const engine = await obtainEngine({ stores: false, signal })
  try {
    const command = [...engine.within, program, ...words]
    const env = { ...process.env, ...engine.env }
    const stdio = [engine.own ? 'pipe' : 'ignore', 'inherit', 'inherit']
    const { code } =
      engine.reason === null ? await run(command[0], command.slice(1), { env, stdio, signal }) : {}
    const reason = engine.reason ?? engine.missed()
    if (reason !== null) throw new Fault(`There is no container engine for the benchmark (${reason}).`)
    return code
  } finally {
    engine.close()
  }
}

/**
 * `npm run bench`: hands over to tests/bench; some parts, named by the first argument, get a container engine.
 * @param {string[]} argv
 * @returns {Promise<number>} exit code
 */
export async function bench(argv) {
  const { signal } = listenForStop(() => process.exit(1))
  await setup({ build: 'stale', signal })
  const command = [process.execPath, '--import', 'tsx', inRoot('tests/bench/main.ts'), ...argv]
  if (WITH_ENGINE.has(argv[0])) return runWithEngine(command, signal)
  const { code } = await run(command[0], command.slice(1), {
    stdio: ['ignore', 'inherit', 'inherit'],
    signal
  })
  return code
}
