import { EVIDENCE_KINDS } from '~/server/cases/constants'
import type { EvidenceRef } from '~/server/cases/contract'

const REFERENCE = /^(\w+)-(\d{1,10})$/

/** `match-42` as evidence; null for anything else. */
export function evidenceOf(text: string): EvidenceRef | null {
  const [, name, id] = REFERENCE.exec(text) ?? []
  const kind = EVIDENCE_KINDS.find((one) => one === name)
  return kind && Number(id) <= 2_147_483_647 && Number(id) > 0 ? { kind, id: Number(id) } : null
}

export const evidenceText = ({ kind, id }: EvidenceRef): string => `${kind}-${id}`
