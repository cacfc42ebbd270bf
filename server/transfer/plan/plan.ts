import type { CategoryInput } from '~/server/categories/contract'
import type { ChallengeInput, ChallengeUpdate } from '~/server/challenges/contract'
import type { GameInput } from '~/server/games/contract'
import type { Source } from '../archive/source'
import type { GameArchive, ImportReport, Line } from '../contract'

export type PlannedContent =
  | { path: string; hash: string | null }
  | { zip: ({ as: string; path: string } | PlannedText)[] }

export interface PlannedText {
  as: string
  text: string
  encoding?: 'base64'
}

/** Bytes before packing. Files that the source does not have count as 0. */
export function contentBytes({ files }: Pick<Source, 'files'>, content: PlannedContent): number {
  if ('path' in content) return files.get(content.path) ?? 0
  const sizes = content.zip.map((one) => ('path' in one ? (files.get(one.path) ?? 0) : one.text.length))
  return sizes.reduce((sum, size) => sum + size, 0)
}

export type PlannedFile =
  | { type: 'Local'; name: string; content: PlannedContent }
  | { type: 'Remote'; url: string; name?: string | null }

export interface PlannedChallenge {
  from: string
  input: ChallengeInput
  /** The name of a category of the game; null = one of the thirteen. */
  own: string | null
  update: ChallengeUpdate
  flags: { flag: string; file: PlannedFile | null; decoy: string | null }[]
  /** Those that all teams share, in order. */
  files: PlannedFile[]
  /** Folder from the root; null when it does not identify the challenge. */
  sourceId: string | null
  notes: Line[]
  requires: string[]
  /**
   * Members that the source does not mention, so that an update keeps them; absent: it mentions everything, except requirements
   * if it has none.
   */
  silent?: { flags: boolean; files: boolean; requires: boolean }
}

export interface PlannedUpdate {
  challenge: PlannedChallenge
  /** Id and compared version. */
  id: number
  version: number
  changes: Line[]
  flags: { added: string[]; removed: string[] }
  filesChanged: boolean
  /** The requirements are others. */
  requiresChanged: boolean
}

export interface Plan {
  kind: ImportReport['kind']
  game: GameInput | null
  poster: PlannedContent | null
  /** Categories that the game may lack; see `wantedCategories`. */
  categories: CategoryInput[]
  challenges: PlannedChallenge[]
  updates: PlannedUpdate[]
  /** Challenges of that game that came from a folder and are in none now. */
  gone?: { id: number; title: string }[]
  /** Ids of those that are there, by `from`. */
  there?: ReadonlyMap<string, number>
  /** Files that tell of the challenges; absent: all that were opened. */
  told?: readonly string[]
  refused: ImportReport['refused']
  notices: GameArchive['notices']
  posts: GameArchive['posts']
  answers: GameArchive['answers']
  tickets: GameArchive['tickets']
  embeds: PlannedContent[]
  notes: Line[]
}
