import type { Socket } from 'node:net'

interface Handle {
  reading: boolean
  readStop(): void
}

/** Stops reading first, because Node drops bytes until the other side confirms. Closes it when that side ends. */
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
