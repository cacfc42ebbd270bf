import { asObject } from '../files/json.mjs'

/** Sent by a scoring process that has begun to take sockets. */
const TAKES_SOCKETS = 'takes sockets'

/**
 * Passes sockets from web to scoring (server/platform/processes/handover.ts). Each function is called with every new
 * process of its name. Sockets that arrive while no scoring process takes them are closed.
 */
export function createHandover() {
  /** @type {Map<number, import('node:child_process').ChildProcess>} by port */
  const receivers = new Map()
  /** The process that web chose, else any: it tells a client whose connection it does not know to begin again. @param {unknown} port */
  const receiverFor = (port) =>
    [receivers.get(Number(port)), ...receivers.values()].find((child) => child?.connected)
  return {
    /** @param {import('node:child_process').ChildProcess} child @param {number} port its SCORING_PORT */
    scoring(child, port) {
      child.on('message', (message) => {
        if (message === TAKES_SOCKETS) receivers.set(port, child)
      })
    },
    /** @param {import('node:child_process').ChildProcess} child */
    web(child) {
      child.on('message', (/** @type {import('node:child_process').Serializable} */ message, socket) => {
        if (!socket || !('destroy' in socket)) return
        const handle = handleOf(socket)
        const receiver = receiverFor(asObject(message)?.port)
        if (!receiver || !handle) return socket.destroy()
        // Otherwise Node would read on here and drop the bytes until the other process has the socket.
        handle.reading = false
        handle.readStop()
        receiver.send(message, socket, {}, () => socket.destroy())
      })
    }
  }
}

/** @typedef {{ reading: boolean, readStop(): void }} Handle Node's internal object behind a socket */

/** @param {object} socket @returns {Handle | null} null once the connection is closed */
const handleOf = (socket) => ('_handle' in socket && isHandle(socket._handle) ? socket._handle : null)

/** @param {unknown} value @returns {value is Handle} */
const isHandle = (value) => typeof value === 'object' && value !== null && 'readStop' in value
