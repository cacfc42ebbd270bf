import { EngineError } from '../engine'

const BLOCK = 512

const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`

function cut(name: string): { prefix: string; rest: string } {
  if (Buffer.byteLength(name) <= 100) return { prefix: '', rest: name }
  for (let at = name.indexOf('/'); at > 0; at = name.indexOf('/', at + 1)) {
    const [prefix, rest] = [name.slice(0, at), name.slice(at + 1)]
    if (Buffer.byteLength(prefix) <= 155 && Buffer.byteLength(rest) <= 100) return { prefix, rest }
  }
  throw new EngineError('failed', `${name} is too long a path for a file`)
}

interface TarFile {
  name: string
  content: Buffer
  mode: number
  uid: number
  gid: number
}

/** An archive of one file, as Docker takes files into containers. `mode` without the type of the file. */
export function tarOf({ name, content, mode, uid, gid }: TarFile): Buffer {
  const { prefix, rest } = cut(name)
  const header = Buffer.alloc(BLOCK)
  header.write(rest, 0)
  header.write(octal(mode & 0o7777, 8), 100)
  header.write(octal(uid, 8), 108)
  header.write(octal(gid, 8), 116)
  header.write(octal(content.length, 12), 124)
  header.write(octal(Math.floor(Date.now() / 1000), 12), 136)
  // The checksum counts its own field as spaces.
  header.write(' '.repeat(8), 148)
  header.write('0', 156)
  header.write('ustar\0', 257)
  header.write('00', 263)
  header.write(prefix, 345)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${octal(sum, 7)} `, 148)
  const padding = Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)
  return Buffer.concat([header, content, padding, Buffer.alloc(2 * BLOCK)])
}

/** Content of the first regular file of a tar; null without one. */
export function firstFileOf(tar: Buffer): Buffer | null {
  for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0; ) {
    const size = Number.parseInt(tar.toString('latin1', at + 124, at + 136), 8)
    if (!Number.isFinite(size)) return null
    const type = String.fromCharCode(tar[at + 156]!)
    if (type === '0' || type === '\0') return tar.subarray(at + BLOCK, at + BLOCK + size)
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
  }
  return null
}
