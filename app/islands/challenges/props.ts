import type { ShownCategory } from '~/server/categories/constants'
import type { InstanceView } from '~/server/instances/contract'
import type { Bonus } from '~/server/ledger/contract'
import type { AnswerResult, SolverList, TryList } from '~/server/submissions/contract'
import type { TeamClaims } from '~/server/workspace/contract'
import type { FeedNotice } from '../news/notice'
import type { Play } from './play'
import type { Query, Show } from './query'

/** A challenge in its dialog, and the response of `/games/{id}/Challenges/{cid}`. */
export interface Sheet {
  id: number
  title: string
  category: ShownCategory
  /** Author, level and tags as HTML; null without any. */
  labels: string | null
  /** The contract's type, such as `StaticAttachment`. */
  type: string
  /** The board has a newer one. */
  score: number
  /** Sanitised HTML; null without a text. */
  html: string | null
  connections: string | null
  hints: Hint[]
  offers: Offer[]
  files: Attachment[]
  /** Wrong answers allowed and used; null: unlimited. */
  attempts: { limit: number; used: number } | null
  /** The reason why it takes no flags now; null = it does. */
  blocked: { reason: string } | null
  /** Deadline in Unix milliseconds; null: none before the game's end. */
  closesAt: number | null
  /** Others that the team can answer; null until it has solved this one. */
  next: number[] | null
}

export interface Hint {
  html: string
  /** Unix milliseconds when it was published; null for the start. */
  at: number | null
}

export interface Offer {
  id: number
  cost: number
  /** Unix milliseconds from which on it is available; null: always. */
  at: number | null
  bought: boolean
  /** Sanitised HTML in one line; null until the team may read it. */
  html: string | null
}

/** Ids that the server found for a search and a filter. */
export interface FoundChallenges {
  search: string
  show: Show
  texts: number[]
  shown: number[]
}

export interface Attachment {
  url: string
  name: string
  external: boolean
  /** Its size as people read it, or that another site has it; null when unknown. */
  note: string | null
  /** Its SHA-256 to copy, as HTML; null for another site. */
  digest: string | null
}

export interface Team {
  id: number
  participationId: number
  name: string
  avatar: string | null
  division: string | null
  /** Proves the team to other services (docs/rules/teams.md#team-token). */
  token: string
}

/** The page's data for server and browser. Times are Unix milliseconds. */
export interface ChallengesProps {
  gameId: number
  start: number
  now: number
  /** The game is over and open for practice, unscored. */
  practice: boolean
  practised: number[]
  /** Unix milliseconds; from then on own solves appear after the reveal. Null without a freeze, and after the reveal. */
  freeze: number | null
  behind: number[]
  /** Claims of members on challenges. */
  claims: TeamClaims
  writeup: boolean
  bonus: Bonus
  team: Team
  play: Play
  labels: string | null
  notices: FeedNotice[]
  query: Query
  /** Null when the query needs no search by the server. */
  found: FoundChallenges | null
  sheet: Sheet | null
  /** Tries of the open challenge: of the shown part, or the newest beside a verdict. */
  tries: TryList | null
  solvers: SolverList | null
  /** Null without an open challenge that has instances. */
  instance: InstanceView | null
  me: string
  /** Verdict of `query.submission`; null when it is not the reader's. */
  status: AnswerResult | null
  refused: { flag: string; message: string } | null
  instanceRefused: string | null
  hintRefused: string | null
}
