import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inRoot } from '../paths.mjs'
import { findEngine } from './find.mjs'
import { TEST_IMAGE } from './image.mjs'
import { ISOLATED_COMMAND, namespaceObstacle, obtainPrograms } from './prerequisites.mjs'
import { checkEngine } from './verify.mjs'

/**
 * @typedef {object} EngineUse how to run one command with a container engine
 * @property {string | null} reason why there is none; then ignore the other properties
 * @property {boolean} isolated the engine runs for this command only, in a network namespace without a way out
 * @property {string[]} prefix words before the command, whose stdin must then be a pipe
 * @property {NodeJS.ProcessEnv} env added to the command's environment
 * @property {() => string | null} startFailure after the end: why the isolated engine did not start; null: the command ran
 * @property {() => void} close removes its folder
 */

/** @param {Partial<EngineUse>} parts */
const engineUse = (parts) => ({
  reason: null,
  isolated: false,
  prefix: [],
  env: {},
  startFailure: () => null,
  close() {},
  ...parts
})

/** @param {string} host as in DOCKER_HOST @param {AbortSignal} [signal] */
async function runningEngine(host, signal) {
  const reason = (await obtainPrograms({ withEngine: false, signal })) ?? (await checkEngine(host))
  return engineUse({
    reason: reason && `${host}: ${reason}`,
    env: { TEST_DOCKER_HOST: host, TEST_IMAGE }
  })
}

/** @param {boolean} stores */
function isolatedEngine(stores) {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-engine-'))
  const main = [process.execPath, inRoot('scripts/lib/engine/namespace-main.mjs'), folder]
  return engineUse({
    isolated: true,
    prefix: [...ISOLATED_COMMAND, ...main, stores ? 'stores' : 'plain'],
    // Their addresses cannot be reached from inside.
    env: { DATABASE_URL: undefined, REDIS_URL: undefined, DOCKER_HOST: undefined },
    startFailure() {
      try {
        return readFileSync(join(folder, 'unavailable'), 'utf8')
      } catch {
        return null
      }
    },
    close: () => rmSync(folder, { recursive: true, force: true })
  })
}

/**
 * The engine of this machine, else an isolated one.
 * @param {{ stores: boolean, signal?: AbortSignal }} options `stores`: an isolated engine comes with TEST_DATABASE_URL and
 *   TEST_REDIS_URL of stores beside it
 * @returns {Promise<EngineUse>}
 */
export async function obtainEngine({ stores, signal }) {
  const host = await findEngine()
  if (host) return runningEngine(host, signal)
  const reason = (await namespaceObstacle()) ?? (await obtainPrograms({ withEngine: true, signal }))
  return reason === null ? isolatedEngine(stores) : engineUse({ reason })
}
