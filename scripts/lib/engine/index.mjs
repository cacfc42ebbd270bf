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
 * @property {string | null} reason why there is none; the rest then means nothing
 * @property {boolean} isolated an engine is started for the command, in a network namespace with stores of its own:
 *   nothing outside can be reached from there
 * @property {string[]} prefix the words to put before the command; its stdin must then be a pipe
 * @property {NodeJS.ProcessEnv} env to add to the command's environment
 * @property {() => string | null} startFailure asked once the command has ended: why the isolated engine did not start,
 *   so that the command was not run; null: it was run
 * @property {() => void} close removes what is left
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
    // They lead to what is outside.
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
 * The engine that runs here, or else an isolated one.
 * @param {{ stores: boolean, signal?: AbortSignal }} options `stores`: an isolated engine comes with a Postgres and a
 * Redis beside it, TEST_DATABASE_URL and TEST_REDIS_URL
 * @returns {Promise<EngineUse>}
 */
export async function obtainEngine({ stores, signal }) {
  const host = await findEngine()
  if (host) return runningEngine(host, signal)
  const reason = (await namespaceObstacle()) ?? (await obtainPrograms({ withEngine: true, signal }))
  return reason === null ? isolatedEngine(stores) : engineUse({ reason })
}
