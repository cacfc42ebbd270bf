/** Levels from the easiest to the hardest (docs/rules/challenges.md#labels). */
export const LEVELS = ['Beginner', 'Easy', 'Medium', 'Hard', 'Insane'] as const
export type Level = (typeof LEVELS)[number]

export const LABEL_LIMITS = { author: 100, tags: 8, tag: 24 } as const

export interface Labels {
  level?: Level
  tags?: string[]
  requires?: number[]
  hideLocked?: true
  /** The challenge takes no flags for now (docs/rules/challenges.md#blocked-flags). */
  blocked?: true
}

interface Labelling {
  level: Level | null
  tags: string[]
  requires: number[]
  hideLocked: boolean
  blocked: boolean
}

/** The labels that a board shows for a challenge; no member if there are none. */
export function labelled({ level, tags, requires, hideLocked, blocked }: Labelling): { labels?: Labels } {
  const labels: Labels = {
    ...(level && { level }),
    ...(tags.length > 0 && { tags }),
    ...(requires.length > 0 && { requires, ...(hideLocked && { hideLocked }) }),
    ...(blocked && { blocked })
  }
  return Object.keys(labels).length > 0 ? { labels } : {}
}
