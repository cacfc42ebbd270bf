import { homedir } from 'node:os'
import { join } from 'node:path'
import { addressOf, answersEngine } from './api.mjs'

/**
 * Addresses to try: the environment's, the system's, a rootless one's, a desktop's.
 * @param {Record<string, string | undefined>} env @param {string} [home] @returns {string[]} as in DOCKER_HOST
 */
export function candidateHosts(env, home = homedir()) {
  const hosts = [
    env.DOCKER_HOST,
    'unix:///var/run/docker.sock',
    env.XDG_RUNTIME_DIR && `unix://${join(env.XDG_RUNTIME_DIR, 'docker.sock')}`,
    `unix://${join(home, '.docker/run/docker.sock')}`
  ]
  return hosts.flatMap((host) => (host && addressOf(host) ? [host] : []))
}

/**
 * @param {Record<string, string | undefined>} [env]
 * @returns {Promise<string | null>} as in DOCKER_HOST; null when no engine replies
 */
export async function findEngine(env = process.env) {
  for (const host of candidateHosts(env)) {
    if (await answersEngine(host)) return host
  }
  return null
}
