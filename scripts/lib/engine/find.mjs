import { homedir } from 'node:os'
import { join } from 'node:path'
import { addressOf, answersEngine } from './api.mjs'

/**
 * Where an engine may answer, best first: the person's own choice, the system's, one without root, a desktop's.
 * @param {Record<string, string | undefined>} env
 * @param {string} [home]
 * @returns {string[]} as in DOCKER_HOST
 */
export function placesOf(env, home = homedir()) {
  const places = [
    env.DOCKER_HOST,
    'unix:///var/run/docker.sock',
    env.XDG_RUNTIME_DIR && `unix://${join(env.XDG_RUNTIME_DIR, 'docker.sock')}`,
    `unix://${join(home, '.docker/run/docker.sock')}`
  ]
  return places.filter((place) => place && addressOf(place))
}

/**
 * The engine that runs here already.
 * @param {Record<string, string | undefined>} [env]
 * @returns {Promise<string | null>} as in DOCKER_HOST; null when none answers
 */
export async function findEngine(env = process.env) {
  for (const place of placesOf(env)) {
    if (await answersEngine(place)) return place
  }
  return null
}
