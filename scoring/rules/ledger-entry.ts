import type { ScoreEvent } from '~/server/ledger/contract'

const FIELDS = ['kind', 'at', 'participationId', 'challengeId', 'submissionId', 'userId', 'payload'] as const

/** Reads the text of an entry (docs/ledger.md#entries). @throws Error when it is none */
export function parseLedgerLine(text: string): ScoreEvent & { game: number } {
  const list: unknown = JSON.parse(text)
  if (!Array.isArray(list) || list.length !== 9) throw new Error('No entry of a ledger')
  const [game, seq, ...rest] = list
  const event = Object.fromEntries(FIELDS.map((name, index) => [name, rest[index]]))
  return { game, seq, ...event } as ScoreEvent & { game: number }
}
