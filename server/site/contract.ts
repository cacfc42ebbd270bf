import type { ShownCategory } from '~/server/categories/constants'
import type { Statistics } from '~/server/statistics/contract'

export const SITE_LIMITS = {
  /** Bytes of all files of a site. */
  files: 2 * 1024 ** 3,
  /** Teams with a page of their own, best first. */
  teamPages: 10_000,
  /** Teams on a page of the scoreboard. */
  teamsAPage: 1000,
  /** Solvers on the page of a challenge, first ones first. */
  solvers: 1000
} as const

/** A counted solve. `at` in Unix milliseconds, `place` 1 to 3 for a blood. */
export interface SiteSolve {
  challengeId: number
  teamId: number
  points: number
  at: number
  place: number | null
}

export interface SiteTeam {
  id: number
  name: string
  division: string | null
  rank: number
  divisionRank: number | null
  score: number
  /** Null without a solve. */
  lastSolve: number | null
  /** Solves in order of time. */
  solves: SiteSolve[]
}

/** A stored content that pages link to as `files/{hash}/{name}`. */
export interface SiteFile {
  hash: string
  name: string
}

export interface SiteChallenge {
  id: number
  title: string
  category: ShownCategory
  /** The value at the end. */
  value: number
  /** Markdown. */
  content: string
  /** Markdown; those that everybody could read at the end. */
  hints: string[]
  author: string
  level: string | null
  tags: string[]
  /** Stored contents and addresses that all teams share, in order. */
  files: (SiteFile | { name: string | null; url: string })[]
  solved: number
  /** The first solves, at most SITE_LIMITS.solvers. */
  solves: SiteSolve[]
}

/** The data of a static site: the final board as visitors see it, and the texts of its challenges. */
export interface SiteContent {
  game: {
    id: number
    title: string
    summary: string
    content: string
    start: Date
    end: Date
    poster: string | null
  }
  teams: SiteTeam[]
  challenges: SiteChallenge[]
  statistics: Statistics
  /** The address of the platform, for links to it. */
  origin: string
  /** Hashes of contents that its texts may show. */
  embedded: ReadonlySet<string>
}
