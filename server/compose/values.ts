import { HOUR_MS, MINUTE_MS, SECOND_MS } from '~/server/platform/time'

const UNITS: Record<string, number> = { '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3, t: 1024 ** 4 }

/** Bytes of `512m`, `1.5g`, `64MiB` or a number; null for others. */
export function parseSize(text: string): number | null {
  const [, number, unit] = /^(\d{1,15}(?:\.\d{1,6})?) ?(?:([kmgt])i?)?b?$/i.exec(text.trim()) ?? []
  return number === undefined ? null : Math.ceil(Number(number) * UNITS[(unit ?? '').toLowerCase()]!)
}

const TIMES: Record<string, number> = { us: 0.001, ms: 1, s: SECOND_MS, m: MINUTE_MS, h: HOUR_MS }

/** Milliseconds of `1m30s`, `500ms`, `0`; null for others. */
export function parseDuration(text: string): number | null {
  const written = text.trim()
  if (written === '0') return 0
  if (!/^(\d{1,9}(\.\d{1,6})?(us|ms|s|m|h))+$/.test(written)) return null
  const parts = written.matchAll(/([\d.]+)(us|ms|s|m|h)/g)
  return Math.round([...parts].reduce((sum, [, number, unit]) => sum + Number(number) * TIMES[unit!]!, 0))
}

const WORD = /\s+|'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])|([^\s'"\\]+)/gy

/** Splits by a shell's quotes only; null for an open quote. */
export function splitWords(line: string): string[] | null {
  const words: string[] = []
  let word: string | null = null
  let end = 0
  for (const match of line.matchAll(WORD)) {
    const [whole, single, double, escaped, plain] = match
    end = match.index + whole.length
    const part = single ?? double?.replace(/\\(["\\$`\n])/g, '$1') ?? escaped ?? plain
    if (part !== undefined) word = (word ?? '') + part
    else if (word !== null) {
      words.push(word)
      word = null
    }
  }
  if (end !== line.length) return null
  return word === null ? words : [...words, word]
}

/** Edit distance up to `most`; null beyond. */
function distance(one: string, other: string, most: number): number | null {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1]
    for (let to = 1; to <= other.length; to++)
      next.push(Math.min(row[to]! + 1, next[to - 1]! + 1, row[to - 1]! + (letter === other[to - 1] ? 0 : 1)))
    row = next
  }
  const least = row[other.length]!
  return least <= most ? least : null
}

/** The most similar known word; null when none is near. */
export function nearestWord(word: string, known: readonly string[]): string | null {
  const plain = word.slice(0, 40).toLowerCase().replace(/[-\s]/g, '_')
  const most = plain.length < 5 ? 1 : 2
  const near = known.flatMap((name) => {
    const steps = distance(plain, name, most)
    return steps === null ? [] : [{ name, steps }]
  })
  return near.sort((a, b) => a.steps - b.steps)[0]?.name ?? null
}
