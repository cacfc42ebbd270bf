import { connect } from 'node:net'
import { asObject } from '../files/json.mjs'
import { sleep } from '../processes/sleep.mjs'
import { errorMessage } from '../terminal/errors.mjs'
import { callEngine } from './api.mjs'
import { makeImage, TEST_IMAGE } from './image.mjs'

const TIMEOUT_MS = 10_000
const CONNECT_TIMEOUT_MS = 1000

/** @param {string} host @param {number} port */
const canConnect = (host, port) =>
  new Promise((resolve) => {
    const socket = connect({ host, port, timeout: CONNECT_TIMEOUT_MS })
    /** @param {boolean} result */
    const finish = (result) => {
      socket.destroy()
      resolve(result)
    }
    socket.once('connect', () => finish(true))
    socket.once('error', () => finish(false))
    socket.once('timeout', () => finish(false))
  })

/** @param {string} address */
async function waitForWebServer(address) {
  const deadline = Date.now() + TIMEOUT_MS
  while (Date.now() < deadline) {
    if (await canConnect(address, 80)) return true
    await sleep(100)
  }
  return false
}

/** @param {string} host as in DOCKER_HOST @param {string} container @returns {Promise<string | null>} null: it has none */
async function addressOfContainer(host, container) {
  const inspected = asObject(await callEngine(host, 'GET', `/containers/${container}/json`))
  const settings = asObject(inspected?.NetworkSettings)
  const bridge = asObject(asObject(settings?.Networks)?.bridge)
  const address = settings?.IPAddress || bridge?.IPAddress
  return typeof address === 'string' && address !== '' ? address : null
}

/**
 * Starts a container and connects to it: an engine in a virtual machine, or without rights to cgroups, replies but cannot
 * be used.
 * @param {string} host as in DOCKER_HOST @returns {Promise<string | null>} why it cannot be used; null when it can
 */
export async function checkEngine(host) {
  let container = null
  try {
    await makeImage(host, TEST_IMAGE)
    const created = await callEngine(host, 'POST', '/containers/create', { json: { Image: TEST_IMAGE } })
    container = String(asObject(created)?.Id)
    await callEngine(host, 'POST', `/containers/${container}/start`)
    const address = await addressOfContainer(host, container)
    return address && (await waitForWebServer(address)) ? null : 'its containers cannot be reached from here'
  } catch (error) {
    return `no container starts: ${errorMessage(error)}`
  } finally {
    if (container) await removeContainer(host, container)
  }
}

/** Removes a container and its volumes; ignores failures. @param {string} host @param {string} id @returns {Promise<void>} */
export const removeContainer = (host, id) =>
  callEngine(host, 'DELETE', `/containers/${id}?force=1&v=1`, { timeoutMs: TIMEOUT_MS }).then(
    () => {},
    () => {}
  )
