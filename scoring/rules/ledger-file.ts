import { applyEvent } from './fold'
import { eventOf } from './ledger-entry'
import { settle } from './settle'
import { type BoardState, emptyBoard } from './state'

/** What a verifier needs of the runtime; docs/ledger.md has the hashes and signatures. */
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
  fault: { seq: number; what: 'place' | 'hash' | 'entry' | 'head' | 'signature' | 'checkpoint' } | null
  checkpoints: number
  /** Whether signatures could be checked. */
  signed: boolean
  names: { teams: Record<string, string>; challenges: Record<string, string> }
  /** The board of the right entries, settled. */
  state: BoardState
}

type Line = Record<string, unknown>

const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(one.length + other.length)
  bytes.set(one)
  bytes.set(other, one.length)
  return bytes
}

/** Verifies a file line by line, up to the first fault. @throws Error when it is no ledger of version 1 */
export async function verifyLedgerFile(
  lines: AsyncIterable<string> | Iterable<string>,
  crypto: Crypto
): Promise<VerifiedLedger> {
  const state = emptyBoard()
  const encoder = new TextEncoder()
  const hashes: string[] = ['']
  const found: VerifiedLedger = {
    ...{ game: 0, title: '', entries: 0, fault: null, checkpoints: 0, signed: true },
    names: { teams: {}, challenges: {} },
    state
  }
  let key: string | null = null
  let ended = false
  const isForged = async (seq: number, hash: unknown, signature: unknown) => {
    const text = `HALYARD_LEDGER_${found.game}_${seq}_${hash}`
    const signed = await crypto.signed(key!, text, String(signature))
    if (signed === null) found.signed = false
    return signed === false
  }

  const entry = async ({ seq, text, hash }: Line): Promise<VerifiedLedger['fault']> => {
    const place = found.entries + 1
    const event = eventOf(String(text))
    if (seq !== place || event.seq !== place || event.game !== found.game)
      return { seq: place, what: 'place' }
    const previous = bytesOf(hashes[found.entries]!)
    if ((await crypto.sha256(joined(previous, encoder.encode(String(text))))) !== hash)
      return { seq: place, what: 'hash' }
    applyEvent(state, event)
    hashes.push(String(hash))
    found.entries = place
    return null
  }
  const checkpoint = async (one: Line): Promise<VerifiedLedger['fault']> => {
    const seq = Number(one.seq)
    const fits = hashes[seq] === one.hash && seq > 0
    if (!fits || (await isForged(seq, one.hash, one.signature))) return { seq, what: 'checkpoint' }
    found.checkpoints++
    return null
  }
  const head = async (end: Line, signature: unknown): Promise<VerifiedLedger['fault']> => {
    ended = true
    if (end.seq !== found.entries || end.hash !== hashes.at(-1))
      return { seq: found.entries + 1, what: 'head' }
    if (await isForged(found.entries, end.hash, signature)) return { seq: found.entries, what: 'signature' }
    return null
  }

  for await (const text of lines) {
    if (text.trim() === '') continue
    const line = JSON.parse(text) as Line
    if (key === null) {
      if (line.halyard !== 'ledger' || line.version !== 1) throw new Error('This is no ledger of version 1.')
      Object.assign(found, { game: line.game, title: line.title })
      key = String(line.publicKey)
    } else if (line.text !== undefined) found.fault = await entry(line)
    else if (line.names !== undefined) found.names = line.names as VerifiedLedger['names']
    else if (Array.isArray(line.checkpoints)) {
      for (const one of line.checkpoints as Line[]) found.fault ??= await checkpoint(one)
    } else if (line.head !== undefined) found.fault = await head(line.head as Line, line.signature)
    if (found.fault) break
  }
  if (key === null) throw new Error('This is no ledger of version 1.')
  if (!ended && !found.fault) found.fault = { seq: found.entries + 1, what: 'head' }
  settle(state)
  return found
}
