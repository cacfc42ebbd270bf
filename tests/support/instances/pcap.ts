/** A reader of pcap files that shares nothing with their writer and checks what a network tool would. */

interface ReadSide {
  bytes: Buffer[]
  next: number | null
  fin: boolean
}

export interface ReadCapture {
  /** The first packet, a datagram with JSON. */
  note: Record<string, unknown>
  client: Buffer
  service: Buffer
  /** `address:port` of both sides. */
  from: string
  to: string
  packets: number
  /** The sides that sent FIN, and RST if there was one. */
  ends: string[]
  /** Bytes whose sequence numbers were skipped. */
  missing: number
  flaws: string[]
}

/** 0xffff over data with its right checksum (RFC 1071). */
function sum(...parts: Buffer[]): number {
  const all = Buffer.concat(parts)
  let total = 0
  for (let i = 0; i < all.length; i += 2)
    total += all.readUInt8(i) * 256 + (i + 1 < all.length ? all.readUInt8(i + 1) : 0)
  while (total > 0xffff) total = (total & 0xffff) + Math.floor(total / 0x10000)
  return total
}

interface Ip {
  source: Buffer
  target: Buffer
  protocol: number
  body: Buffer
}

function ipOf(packet: Buffer, flaws: string[]): Ip {
  const version = packet[0]! >> 4
  if (version === 4) {
    if (packet.readUInt16BE(2) !== packet.length) flaws.push('length of IPv4')
    if (sum(packet.subarray(0, 20)) !== 0xffff) flaws.push('checksum of IPv4')
    return {
      source: packet.subarray(12, 16),
      target: packet.subarray(16, 20),
      protocol: packet[9]!,
      body: packet.subarray(20)
    }
  }
  if (version !== 6 || packet.readUInt16BE(4) !== packet.length - 40) flaws.push('head of IPv6')
  return {
    source: packet.subarray(8, 24),
    target: packet.subarray(24, 40),
    protocol: packet[6]!,
    body: packet.subarray(40)
  }
}

const place = (address: Buffer, port: number) =>
  `${address.length === 4 ? [...address].join('.') : address.toString('hex')}:${port}`

/** Reads a file and checks for one TCP connection. @param whole it begins with the handshake */
export function readCapture(file: Buffer, whole = true): ReadCapture {
  const flaws: string[] = []
  if (file.readUInt32LE(0) !== 0xa1b2c3d4 || file.readUInt32LE(20) !== 101) flaws.push('head of the file')
  const sides = new Map<string, ReadSide>()
  const ends: string[] = []
  let [note, from, to]: [Record<string, unknown>, string, string] = [{}, '', '']
  let [packets, missing, time, at] = [0, 0, 0, 24]
  const sideOf = (key: string) => {
    const known = sides.get(key) ?? { bytes: [], next: null, fin: false }
    sides.set(key, known)
    return known
  }
  for (; at + 16 <= file.length; packets++) {
    const stamp = file.readUInt32LE(at) * 1e6 + file.readUInt32LE(at + 4)
    if (stamp < time) flaws.push('time runs back')
    time = stamp
    const length = file.readUInt32LE(at + 8)
    const packet = file.subarray(at + 16, at + 16 + length)
    if (packet.length < length) flaws.push('cut packet')
    at += 16 + length
    const { source, target, protocol, body } = ipOf(packet, flaws)
    const pseudo = Buffer.from([0, protocol, body.length >> 8, body.length & 255])
    if (sum(source, target, pseudo, body) !== 0xffff) flaws.push(`checksum of packet ${packets}`)
    if (packets === 0) {
      if (protocol !== 17 || body.readUInt16BE(0) !== 65_535 || body.readUInt16BE(4) !== body.length)
        flaws.push('first packet')
      note = JSON.parse(body.toString('utf8', 8)) as Record<string, unknown>
      from = place(target, body.readUInt16BE(2))
      continue
    }
    if (protocol !== 6) flaws.push('protocol')
    const [sender, receiver] = [place(source, body.readUInt16BE(0)), place(target, body.readUInt16BE(2))]
    if (sender !== from && receiver !== from) flaws.push('a stranger')
    to = sender === from ? receiver : sender
    const [mine, other] = [sideOf(sender), sideOf(receiver)]
    const [number, answer, flags] = [body.readUInt32BE(4), body.readUInt32BE(8), body[13]!]
    const payload = body.subarray((body[12]! >> 4) * 4)
    if (mine.next === null && whole && (flags & 2) === 0) flaws.push('no SYN')
    if (mine.next !== null && number < mine.next) flaws.push(`packet ${packets} comes again`)
    if (mine.next !== null && number > mine.next) missing += number - mine.next
    if (flags & 16 && other.next !== null && answer !== other.next)
      flaws.push(`packet ${packets} acknowledges ${answer}`)
    if (mine.fin && payload.length > 0) flaws.push('words after FIN')
    if (payload.length > 0) mine.bytes.push(payload)
    mine.next = number + payload.length + (flags & 3 ? 1 : 0)
    if (flags & 1) mine.fin = true
    if (flags & 5) ends.push(`${sender === from ? 'client' : 'service'} ${flags & 1 ? 'FIN' : 'RST'}`)
  }
  if (at !== file.length) flaws.push('bytes at the end')
  const said = (key: string) => Buffer.concat(sides.get(key)?.bytes ?? [])
  return { note, client: said(from), service: said(to), from, to, packets, ends, missing, flaws }
}
