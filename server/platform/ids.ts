import { randomBytes } from 'node:crypto'

/** Begins with the time in milliseconds, so that ids sort by it; the rest is random. */
export function uuid7(now: Date): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now.getTime(), 0, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

export function randomHex(bytes: number): string {
  return randomBytes(bytes).toString('hex')
}
