import type { InstanceView } from '~/server/instances/contract'
import type { Bonus } from '~/server/ledger/contract'
import type { AnswerResult, SolverList, TryList } from '~/server/submissions/contract'
import type { FeedNotice } from '../news/notice'
import type { Play } from './play'
import type { Query, Show } from './query'

/** A challenge as its dialog shows it, beside what the board knows. Also the answer of `/games/{id}/Challenges/{cid}`. */
export interface Sheet {
  id: number
  title: string
  category: string
  /** Who wrote it, level and tags as HTML; null without any. */
  labels: string | null
  /** As in the contract, such as `StaticAttachment`. */
  type: string
  /** Value now; the board's own is newer. */
  score: number
  /** Sanitised HTML; null when there is no text. */
  html: string | null
  hints: Hint[]
  /** Hints that cost points or have a time. */
  offers: Offer[]
  attachment: Attachment | null
  /** Wrong answers the team may send, and has sent; null = any number. */
  attempts: { limit: number; used: number } | null
  /** Why it takes no flags now; null = it does. */
  blocked: { reason: string } | null
}

export interface Hint {
  /** Sanitised HTML in one line. */
  html: string
  /** When it was given, in Unix milliseconds; null when it was there from the beginning. */
  at: number | null
}

/** A hint that costs points or has a time. */
export interface Offer {
  id: number
  cost: number
  /** From when on it can be had, in Unix milliseconds; null = from the beginning. */
  at: number | null
  /** The team has paid for it. */
  bought: boolean
  /** Sanitised HTML in one line; null until the team may read it. */
  html: string | null
}

/** Ids of challenges that a search and a filter find. */
export interface Found {
  /** As they were asked for. */
  search: string
  show: Show
  /** Those whose texts contain the search. */
  texts: number[]
  /** Those that the filter shows. */
  shown: number[]
}

export interface Attachment {
  url: string
  /** File name; host of a file that lies elsewhere. */
  name: string
  external: boolean
  /** Bytes; null when unknown. */
  size: number | null
}

/** Own team and what its members need to know of it. */
export interface Team {
  id: number
  participationId: number
  name: string
  avatar: string | null
  division: string | null
  /** Proves the team to other services (docs/rules/teams.md#team-token). */
  token: string
}

/** What the server renders the page from and the browser goes on with. Times are Unix milliseconds. */
export interface ChallengesProps {
  gameId: number
  start: number
  /** When the page was made; without a challenge open, the half minute it was made in. */
  now: number
  /** The game is over and open for practice: nothing is scored, nothing moves. */
  practice: boolean
  /** Challenges that the team has answered right since then. */
  practised: number[]
  /** The public board stands still: what the team solves now is shown after the reveal. */
  frozen: boolean
  /** Challenges that the team has solved since then. */
  behind: number[]
  /** The game asks for a writeup. */
  writeup: boolean
  bonus: Bonus
  team: Team
  play: Play
  /** Links to what has a level or tag, as HTML; null without any. */
  labels: string | null
  /** Newest first. */
  notices: FeedNotice[]
  query: Query
  /** What the server finds for the query; null when it need not be asked. */
  found: Found | null
  sheet: Sheet | null
  /** The tries of the open challenge: of the shown part, or the newest beside a verdict. */
  tries: TryList | null
  /** Its solvers, when they are shown. */
  solvers: SolverList | null
  /** How the team's instance of the open challenge stands; null when none is open that has instances. */
  instance: InstanceView | null
  /** User name of the reader. */
  me: string
  /** Verdict of `query.submission`; null when there is none of this user. */
  status: AnswerResult | null
  /** What was refused of a form without script. */
  refused: { flag: string; message: string } | null
  /** The same of a form of the instance. */
  instanceRefused: string | null
  /** The same of a hint that was to be bought. */
  hintRefused: string | null
}

/** Challenges of this type are played on an instance. As the server's `hasContainer`. */
export const isRun = ({ type }: Pick<Sheet, 'type'>): boolean => type.endsWith('Container')
