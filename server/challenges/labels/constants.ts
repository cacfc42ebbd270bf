/** How hard the author thinks a challenge is, from the easiest on (docs/rules/challenges.md#labels). */
export const LEVELS = ['Beginner', 'Easy', 'Medium', 'Hard', 'Insane'] as const
export type Level = (typeof LEVELS)[number]

/** Bounds of what a challenge is labelled with, in characters; `tags`: how many. */
export const LABEL_LIMITS = { author: 100, tags: 8, tag: 24 } as const

/** What a board says of a challenge beside its name; what is absent is not set. */
export interface Labels {
  level?: Level
  tags?: string[]
}
