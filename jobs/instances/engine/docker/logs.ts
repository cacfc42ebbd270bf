import type { LogLine } from '../engine'
import type { Calls } from './calls'
import { DEADLINE } from './calls'
import { LABEL } from './names'
import type { Inspected } from './objects'

const LINES = 200
const MAX_BYTES = 64 * 1024

/** Header of each piece: stream (1 byte), zeros (3), length (4). */
const HEADER = 8

interface Piece {
  stream: LogLine['stream']
  bytes: Buffer
}

/** The frames of a log of Docker; one that is cut off at the end comes as far as it goes. */
export function* piecesOf(answer: Buffer): Generator<Piece> {
  let at = 0
  while (at + HEADER <= answer.length) {
    const length = answer.readUInt32BE(at + 4)
    yield {
      stream: answer[at] === 2 ? 'stderr' : 'stdout',
      bytes: answer.subarray(at + HEADER, at + HEADER + length)
    }
    at += HEADER + length
  }
}

/** Lines of a log with timestamps. The engine splits long lines; they are joined again. */
export function readLines(answer: Buffer): LogLine[] {
  const lines: LogLine[] = []
  const open: Partial<Record<LogLine['stream'], { line: LogLine; parts: Buffer[] }>> = {}
  for (const { stream, bytes } of piecesOf(answer)) {
    const space = bytes.indexOf(0x20)
    if (space < 0) continue
    const begun = open[stream]
    const piece = begun ?? {
      line: { at: new Date(bytes.toString('latin1', 0, space)), stream, text: '' },
      parts: []
    }
    if (!begun) lines.push(piece.line)
    const whole = bytes.at(-1) === 0x0a
    piece.parts.push(bytes.subarray(space + 1, whole ? -1 : undefined))
    open[stream] = whole ? undefined : piece
    // Joined before decoding, because a character may cross the cut.
    piece.line.text = Buffer.concat(piece.parts).toString('utf8')
  }
  return lines
}

/** The newest lines of at most `bytes` together; the end of a single longer one. */
export function newestLines(lines: LogLine[], bytes = MAX_BYTES): LogLine[] {
  const kept: LogLine[] = []
  let left = bytes
  for (const line of lines.toReversed()) {
    const text = Buffer.from(line.text)
    if (text.length > left && kept.length > 0) break
    kept.unshift(text.length > left ? { ...line, text: text.subarray(-left).toString('utf8') } : line)
    left -= text.length
    if (left <= 0) break
  }
  return kept
}

/**
 * Oldest first; at most 64 KiB, by default 200 lines of each. With several containers, lines begin with the
 * service.
 */
export async function readAllLogs(
  calls: Calls,
  containers: readonly (Inspected | null)[],
  options: { lines?: number; since?: Date }
): Promise<LogLine[]> {
  const there = containers.filter((one) => one !== null)
  const several = containers.length > 1
  const all = await Promise.all(
    there.map(async (one) => {
      const lines = await readLogs(calls, one.Id, options)
      const name = one.Config.Labels[LABEL.service]
      return several ? lines.map((line) => ({ ...line, text: `${name} | ${line.text}` })) : lines
    })
  )
  return newestLines(several ? all.flat().sort((a, b) => a.at.getTime() - b.at.getTime()) : all.flat())
}

/** Oldest first, at most the last `lines`. */
export async function readLogs(
  calls: Calls,
  container: string,
  { lines = LINES, since }: { lines?: number; since?: Date }
): Promise<LogLine[]> {
  const answer = await calls.send<Buffer>({
    method: 'GET',
    path: `/containers/${container}/logs`,
    query: {
      stdout: true,
      stderr: true,
      timestamps: true,
      tail: lines,
      ...(since && { since: (since.getTime() / 1000).toFixed(3) })
    },
    deadline: DEADLINE.read
  })
  return readLines(answer)
}
