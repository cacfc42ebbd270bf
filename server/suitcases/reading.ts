import { parseLedgerLine } from '~/scoring/rules/ledger-entry'
import { type Crypto, verifyLedgerFile } from '~/scoring/rules/ledger-file'
import { decodeEntry, type LedgerColumns } from '~/server/ledger'
import type { ScoreEvent } from '~/server/ledger/contract'
import { AppError } from '~/server/platform/errors'
import { sha256Hex } from '~/server/platform/sha256'
import { type ResultsHead, resultsHead, resultsMessage } from './contract'
import { isSigned, keyName } from './suitcase-keys'

type Of<Kind> = Extract<ScoreEvent, { kind: Kind }> & { hash: string }

/** A file of results whose chain and signatures are right. */
export interface ReadResults {
  head: ResultsHead
  /** The signing key as ledgers name it. */
  key: string
  /** Hashes of all entries in order, hexadecimal. */
  hashes: string[]
  /** Solves that stand at the end, by time, then place. */
  solves: Of<'solve'>[]
  awards: Of<'award'>[]
  /** Participations that are on the board at the end. */
  counted: ReadonlySet<number>
}

const NODE_CRYPTO: Crypto = {
  sha256: async (bytes) => sha256Hex(bytes),
  signed: async (publicKey, text, signature) => isSigned(publicKey, text, signature)
}

const unreadable = () => new AppError('suitcase.unreadable')

function parsed(line: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line ?? '')
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {
    // The same as no object.
  }
  throw unreadable()
}

type Entry = ScoreEvent & { hash: string }

/** Lines of the ledger; keeps its entries, and `at.place` is that of the one being read. */
function* withEntries(lines: readonly string[], entries: Entry[], at: { place: number }) {
  for (const line of lines) {
    const { text, hash } = parsed(line)
    if (text !== undefined) {
      at.place++
      const { game: _, ...event } = parseLedgerLine(String(text))
      entries.push({
        ...decodeEntry(event as unknown as LedgerColumns & { seq: number }),
        hash: String(hash)
      })
    }
    yield line
  }
}

/** Solves that no later entry takes back. */
function standing(entries: readonly Entry[]): Of<'solve'>[] {
  const found = new Map<string, Of<'solve'>>()
  for (const entry of entries) {
    if (entry.kind === 'solve') found.set(`${entry.participationId} ${entry.challengeId}`, entry)
    else if (entry.kind === 'void') found.delete(`${entry.participationId} ${entry.challengeId}`)
  }
  return [...found.values()].sort((a, b) => a.at - b.at || a.seq - b.seq)
}

/**
 * Reads and verifies a file of results (docs/suitcase.md#results): its ledger by docs/ledger.md, then its own signature.
 * @throws AppError `suitcase.unreadable`, `suitcase.tampered` with the first wrong entry, `suitcase.signature` 400
 */
export async function readResults(content: Buffer): Promise<ReadResults> {
  const lines = content
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
  const head = resultsHead.safeParse(parsed(lines[0]))
  const ledger = parsed(lines[1])
  if (!head.success || ledger.publicKey !== head.data.publicKey) throw unreadable()
  const entries: Entry[] = []
  const at = { place: 0 }
  const ledgerLines = withEntries(lines.slice(1, -1), entries, at)
  const verified = await verifyLedgerFile(ledgerLines, NODE_CRYPTO).catch(() => {
    // An entry that cannot be read was changed: Halyard wrote it.
    throw at.place > 0
      ? new AppError('suitcase.tampered', 400, { params: { entry: at.place } })
      : unreadable()
  })
  if (verified.fault) throw new AppError('suitcase.tampered', 400, { params: { entry: verified.fault.seq } })
  const { publicKey, suitcase } = head.data
  const end = content.lastIndexOf('\n', content.length - 2) + 1
  const digest = sha256Hex(content.subarray(0, end))
  const last = parsed(lines.at(-1))
  if (
    last.digest !== digest ||
    !isSigned(publicKey, resultsMessage(suitcase, digest), String(last.signature))
  )
    throw new AppError('suitcase.signature')
  const ranked = verified.state.ranking
  return {
    ...{ head: head.data, key: keyName(publicKey), solves: standing(entries) },
    hashes: entries.map(({ hash }) => hash),
    awards: entries.filter((entry) => entry.kind === 'award'),
    counted: new Set(ranked.map(({ id }) => id))
  }
}
