import { SEVERITIES } from '~/server/rehearsals/constants'
import { type Finding, findingOf } from '~/server/rehearsals/contract'

const MAX_FINDINGS = 500

export interface Findings {
  add(...given: Parameters<typeof findingOf>): void
  addAll(found: readonly Finding[]): void
  /** Worst first, each once; `more` were left out. */
  all(): { findings: Finding[]; more: number }
}

/** Merges the same finding of many teams into one: figures differ, the fault does not. */
export function createFindings(): Findings {
  const found = new Map<string, Finding>()
  const put = (one: Finding) => {
    const { name = '', image = '', call = '', source = '' } = one.params
    const key = [one.code, one.challengeId, name, image, call, source].join(' ')
    if (!found.has(key)) found.set(key, one)
  }
  return {
    add: (...given) => put(findingOf(...given)),
    addAll: (all) => all.forEach(put),
    all() {
      const sorted = [...found.values()].sort(
        (a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity)
      )
      return { findings: sorted.slice(0, MAX_FINDINGS), more: Math.max(0, sorted.length - MAX_FINDINGS) }
    }
  }
}
