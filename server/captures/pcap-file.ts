import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Packet, packetBytes } from './pcap'

/** IOV_MAX: buffers of one system call. */
const VECTOR = 1024

/** Holds only whole packets. */
export interface CaptureWriter {
  readonly size: number
  /** Appends all packets, or none when it rejects, as on a full disk. */
  write(packets: readonly Packet[]): Promise<void>
  close(): Promise<void>
}

/** Creates file and folders. @throws the system's error, also when the file exists */
export async function createCaptureFile(path: string): Promise<CaptureWriter> {
  const begin = async () => {
    await mkdir(dirname(path), { recursive: true })
    return open(path, 'wx')
  }
  // The upkeep job may remove the empty folder in between.
  const handle = await begin().catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return begin()
  })
  let size = 0

  const put = async (buffers: Buffer[]) => {
    let at = size
    for (let rest = buffers; rest.length > 0; ) {
      const { bytesWritten } = await handle.writev(rest.slice(0, VECTOR), at)
      at += bytesWritten
      rest = after(rest, bytesWritten)
    }
    size = at
  }

  return {
    get size() {
      return size
    },
    async write(packets) {
      const buffers = packets.flatMap(({ head, payload }) => (payload ? [head, payload] : [head]))
      await put(buffers).catch(async (error) => {
        // A partial packet would make the file unreadable.
        await handle.truncate(size).catch(() => {})
        throw error
      })
    },
    close: () => handle.close().catch(() => {})
  }
}

function after(buffers: Buffer[], done: number): Buffer[] {
  let left = done
  let first = 0
  while (first < buffers.length && left >= buffers[first]!.length) left -= buffers[first++]!.length
  const [cut, ...rest] = buffers.slice(first)
  return cut ? [left > 0 ? cut.subarray(left) : cut, ...rest] : []
}

export const sizeOfAll = (packets: readonly Packet[]): number =>
  packets.reduce((sum, packet) => sum + packetBytes(packet), 0)
