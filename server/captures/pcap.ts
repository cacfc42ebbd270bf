/** IPv4 or IPv6. Files are classic pcap of raw IP packets; times are microseconds since 1970. */
export interface Endpoint {
  address: string
  port: number
}

export type Side = 'client' | 'service'

/** Headers of pcap, IP and TCP or UDP, then the payload, which is not copied. */
export interface Packet {
  at: number
  head: Buffer
  payload: Buffer | null
}

/** Bytes that it takes in a file. */
export const packetBytes = ({ head, payload }: Pick<Packet, 'head' | 'payload'>): number =>
  head.length + (payload?.length ?? 0)

const MAGIC = 0xa1b2c3d4
/** Packets begin with an IP header of either version. */
const LINKTYPE_RAW = 101
const MAX_PACKET_BYTES = 65_535
const RECORD = 16
const TCP_HEAD = 20
const UDP_HEAD = 8
/** Payload that fits MAX_PACKET_BYTES with IPv6 and TCP headers. */
export const SEGMENT = MAX_PACKET_BYTES - 40 - TCP_HEAD

const FIN = 0x01
const SYN = 0x02
const RST = 0x04
const PSH = 0x08
const ACK = 0x10
const TCP = 6
const UDP = 17
/** MSS, then a window scale of 14, so that no reader finds the window too small. */
const SYN_OPTIONS = Buffer.from([2, 4, SEGMENT >> 8, SEGMENT & 255, 1, 3, 3, 14])

/** What a file begins with, before its first packet. */
export function fileHead(): Buffer {
  const head = Buffer.alloc(24)
  head.writeUInt32LE(MAGIC, 0)
  head.writeUInt16LE(2, 4)
  head.writeUInt16LE(4, 6)
  head.writeUInt32LE(MAX_PACKET_BYTES, 16)
  head.writeUInt32LE(LINKTYPE_RAW, 20)
  return head
}

/** Bytes up to the end of the last whole packet; 0 for another format. */
export function wholeLength(file: Buffer): number {
  if (file.length < 24 || file.readUInt32LE(0) !== MAGIC) return 0
  let end = 24
  while (end + RECORD <= file.length) {
    const next = end + RECORD + file.readUInt32LE(end + 8)
    if (next > file.length) break
    end = next
  }
  return end
}

/** Sum of big-endian 16-bit words; an odd last byte is an upper half. */
function sumOf(bytes: Buffer, from = 0): number {
  const even = bytes.length - ((bytes.length - from) & 1)
  let sum = 0
  for (let i = from; i < even; i += 2) sum += (bytes[i]! << 8) | bytes[i + 1]!
  return even < bytes.length ? sum + (bytes[even]! << 8) : sum
}

function checksum(sum: number): number {
  let folded = sum
  while (folded > 0xffff) folded = (folded % 0x10000) + Math.floor(folded / 0x10000)
  return folded ^ 0xffff
}

/** 16 bytes for IPv6, 4 for IPv4. @throws TypeError */
export function addressBytes(address: string): Buffer {
  if (!address.includes(':')) return Buffer.from(address.split('.').map(Number))
  const text = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1)
  const [front = '', back = ''] = text.split('::')
  const groups = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))
  const [first, last] = [groups(front), groups(back)]
  const bytes = Buffer.alloc(16)
  first.forEach((group, n) => void bytes.writeUInt16BE(group, 2 * n))
  last.forEach((group, n) => void bytes.writeUInt16BE(group, 16 - 2 * (last.length - n)))
  return bytes
}

/** IPv4-mapped IPv6 (RFC 4291, 2.5.5.2). */
const mapped = (bytes: Buffer) =>
  bytes.length === 16 ? bytes : Buffer.concat([Buffer.alloc(10), Buffer.from([255, 255]), bytes])

/** IPv4 only when both are. */
function oneFamily(one: string, other: string): [Buffer, Buffer] {
  const [a, b] = [addressBytes(one), addressBytes(other)]
  return a.length === b.length ? [a, b] : [mapped(a), mapped(b)]
}

interface Carried {
  at: number
  from: Buffer
  to: Buffer
  protocol: typeof TCP | typeof UDP
  /** TCP or UDP head, its checksum still 0 at `checksumAt`. */
  head: Buffer
  checksumAt: number
  payload: Buffer | null
}

