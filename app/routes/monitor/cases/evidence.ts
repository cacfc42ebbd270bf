import { EVIDENCE_KINDS } from '~/server/cases/constants'
import type { EvidenceRef } from '~/server/cases/contract'

const REFERENCE = /^(\w+)-(\d{1,10})$/

/** Parses `match-42`; null when invalid. */
export function evidenceOf(text: string): EvidenceRef | null {
  const [, name, id] = REFERENCE.exec(text) ?? []
  const kind = EVIDENCE_KINDS.find((one) => one === name)
  return kind && Number(id) <= 2_147_483_647 && Number(id) > 0 ? { kind, id: Number(id) } : null
}
