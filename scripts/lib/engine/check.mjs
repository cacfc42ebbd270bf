import { connect } from 'node:net'
import { pause } from '../processes.mjs'
import { callEngine } from './api.mjs'
import { makeImage, TEST_IMAGE } from './image.mjs'

const TIMEOUT_MS = 10_000

const canConnect = (host, port) =>
  new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 1000 })
    const finish = (result) => {
      socket.destroy()
      resolve(result)
    }
    socket.once('connect', () => finish(true))
    socket.once('error', () => finish(false))
    socket.once('timeout', () => finish(false))
  })

async function isReached(address) {
  const end = Date.now() + TIMEOUT_MS
  while (Date.now() < end) {
    if (await canConnect(address, 80)) return true
    await pause(100)
  }
  return false
}

/**
 * Makes the tests' image and sees that a container of it starts and can be reached from here: an engine in a virtual
 * machine, or without rights to the cgroups, answers but is of no use.
 * @param {string} host as in DOCKER_HOST
 * @returns {Promise<string | null>} null when it works; otherwise a reason
 */
export async function checkEngine(host) {
  let container = null
  try {
    await makeImage(host, TEST_IMAGE)
    const { Id } = await callEngine(host, 'POST', '/containers/create', { json: { Image: TEST_IMAGE } })
    container = Id
    await callEngine(host, 'POST', `/containers/${container}/start`)
    const { NetworkSettings } = await callEngine(host, 'GET', `/containers/${container}/json`)
    const address = NetworkSettings.IPAddress || NetworkSettings.Networks?.bridge?.IPAddress
    return address && (await isReached(address)) ? null : 'its containers cannot be reached from here'
  } catch (error) {
    return `no container starts: ${error.message}`
  } finally {
    if (container) await removeContainer(host, container)
  }
}

/** Removes a container and its volumes, running or not; one that will not go is left to the engine's end. */
export const removeContainer = (host, id) =>
  callEngine(host, 'DELETE', `/containers/${id}?force=1&v=1`, { timeoutMs: 10_000 }).catch(() => {})
