import { z } from 'zod'
import { idParam } from '~/server/platform/wire'

export const MAX_FOUND = 8
export const MAX_QUERY_LENGTH = 100

export const searchQuery = z.object({
  /** Part of a name; blank finds the newest games. */
  q: z.string().max(MAX_QUERY_LENGTH, 'field.text_too_long').default(''),
  /** Game of the present page: its challenges come first. */
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

interface FoundTeam {
  id: number
  name: string
}

interface FoundUser {
  id: string
  name: string
  realName: string
}

/** A team that everybody sees in a game, and the game in which it is found. */
interface FoundPlaying extends FoundTeam {
  game: FoundGame
}

/** Somebody whose page everybody sees. */
interface FoundPlayer {
  id: string
  name: string
}

/** Best first, at most `MAX_FOUND` of each. */
export interface SearchResult {
  games: FoundGame[]
  challenges: FoundChallenge[]
  /** All teams, for administrators. */
  teams: FoundTeam[]
  /** Teams of public games, for everybody. */
  playing: FoundPlaying[]
  users: FoundUser[]
  /** Empty for those who find users. */
  players: FoundPlayer[]
}
