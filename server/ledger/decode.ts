import { z } from 'zod'
import { MAX_VALUES } from '~/server/plugins/constants'
import type { LedgerColumns } from './chain'
import type { ScoreEvent } from './contract'

const perMille = z.int().min(0).max(1000)
const division = z.object({ division: z.string().nullable() })
const curve = z.object({
  score: z.int(),
  minRate: z.number().min(0).max(1),
  difficulty: z.number().positive(),
  values: z
    .array(z.int().min(0))
    .min(1)
    .max(MAX_VALUES + 1)
    .optional()
})
const bonus = z.object({ first: perMille, second: perMille, third: perMille })
const decay = z.object({ stopped: z.array(z.tuple([z.int(), z.int()])) })
const origin = z.object({ key: z.string(), hash: z.string() })
const award = z.object({
  points: z.int(),
  reason: z.string(),
  hint: z.object({ challenge: z.int(), id: z.int() }).optional(),
  hill: z.object({ challenge: z.int().nullable() }).optional(),
  origin: origin.optional()
})

const note = z.object({ number: z.int(), undone: z.boolean(), reason: z.string(), entries: z.int().min(0) })

const imported = z.object({ origin })

/** @throws Error for a missing column, an invalid payload or an unknown kind */
export function decodeEntry(row: LedgerColumns & { seq: number }): ScoreEvent {
  const { seq, kind, at } = row
  const participationId = row.participationId as number
  const challengeId = row.challengeId as number
  switch (kind) {
    case 'solve':
      need(row, 'participationId', 'challengeId', 'submissionId')
      return {
        seq,
        kind,
        at,
        participationId,
        challengeId,
        submissionId: row.submissionId as number,
        userId: row.userId,
        ...(row.payload !== null && { payload: imported.parse(row.payload) })
      }
    case 'admit':
    case 'division':
      need(row, 'participationId')
      return { seq, kind, at, participationId, payload: division.parse(row.payload) }
    case 'suspend':
    case 'restore':
    case 'withdraw':
      need(row, 'participationId')
      return { seq, kind, at, participationId }
    case 'award':
      need(row, 'participationId')
      return { seq, kind, at, participationId, payload: award.parse(row.payload) }
    case 'void':
      need(row, 'participationId', 'challengeId')
      return { seq, kind, at, participationId, challengeId, submissionId: row.submissionId }
    case 'curve':
      need(row, 'challengeId')
      return { seq, kind, at, challengeId, payload: curve.parse(row.payload) }
    case 'decay':
      need(row, 'challengeId')
      return { seq, kind, at, challengeId, payload: decay.parse(row.payload) }
    case 'open':
    case 'close':
      need(row, 'challengeId')
      return { seq, kind, at, challengeId }
    case 'bonus':
      return { seq, kind, at, payload: bonus.parse(row.payload) }
    case 'correction':
      return { seq, kind, at, payload: note.parse(row.payload) }
    default:
      throw new Error(`Ledger entry ${seq} has the unknown kind ${kind}`)
  }
}

function need(row: LedgerColumns & { seq: number }, ...columns: (keyof LedgerColumns)[]): void {
  const missing = columns.find((column) => row[column] === null)
  if (missing) throw new Error(`Ledger entry ${row.seq} (${row.kind}) lacks ${missing}`)
}
