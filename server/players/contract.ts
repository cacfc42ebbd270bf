import type { PageVisibility } from '~/server/accounts/constants'

/** The public page of a player (docs/rules/players.md). */
export interface Player {
  id: string
  name: string
  bio: string
  /** Address of the picture. */
  avatar: string | null
  affiliation: string
  /** An https address. */
  website: string | null
  /** ISO 3166-1 alpha-2. */
  country: string | null
  visibility: PageVisibility
  /** The reader is this person. */
  own: boolean
  /** Public games that have started, latest start first, at most MAX_GAMES. */
  games: PlayedGame[]
}

export interface PlayedGame {
  id: number
  title: string
  poster: string | null
  /** Unix milliseconds, like `end`. */
  start: number
  end: number
  participationId: number
  teamId: number
  team: string
}
