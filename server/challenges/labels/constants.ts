/** How hard the author thinks a challenge is, from the easiest on (docs/rules/challenges.md#labels). */
export const LEVELS = ['Beginner', 'Easy', 'Medium', 'Hard', 'Insane'] as const
export type Level = (typeof LEVELS)[number]

/** Bounds of what a challenge is labelled with, in characters; `tags`: how many. */
export const LABEL_LIMITS = { author: 100, tags: 8, tag: 24 } as const

/** What a board says of a challenge beside its name; what is absent is not set. */
export interface Labels {
  level?: Level
  tags?: string[]
  /** Ids of the challenges that a team has to solve before it gets this one. */
  requires?: number[]
  /** Until then its players do not see it among the others. */
  hideLocked?: true
  /** It takes no flags for now (docs/rules/challenges.md#blocked-flags). */
  blocked?: true
}

/** The same as it is stored. */
export interface Labelling {
  level: Level | null
  tags: string[]
  requires: number[]
  hideLocked: boolean
  blocked: boolean
}

/** What a board says of a challenge, as a member that is absent without any. */
export function labelled({ level, tags, requires, hideLocked, blocked }: Labelling): { labels?: Labels } {
  const labels: Labels = {
    ...(level && { level }),
    ...(tags.length > 0 && { tags }),
    ...(requires.length > 0 && { requires, ...(hideLocked && { hideLocked }) }),
    ...(blocked && { blocked })
  }
  return Object.keys(labels).length > 0 ? { labels } : {}
}