function packet({ at, from, to, protocol, head, checksumAt, payload }: Carried): Packet {
  const length = head.length + (payload?.length ?? 0)
  const v4 = from.length === 4
  const ip = v4 ? 20 : 40
  const all = Buffer.alloc(RECORD + ip + head.length)
  all.writeUInt32LE(Math.floor(at / 1e6), 0)
  all.writeUInt32LE(Math.floor(at % 1e6), 4)
  all.writeUInt32LE(ip + length, 8)
  all.writeUInt32LE(ip + length, 12)
  if (v4) {
    all[RECORD] = 0x45
    all.writeUInt16BE(ip + length, RECORD + 2)
    // Don't fragment, so no identification is needed (RFC 6864).
    all.writeUInt16BE(0x4000, RECORD + 6)
    all[RECORD + 8] = 64
    all[RECORD + 9] = protocol
  } else {
    all[RECORD] = 0x60
    all.writeUInt16BE(length, RECORD + 4)
    all[RECORD + 6] = protocol
    all[RECORD + 7] = 64
  }
  from.copy(all, RECORD + ip - 2 * from.length)
  to.copy(all, RECORD + ip - to.length)
  if (v4) all.writeUInt16BE(checksum(sumOf(all.subarray(RECORD, RECORD + ip))), RECORD + 10)
  const pseudo = sumOf(from) + sumOf(to) + protocol + length
  const sum = checksum(pseudo + sumOf(head) + (payload ? sumOf(payload) : 0))
  head.copy(all, RECORD + ip)
  // 0 would mean no checksum (RFC 768).
  all.writeUInt16BE(protocol === UDP && sum === 0 ? 0xffff : sum, RECORD + ip + checksumAt)
  return { at, head: all, payload }
}

/** A datagram that describes the file (docs/rules/instances.md#captures). `service` only decides the family. */
export function descriptionPacket(at: number, client: Endpoint, service: Endpoint, note: Buffer): Packet {
  const [to] = oneFamily(client.address, service.address)
  const head = Buffer.alloc(UDP_HEAD)
  head.writeUInt16BE(65_535, 0)
  head.writeUInt16BE(client.port, 2)
  head.writeUInt16BE(UDP_HEAD + note.length, 4)
  const from = Buffer.alloc(to.length)
  return packet({ at, from, to, protocol: UDP, head, checksumAt: 6, payload: note })
}

/** Packets of one TCP connection, in order of the calls. Every byte is acknowledged at once. */
export interface Conversation {
  open(at: number): Packet[]
  data(from: Side, bytes: Buffer, at: number): Packet[]
  /** Bytes not written: sequence numbers go on, so that a reader sees the gap. */
  skip(from: Side, length: number): void
  /** The packets when one side ends its stream and the other acknowledges it. */
  fin(from: Side, at: number): Packet[]
  reset(from: Side, at: number): Packet[]
}

interface End {
  address: Buffer
  port: number
  next: number
}

export function createConversation(client: Endpoint, service: Endpoint): Conversation {
  const [clientAddress, serviceAddress] = oneFamily(client.address, service.address)
  const ends: Record<Side, End> = {
    client: { address: clientAddress, port: client.port, next: 0 },
    service: { address: serviceAddress, port: service.port, next: 0 }
  }
  const other = (side: Side): Side => (side === 'client' ? 'service' : 'client')
  const forward = (side: Side, by: number) => {
    ends[side].next = (ends[side].next + by) % 2 ** 32
  }

  const segment = (from: Side, flags: number, at: number, payload: Buffer | null = null): Packet => {
    const [source, target] = [ends[from], ends[other(from)]]
    const options = flags & SYN ? SYN_OPTIONS : Buffer.alloc(0)
    const head = Buffer.alloc(TCP_HEAD + options.length)
    head.writeUInt16BE(source.port, 0)
    head.writeUInt16BE(target.port, 2)
    head.writeUInt32BE(source.next, 4)
    head.writeUInt32BE(flags & ACK ? target.next : 0, 8)
    head[12] = (head.length / 4) << 4
    head[13] = flags
    head.writeUInt16BE(65_535, 14)
    options.copy(head, TCP_HEAD)
    forward(from, (payload?.length ?? 0) + (flags & (SYN | FIN) ? 1 : 0))
    return packet({
      ...{ at, from: source.address, to: target.address, protocol: TCP },
      ...{ head, checksumAt: 16, payload }
    })
  }

  return {
    open: (at) => [segment('client', SYN, at), segment('service', SYN | ACK, at), segment('client', ACK, at)],
    data(from, bytes, at) {
      const packets: Packet[] = []
      for (let start = 0; start < bytes.length; start += SEGMENT)
        packets.push(segment(from, ACK | PSH, at, bytes.subarray(start, start + SEGMENT)))
      if (packets.length > 0) packets.push(segment(other(from), ACK, at))
      return packets
    },
    skip: forward,
    fin: (from, at) => [segment(from, FIN | ACK, at), segment(other(from), ACK, at)],
    reset: (from, at) => [segment(from, RST | ACK, at)]
  }
}
