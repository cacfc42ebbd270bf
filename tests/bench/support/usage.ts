import type { Platform } from './platform'
import { cpuSeconds, residentMiB } from './processes'

const SAMPLE_MS = 2000

/** Cores and memory of each process every two seconds. */
export class Usage {
  readonly #begun = performance.now()
  readonly #first: number[]
  readonly #peaks: { cores: number; memory: number }[]
  #last: { at: number; cpu: number[] }
  readonly #timer = setInterval(() => this.#sample(), SAMPLE_MS)

  constructor(private readonly children: Platform['children']) {
    this.#first = children.map(({ pid }) => cpuSeconds(pid))
    this.#last = { at: this.#begun, cpu: this.#first }
    this.#peaks = children.map(({ pid }) => ({ cores: 0, memory: residentMiB(pid) }))
  }

  #sample(): void {
    const at = performance.now()
    const cpu = this.children.map(({ pid }) => cpuSeconds(pid))
    for (const [i, { pid }] of this.children.entries()) {
      const peak = this.#peaks[i]!
      const cores = (cpu[i]! - this.#last.cpu[i]!) / ((at - this.#last.at) / 1000)
      peak.cores = Math.max(peak.cores, cores)
      peak.memory = Math.max(peak.memory, residentMiB(pid))
    }
    this.#last = { at, cpu }
  }

  end() {
    clearInterval(this.#timer)
    this.#sample()
    const seconds = (performance.now() - this.#begun) / 1000
    return this.children.map(({ name }, i) => ({
      name,
      mean: (this.#last.cpu[i]! - this.#first[i]!) / seconds,
      ...this.#peaks[i]!
    }))
  }
}
