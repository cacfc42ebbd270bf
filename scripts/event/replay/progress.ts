import { count, printStatus } from '../../shared/output'

const WIDTH = 32
const REDRAW_MS = 100
const LINE_MS = 10_000

/** Progress of a step: a bar on a terminal, elsewhere at most one line per `LINE_MS`. */
export class Progress {
  #done = 0
  #drawnAt = 0
  #ended = false
  readonly #began = Date.now()
  readonly #terminal = Boolean(process.stderr.isTTY)

  constructor(
    private readonly label: string,
    private readonly total: number
  ) {
    this.#drawnAt = this.#terminal ? 0 : Date.now()
    if (this.#terminal) this.#draw()
  }

  step(): void {
    this.#done++
    const wait = this.#terminal ? REDRAW_MS : LINE_MS
    if (Date.now() - this.#drawnAt >= wait) this.#draw()
  }

  end(): void {
    if (this.#ended) return
    this.#ended = true
    const seconds = ((Date.now() - this.#began) / 1000).toFixed(1)
    const line = `${this.label}: ${count(this.#done)} of ${count(this.total)} (${seconds} s)`
    if (this.#terminal) process.stderr.write(`\r\x1b[K${line}\n`)
    else printStatus(line)
  }

  #draw(): void {
    this.#drawnAt = Date.now()
    const share = this.total === 0 ? 1 : this.#done / this.total
    const figures = `${count(this.#done)} of ${count(this.total)}`
    if (!this.#terminal) {
      printStatus(`${this.label}: ${figures}`)
      return
    }
    const filled = Math.round(share * WIDTH)
    const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled)
    process.stderr.write(`\r\x1b[K${this.label} ${bar} ${figures}`)
  }
}
