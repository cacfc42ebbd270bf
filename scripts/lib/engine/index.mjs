import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inRoot } from '../paths.mjs'
import { checkEngine } from './check.mjs'
import { findEngine } from './find.mjs'
import { TEST_IMAGE } from './image.mjs'
import { APART, obtainPrograms, refusal } from './programs.mjs'

/**
 * @typedef {object} EngineUse how to run one command with a container engine
 * @property {string | null} reason why there is none; the rest then means nothing
 * @property {boolean} own an engine of our own is started for the command, in a network namespace of its own with stores
 *   of its own: nothing outside can be reached from there
 * @property {string[]} within the words to put before the command; its stdin must be a pipe
 * @property {Record<string, string | undefined>} env to add to the command's environment
 * @property {() => string | null} missed once the command has ended: why it was not run after all, or null
 * @property {() => void} close removes what is left
 */

/** @returns {EngineUse} */
const answer = (parts) => ({
  reason: null,
  own: false,
  within: [],
  env: {},
  missed: () => null,
  close() {},
  ...parts
})

async function foundEngine(host, signal) {
  const reason = (await obtainPrograms({ own: false, signal })) ?? (await checkEngine(host))
  return answer({
    reason: reason && `${host}: ${reason}`,
    env: { TEST_DOCKER_HOST: host, TEST_IMAGE }
  })
}

function ownEngine(stores) {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-engine-'))
  const inside = [process.execPath, inRoot('scripts/lib/engine/inside.mjs'), folder]
  return answer({
    own: true,
    within: [...APART, ...inside, stores ? 'stores' : 'plain'],
    // They lead to what is outside.
    env: { DATABASE_URL: undefined, REDIS_URL: undefined, DOCKER_HOST: undefined },
    missed() {
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
 * The engine that runs here, or else one of our own.
 * @param {{ stores: boolean, signal?: AbortSignal }} options `stores`: an engine of our own comes with a Postgres and a
 *   Redis beside it, TEST_DATABASE_URL and TEST_REDIS_URL
 * @returns {Promise<EngineUse>}
 */
export async function obtainEngine({ stores, signal }) {
  const host = await findEngine()
  if (host) return foundEngine(host, signal)
  const reason = (await refusal()) ?? (await obtainPrograms({ own: true, signal }))
  return reason === null ? ownEngine(stores) : answer({ reason })
}
