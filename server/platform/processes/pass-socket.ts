import type { Socket } from 'node:net'

/** The part of Node's handle that it has no other name for. */
interface Handle {
  reading: boolean
  readStop(): void
}

/**
 * Gives a connection away to the process at the other end of `to`, with a message; it is closed when that is gone. Until the
 * other one says that it has it, Node goes on reading here and drops what it reads, so reading is stopped first.
 */
export function passSocket(
  to: Pick<NodeJS.Process, 'send' | 'connected'>,
  message: object,
  socket: Socket
): void {
  const { _handle: handle } = socket as Socket & { _handle: Handle | null }
  if (!handle || !to.send || !to.connected) return void socket.destroy()
  handle.reading = false
  handle.readStop()
  to.send(message, socket, {}, () => socket.destroy())
}
