import type { ChallengeInput, ChallengeUpdate } from '~/server/challenges/contract'
import type { GameInput } from '~/server/games/contract'
import type { GameArchive, ImportReport, Line } from './contract'
import type { Source } from './source'

/** A content to store: a file of the source, or several things packed into a ZIP. */
export type PlannedContent =
  | { path: string; hash: string | null }
  | { zip: ({ as: string; path: string } | PlannedText)[] }

/** A content that lies nowhere in the source. */
export interface PlannedText {
  as: string
  text: string
  encoding?: 'base64'
}

/** Bytes of what a content is made of. */
export function sizeOf({ files }: Pick<Source, 'files'>, content: PlannedContent): number {
  if ('path' in content) return files.get(content.path) ?? 0
  const sizes = content.zip.map((one) => ('path' in one ? (files.get(one.path) ?? 0) : one.text.length))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** A file of players. */
export type PlannedFile =
  | { type: 'Local'; name: string; content: PlannedContent }
  | { type: 'Remote'; url: string }

/** A challenge that has passed everything but the database. */
export interface PlannedChallenge {
  from: string
  input: ChallengeInput
  update: ChallengeUpdate
  flags: { flag: string; file: PlannedFile | null }[]
  file: PlannedFile | null
  /** Where in the tree its folder is, from the root; null where that tells it from no other. */
  sourceId: string | null
  notes: Line[]
  /** Others of the same source that a team has to solve first, by their `from`. */
  requires: string[]
  /** What it says nothing of, so that an update leaves it; absent: nothing but requirements where it has none. */
  silent?: { flags: boolean; file: boolean; requires: boolean }
}

/** A challenge that the game has already, in another edition. */
export interface PlannedUpdate {
  challenge: PlannedChallenge
  /** The one that is there, and the version that was compared. */
  id: number
  version: number
  /** What would be another one; in words for the reader. */
  changes: Line[]
  flags: { added: string[]; removed: string[] }
  /** The file is another one. */
  fileChanged: boolean
  /** The requirements are others. */
  requiresChanged: boolean
}

/** What an import is to make. */
export interface Plan {
  kind: ImportReport['kind']
  /** The new game; null where the challenges go into one that is there. */
  game: GameInput | null
  poster: PlannedContent | null
  challenges: PlannedChallenge[]
  /** Only for a game that is there. */
  updates: PlannedUpdate[]
  /** Challenges of that game that came from a folder and are in none now. */
  gone?: { id: number; title: string }[]
  /** Ids of those that are there, by `from`. */
  there?: ReadonlyMap<string, number>
  refused: ImportReport['refused']
  notices: GameArchive['notices']
  posts: GameArchive['posts']
  /** Contents that texts mention. */
  embeds: PlannedContent[]
  notes: Line[]
}
