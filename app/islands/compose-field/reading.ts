export interface ComposeView {
  /** Each text begins with its line. */
  faults: { line: number; column: number; text: string }[]
  /** Empty while there are faults. */
  services: {
    name: string
    image: string
    memoryMb: number
    cores: number
    pids: number
    readOnly: boolean
    ports: number[]
    flag: boolean
  }[]
}

/** Offset of a line and column, both from 1; the end when they lie behind it. */
export function offsetOf(text: string, line: number, column: number): number {
  let start = 0
  for (let at = 1; at < line; at++) {
    const next = text.indexOf('\n', start)
    if (next < 0) return text.length
    start = next + 1
  }
  const end = text.indexOf('\n', start)
  return Math.min(start + column - 1, end < 0 ? text.length : end)
}
