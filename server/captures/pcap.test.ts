import { describe, expect, it } from 'vitest'
import {
  addressBytes,
  createConversation,
  descriptionPacket,
  fileHead,
  type Packet,
  SEGMENT,
  wholeLength
} from './pcap'

const AT = 1_700_000_000_123_456
const CLIENT = { address: '203.0.113.9', port: 40_001 }
const SERVICE = { address: '10.213.0.2', port: 1337 }
const SIX = { address: '2001:db8::7', port: 40_001 }

const bytesOf = (packets: Packet[]) =>
  Buffer.concat(packets.flatMap(({ head, payload }) => (payload ? [head, payload] : [head])))
const hexOf = (packet: Packet | undefined) => bytesOf(packet ? [packet] : []).toString('hex')

/** Hexadecimal lines, made with Python's struct from RFC 768, 791, 8200 and 9293. */
const hex = (lines: string[]) => lines.join('')

describe('a file', () => {
  it('a file starts as pcap files of bare IP packets do', () => {
    expect(fileHead().toString('hex')).toBe('d4c3b2a1020004000000000000000000ffff000065000000')
  })

  it('the first packet is a datagram to the client that describes the capture', () => {
    const note = (client: typeof CLIENT) => hexOf(descriptionPacket(AT, client, SERVICE, Buffer.from('{}!')))
    expect(note(CLIENT)).toBe(
      hex([
        '00f1536540e201001f0000001f000000',
        '4500001f000040004011fec400000000cb007109ffff9c41000b8b0f7b7d21'
      ])
    )
    // The service's IPv4 address is mapped to IPv6, so that a packet has one family.
    expect(note(SIX)).toBe(
      hex([
        '00f1536540e201003300000033000000',
        '60000000000b11400000000000000000000000000000000020010db8000000000000000000000007',
        'ffff9c41000b99597b7d21'
      ])
    )
  })

  it('a file is cut after its last whole packet', () => {
    const whole = Buffer.concat([fileHead(), bytesOf(createConversation(CLIENT, SERVICE).open(AT))])
    expect(wholeLength(whole)).toBe(whole.length)
    expect(wholeLength(whole.subarray(0, -1))).toBe(whole.length - 56)
    expect(wholeLength(whole.subarray(0, 30))).toBe(24)
    expect(wholeLength(whole.subarray(0, 23))).toBe(0)
    expect(wholeLength(Buffer.alloc(100))).toBe(0)
  })
})

describe('a conversation', () => {
  it('a conversation is TCP to the byte', () => {
    const talk = createConversation(CLIENT, SERVICE)
    const [syn, answer, ack] = talk.open(AT)
    expect(hexOf(syn)).toBe(
      hex([
        '00f1536540e201003000000030000000',
        '45000030000040004006f3e7cb0071090ad500029c41053900000000000000007002ffffa1a60000',
        '0204ffc30103030e'
      ])
    )
    expect(hexOf(answer)).toBe(
      hex([
        '00f1536540e201003000000030000000',
        '45000030000040004006f3e70ad50002cb00710905399c4100000000000000017012ffffa1950000',
        '0204ffc30103030e'
      ])
    )
    expect(ack!.head).toHaveLength(56)
    const [data] = talk.data('client', Buffer.from('hello'), AT)
    expect(hexOf(data)).toBe(
      hex([
        '00f1536540e201002d0000002d000000',
        '4500002d000040004006f3eacb0071090ad500029c41053900000001000000015018ffff83980000',
        '68656c6c6f'
      ])
    )
    expect(hexOf(createConversation(SIX, SERVICE).open(AT)[0])).toBe(
      hex([
        '00f1536540e201004400000044000000',
        '60000000001c064020010db800000000000000000000000700000000000000000000ffff0ad50002',
        '9c41053900000000000000007002ffffaff000000204ffc30103030e'
      ])
    )
  })

  it('a conversation does not copy the bytes it carries', () => {
    const bytes = Buffer.alloc(2 * SEGMENT + 1, 7)
    const packets = createConversation(CLIENT, SERVICE).data('service', bytes, AT)
    expect(packets.map(({ payload }) => payload?.length ?? 0)).toEqual([SEGMENT, SEGMENT, 1, 0])
    expect(packets.every(({ payload }) => !payload || payload.buffer === bytes.buffer)).toBe(true)
    // No packet is longer than IP allows, with either head.
    const six = createConversation(SIX, SERVICE).data('service', bytes, AT)
    expect(six[0]!.head.readUInt32LE(8)).toBe(65_535)
    expect(packets[0]!.head.readUInt16BE(18)).toBe(65_515)
  })

  it('skipped bytes are numbered, and numbers start again after 4 GiB', () => {
    const talk = createConversation(CLIENT, SERVICE)
    const next = () => talk.data('client', Buffer.from('x'), AT)[0]!.head.readUInt32BE(16 + 20 + 4)
    expect(next()).toBe(0)
    talk.skip('client', 999)
    expect(next()).toBe(1000)
    talk.skip('client', 2 ** 32 - 1)
    expect(next()).toBe(1000)
  })

  it('no bytes make no packet', () => {
    expect(createConversation(CLIENT, SERVICE).data('client', Buffer.alloc(0), AT)).toEqual([])
  })
})

it('addresses of both families are read', () => {
  const read = (address: string) => addressBytes(address).toString('hex')
  expect(read('192.0.2.255')).toBe('c00002ff')
  expect(read('::')).toBe('0'.repeat(32))
  expect(read('::1')).toBe(`${'0'.repeat(31)}1`)
  expect(read('2001:DB8:0:1:1:1:1:1')).toBe('20010db8000000010001000100010001')
  expect(read('fe80::1%eth0')).toBe('fe800000000000000000000000000001')
  expect(read('::ffff:192.0.2.1')).toBe('00000000000000000000ffffc0000201')
})
