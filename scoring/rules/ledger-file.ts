import { applyEvent } from './fold'
import { parseLedgerLine } from './ledger-entry'
import { settle } from './settle'
import { type BoardState, emptyBoard } from './state'

/** Functions of the runtime that a verifier needs; docs/ledger.md describes hashes and signatures. */
export interface Crypto {
  /** Hexadecimal. */
  sha256(bytes: Uint8Array): Promise<string>
  /** Verifies an Ed25519 signature; key and signature are base64. Null where that is not possible. */
  signed(publicKey: string, text: string, signature: string): Promise<boolean | null>
}

export interface VerifiedLedger {
  game: number
  title: string
  /** Right entries, from the first. */
  entries: number
  /** The first fault and its entry; null when there is none. */
  fault: {
    seq: number
    what: 'place' | 'hash' | 'entry' | 'head' | 'signature' | 'outside' | 'checkpoint'
  } | null
  checkpoints: number
  /** The end of the file is signed; null if this runtime cannot check signatures. */
  signed: boolean | null
  /** Names and times, which are outside the chain, are signed, but in version 1 those of checkpoints; null like `signed`. */
  outsideSigned: boolean | null
  names: { teams: Record<string, string>; challenges: Record<string, string> }
  /** The board of the right entries, settled. */
  state: BoardState
}

type Line = Record<string, unknown>

/** Members that tell lines after the first apart, in the order of a file (docs/ledger.md#the-file). */
const ORDER = ['text', 'names', 'checkpoints', 'head'] as const
const HEAD = ORDER.indexOf('head')

const parsed = (text: string): Line | null => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(one.length + other.length)
  bytes.set(one)
  bytes.set(other, one.length)
  return bytes
}

type Fault = VerifiedLedger['fault']

/** Reads the lines after the first in their order. Each method returns the first fault, or null. */
class Reader {
  /** Place in ORDER of the last line. */
  #stage = 0
  /** The lines that are in no entry, as they stand in the file. */
  readonly #outside: string[]
  readonly #isCheckpointOutside: boolean
  readonly #key: string
  readonly #hashes = ['']
  readonly #encoder = new TextEncoder()

  constructor(
    private readonly found: VerifiedLedger,
    { publicKey, version }: Line,
    first: string,
    private readonly crypto: Crypto
  ) {
    this.#key = String(publicKey)
    this.#isCheckpointOutside = version !== 1
    this.#outside = [first]
  }

  get isEnded() {
    return this.#stage === HEAD
  }

  /** Refuses lines after the head, because no signature covers them. @param line null when `text` could not be parsed */
  async next(line: Line | null, text: string): Promise<Fault> {
    const seq = this.found.entries + 1
    if (this.isEnded) return { seq, what: 'head' }
    const place = line ? ORDER.findIndex((name) => line[name] != null) : -1
    if (!line || place === -1) return { seq, what: 'entry' }
    if (place < this.#stage || (place === this.#stage && place > 0)) return { seq, what: 'place' }
    this.#stage = place
    switch (ORDER[place]) {
      case 'text':
        return this.#entry(line)
      case 'names':
        Object.assign(this.found.names, line.names)
        this.#outside.push(text)
        return null
      case 'checkpoints':
        if (this.#isCheckpointOutside) this.#outside.push(text)
        return Array.isArray(line.checkpoints) ? this.#checkpoints(line.checkpoints) : { seq, what: 'entry' }
      default:
        return this.#head(line.head as Line, line.signature, line.outside ?? null)
    }
  }

  async #entry({ seq, text, hash }: Line): Promise<Fault> {
    const place = this.found.entries + 1
    if (seq !== place) return { seq: place, what: 'place' }
    const bytes = joined(bytesOf(this.#hashes.at(-1)!), this.#encoder.encode(String(text)))
    if ((await this.crypto.sha256(bytes)) !== hash) return { seq: place, what: 'hash' }
    try {
      const event = parseLedgerLine(String(text))
      if (event.seq !== place || event.game !== this.found.game) return { seq: place, what: 'place' }
      applyEvent(this.found.state, event)
    } catch {
      return { seq: place, what: 'entry' }
    }
    this.#hashes.push(String(hash))
    this.found.entries = place
    return null
  }

  async #checkpoints(all: Line[]): Promise<Fault> {
    for (const one of all) {
      const seq = Number(one.seq)
      const fits = this.#hashes[seq] === one.hash && seq > 0
      if (!fits || (await this.#isForged(seq, one.hash, one.signature))) return { seq, what: 'checkpoint' }
      this.found.checkpoints++
    }
    return null
  }

  async #head(end: Line, signature: unknown, outside: unknown): Promise<Fault> {
    const { entries, game } = this.found
    if (end.seq !== entries || end.hash !== this.#hashes.at(-1)) return { seq: entries + 1, what: 'head' }
    if (signature === null) this.found.signed = false
    else if (await this.#isForged(entries, end.hash, signature)) return { seq: entries, what: 'signature' }
    if (outside === null) this.found.outsideSigned = false
    else {
      const digest = await this.crypto.sha256(this.#encoder.encode(this.#outside.join('\n')))
      const text = `HALYARD_LEDGER_OUTSIDE_${game}_${entries}_${end.hash}_${digest}`
      if (await this.#isWrong(text, outside)) return { seq: entries, what: 'outside' }
    }
    return null
  }

  #isForged(seq: number, hash: unknown, signature: unknown): Promise<boolean> {
    return this.#isWrong(`HALYARD_LEDGER_${this.found.game}_${seq}_${hash}`, signature)
  }

  async #isWrong(text: string, signature: unknown): Promise<boolean> {
    const signed = await this.crypto.signed(this.#key, text, String(signature))
    if (signed === null) Object.assign(this.found, { signed: null, outsideSigned: null })
    return signed === false
  }
}

/** Version 1 did not sign the times of checkpoints. */
const VERSIONS: readonly unknown[] = [1, 2]
const unknown = () => new Error('This is no ledger of version 1 or 2.')

/** Verifies a file line by line, up to the first fault. @throws Error when it is no ledger that this program knows */
export async function verifyLedgerFile(
  lines: AsyncIterable<string> | Iterable<string>,
  crypto: Crypto
): Promise<VerifiedLedger> {
  const found: VerifiedLedger = {
    ...{ game: 0, title: '', entries: 0, fault: null, checkpoints: 0, signed: true, outsideSigned: true },
    names: { teams: {}, challenges: {} },
    state: emptyBoard()
  }
  let reader: Reader | null = null
  for await (const text of lines) {
    if (text.trim() === '') continue
    const line = parsed(text)
    if (reader === null) {
      if (line?.halyard !== 'ledger' || !VERSIONS.includes(line.version)) throw unknown()
      Object.assign(found, { game: line.game, title: line.title })
      reader = new Reader(found, line, text, crypto)
    } else found.fault = await reader.next(line, text)
    if (found.fault) break
  }
  if (reader === null) throw unknown()
  if (!reader.isEnded) found.fault ??= { seq: found.entries + 1, what: 'head' }
  settle(found.state)
  return found
}
