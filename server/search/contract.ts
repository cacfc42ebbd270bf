import { z } from 'zod'
import { idParam } from '~/server/platform/wire'

/** Most of each kind that one search answers. */
export const FOUND_MOST = 8
export const LONGEST_WORDS = 100

/** What somebody looks for. */
export const searchQuery = z.object({
  /** Part of a title or name; blank finds the newest games and nothing of what takes words. */
  q: z.string().max(LONGEST_WORDS, 'field.text_too_long').default(''),
  /** The game whose page the reader has before them: its challenges come first, and without words too. */
  game: idParam.optional()
})
export type SearchQuery = z.output<typeof searchQuery>

export interface FoundGame {
  id: number
  title: string
}

export interface FoundChallenge {
  id: number
  title: string
  game: FoundGame
}

export interface FoundTeam {
  id: number
  name: string
}

export interface FoundUser {
  id: string
  name: string
  /** '' for none. */
  realName: string
}

/** What the reader may see of what fits, the best first; at most `FOUND_MOST` of each. */
export interface Found {
  games: FoundGame[]
  challenges: FoundChallenge[]
  teams: FoundTeam[]
  users: FoundUser[]
}
