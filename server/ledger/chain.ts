import { hash } from 'node:crypto'
import type { ScoreEvent } from './contract'

export const GENESIS = Buffer.alloc(0)

/** Null: events of this kind do not have it. */
export interface LedgerColumns {
  kind: string
  at: number
  participationId: number | null
  challengeId: number | null
  submissionId: number | null
  userId: string | null
  payload: unknown
}

/** What the event does not have is null, as it is hashed and stored. */
export function columnsOf(event: Omit<ScoreEvent, 'seq'>): LedgerColumns {
  const given = event as Partial<LedgerColumns>
  return {
    kind: event.kind,
    at: event.at,
    participationId: given.participationId ?? null,
    challengeId: given.challengeId ?? null,
    submissionId: given.submissionId ?? null,
    userId: given.userId ?? null,
    payload: given.payload ?? null
  }
}

/**
 * SHA-256 over the previous hash and the canonical text: JSON list `[game, seq, kind, at, participation, challenge,
 * submission, user, payload]`, object keys in code unit order, `at` in milliseconds.
 */
export function chainHash(previous: Buffer, gameId: number, seq: number, entry: LedgerColumns): Buffer {
  return hash('sha256', Buffer.concat([previous, Buffer.from(hashedText(gameId, seq, entry))]), 'buffer')
}

/** What the chain hashes: members in this order, those of the payload sorted (docs/ledger.md). */
export function hashedText(gameId: number, seq: number, entry: LedgerColumns): string {
  const { kind, at, participationId, challengeId, submissionId, userId, payload } = entry
  return JSON.stringify([
    ...[gameId, seq, kind, at, participationId, challengeId, submissionId, userId],
    ordered(payload)
  ])
}

/** Sorts keys, because jsonb keeps no order. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (value === null || typeof value !== 'object') return value
  const keys = Object.keys(value).sort()
  return Object.fromEntries(keys.map((key) => [key, ordered((value as Record<string, unknown>)[key])]))
}
