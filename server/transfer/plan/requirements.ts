import { MAX_REQUIRED } from '~/server/requirements/constants'
import { reportLine } from '../report-lines'
import type { PlannedChallenge } from './plan'

function leads(from: string, to: string, requires: ReadonlyMap<string, string[]>): boolean {
  const seen = new Set<string>()
  const visit = (at: string): boolean => {
    if (at === to) return true
    if (seen.has(at)) return false
    seen.add(at)
    return (requires.get(at) ?? []).some(visit)
  }
  return visit(from)
}

/** Resolves requirements by `from` or title. Drops missing ones, cycles and those beyond the limit, with a note. */
export function withRequirements(challenges: readonly PlannedChallenge[]): PlannedChallenge[] {
  const known = new Map<string, string>()
  for (const { input, from } of [...challenges].reverse()) {
    known.set(input.title.trim(), from)
    known.set(from, from)
  }
  const requires = new Map<string, string[]>()
  return challenges.map((challenge) => {
    const { from, notes } = challenge
    const found: string[] = []
    const left: string[] = []
    for (const name of new Set(challenge.requires)) {
      const other = known.get(name)
      if (other !== undefined && found.length < MAX_REQUIRED && !leads(other, from, requires)) {
        found.push(other)
        requires.set(from, found)
      } else left.push(name)
    }
    const note = left.length > 0 ? [reportLine('requirements', { name: left.join(', ') })] : []
    return { ...challenge, requires: found, notes: [...notes, ...note] }
  })
}
