import type { LoadResult } from './load'
import { quantile } from './load'

const out = (text: string) => process.stdout.write(`${text}\n`)
const number = (value: number, digits = 1) => value.toLocaleString('en-US', { maximumFractionDigits: digits })

export function heading(text: string): void {
  out(`\n${text}`)
}

export function line(name: string, value: string): void {
  out(`  ${name.padEnd(46)} ${value}`)
}

/** One load: its share of the bare server, the goal, latencies, and CPU per request of each process. */
export function loadLine(
  name: string,
  result: LoadResult,
  bare: number,
  goal: number | null,
  cpu: Record<string, number>
): void {
  const share = (result.rate / bare).toFixed(3)
  const aim = goal === null ? '' : ` (goal ${goal})`
  const [p50, p99] = [0.5, 0.99].map((q) => quantile(result.latencies, q))
  const costs = Object.entries(cpu).map(([process, us]) => `${process} ${number(us, 0)}`)
  line(name, `${share}${aim}   ${number(result.rate, 0)}/s   p50 ${number(p50!)} p99 ${number(p99!)} ms`)
  line('', `${JSON.stringify(result.status)}   CPU µs/request: ${costs.join(', ')}`)
}

/** A figure beside its yardstick; '' for none. */
export interface Row {
  figure: string
  ours: string
  raw: string
  ratio: string
  goal: string
}

/** A figure of ours beside the raw one, in the same unit. */
export function row(
  figure: string,
  ours: number,
  raw: number,
  goal: string,
  unit: string,
  digits: number
): Row {
  const text = (value: number) => `${number(value, digits)} ${unit}`
  return { figure, ours: text(ours), raw: text(raw), ratio: number(ours / raw, 2), goal }
}

export function table(rows: Row[]): void {
  const head: Row = { figure: '', ours: 'ours', raw: 'raw', ratio: 'ratio', goal: 'goal' }
  for (const { figure, ours, raw, ratio, goal } of [head, ...rows])
    out(
      `  ${figure.padEnd(62)} ${ours.padStart(9)} ${raw.padStart(9)} ${ratio.padStart(6)}  ${goal}`.trimEnd()
    )
}

export { number }
