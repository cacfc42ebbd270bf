/**
 * Passes connections of sockets from web to scoring (server/platform/handover.ts). Each function is told of every
 * process of its name; connections that come while scoring is away are closed.
 */
export function createHandover() {
  let receiver = null
  return {
    /** @param {import('node:child_process').ChildProcess} child */
    scoring(child) {
      receiver = child
    },
    /** @param {import('node:child_process').ChildProcess} child */
    web(child) {
      child.on('message', (message, socket) => {
        if (!socket) return
        if (!receiver?.connected || !socket._handle) return socket.destroy()
        // Node would read on here, and drop what it reads, until the other process has it.
        socket._handle.reading = false
        socket._handle.readStop()
        receiver.send(message, socket, {}, () => socket.destroy())
      })
    }
  }
}
