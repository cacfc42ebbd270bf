import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  encodeClose,
  encodeInvocation,
  HANDSHAKE_REPLY,
  handshakeFault,
  MAX_RECORD_BYTES,
  noSuchMethod,
  PING,
  RECORD_END,
  Records,
  readRecord
} from './protocol'

describe('what the server sends', () => {
  it('the records of the server are those of the public protocol, byte for byte', () => {
    expect(HANDSHAKE_REPLY).toBe('{}\x1e')
    expect(PING).toBe('{"type":6}\x1e')
    expect(encodeInvocation('ReceivedLog', '{"a":1},2')).toBe(
      '{"type":1,"target":"ReceivedLog","arguments":[{"a":1},2]}\x1e'
    )
    expect(encodeClose(null, { allowReconnect: false })).toBe('{"type":7}\x1e')
    expect(encodeClose('Why', { allowReconnect: true })).toBe(
      '{"type":7,"error":"Why","allowReconnect":true}\x1e'
    )
    expect(noSuchMethod('7')).toBe('{"type":3,"invocationId":"7","error":"There is no such method."}\x1e')
  })
})

describe('what a client sends', () => {
  it('a text gives the same records wherever it is cut', () => {
    const text = fc.array(fc.string({ maxLength: 20 }).map((one) => one.replaceAll(RECORD_END, '')))
    fc.assert(
      fc.property(text, fc.array(fc.nat({ max: 30 })), (records, lengths) => {
        let rest = records.map((record) => record + RECORD_END).join('')
        const reader = new Records()
        const read: string[] = []
        for (const length of [...lengths, rest.length]) {
          read.push(...reader.take(rest.slice(0, length))!)
          rest = rest.slice(length)
        }
        expect(read).toEqual(records)
      })
    )
  })

  it('a record that is too long is refused, in one piece or many', () => {
    const long = 'x'.repeat(MAX_RECORD_BYTES)
    expect(new Records().take(long + RECORD_END)).toEqual([long])
    expect(new Records().take(`${long}x${RECORD_END}`)).toBeNull()
    const reader = new Records()
    expect(reader.take(long)).toEqual([])
    expect(reader.take('x')).toBeNull()
  })

  it.each([
    ['{"protocol":"json","version":1}', null],
    ['{"protocol":"json","version":1,"more":{}}', null],
    ['{"protocol":"messagepack","version":1}', 'Only the protocol json is available.'],
    ['{"protocol":"json","version":2}', 'Only version 1 of the protocol is available.'],
    ['{"protocol":"json"}', 'The first message must be a handshake.'],
    ['{"type":6}', 'The first message must be a handshake.'],
    ['', 'The first message must be a handshake.'],
    ['{', 'The first message must be a handshake.']
  ])('the handshake %s has the fault %s', (text, fault) => {
    expect(handshakeFault(text)).toBe(fault)
  })

  it.each([
    ['{"type":6}', { kind: 'nothing' }],
    ['{"type":7}', { kind: 'close' }],
    ['{"type":7,"error":"x"}', { kind: 'close' }],
    ['{"type":1,"target":"X","arguments":[]}', { kind: 'nothing' }],
    ['{"type":1,"invocationId":"3","target":"X","arguments":[]}', { kind: 'call', id: '3' }],
    ['{"type":4,"invocationId":"3","target":"X","arguments":[]}', { kind: 'call', id: '3' }],
    ['{"type":2,"invocationId":"3","item":1}', { kind: 'nothing' }],
    ['{"type":5,"invocationId":"3"}', { kind: 'nothing' }],
    ['{"type":1,"invocationId":3}', null],
    ['{"type":"6"}', null],
    ['[]', null],
    ['nothing', null]
  ])('the record %s is read by its type', (text, record) => {
    expect(readRecord(text)).toEqual(record)
  })
})
