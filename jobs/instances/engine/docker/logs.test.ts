import { describe, expect, it } from 'vitest'
import { newestLines, readLines } from './logs'

const AT = '2026-11-22T10:00:00.123456789Z'

function frame(stream: 1 | 2, text: string | Buffer): Buffer {
  const bytes = Buffer.concat([Buffer.from(`${AT} `), Buffer.from(text)])
  const header = Buffer.alloc(8)
  header[0] = stream
  header.writeUInt32BE(bytes.length, 4)
  return Buffer.concat([header, bytes])
}

const lineOf = (text: string, stream: 'stdout' | 'stderr' = 'stdout') => ({
  at: new Date('2026-11-22T10:00:00.123Z'),
  stream,
  text
})

describe('a log', () => {
  it('a log is read line by line, each with its time and stream', () => {
    const answer = Buffer.concat([
      frame(1, 'one\n'),
      frame(2, 'two words\n'),
      frame(1, '\n'),
      frame(1, 'end')
    ])
    expect(readLines(answer)).toEqual([
      lineOf('one'),
      lineOf('two words', 'stderr'),
      lineOf(''),
      lineOf('end')
    ])
  })

  it('long lines are joined, also when a character is cut and the other stream comes between', () => {
    const letter = Buffer.from('ä')
    const answer = Buffer.concat([
      frame(1, Buffer.concat([Buffer.from('long '), letter.subarray(0, 1)])),
      frame(2, 'between\n'),
      frame(1, Buffer.concat([letter.subarray(1), Buffer.from(' end\n')])),
      frame(1, 'next\n')
    ])
    expect(readLines(answer)).toEqual([lineOf('long ä end'), lineOf('between', 'stderr'), lineOf('next')])
  })

  it('a log may be empty or truncated', () => {
    expect(readLines(Buffer.alloc(0))).toEqual([])
    expect(readLines(Buffer.concat([frame(1, 'one\n'), frame(1, 'two\n').subarray(0, 5)]))).toEqual([
      lineOf('one')
    ])
  })
})

describe('its newest lines', () => {
  it('the newest lines are as many whole ones as fit', () => {
    const lines = ['aaaa', 'bbbb', 'cccc'].map((text) => lineOf(text))
    expect(newestLines(lines, 11).map(({ text }) => text)).toEqual(['bbbb', 'cccc'])
    expect(newestLines(lines, 12)).toEqual(lines)
    expect(newestLines([], 5)).toEqual([])
  })

  it('the end of the last line is kept when not even that fits', () => {
    expect(newestLines([lineOf('first'), lineOf('0123456789')], 4)).toEqual([lineOf('6789')])
  })
})
