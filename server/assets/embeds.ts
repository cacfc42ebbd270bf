import type { Change } from '~/server/change'
import { number, row } from '~/server/db'
import { listUsableFiles } from './usable'

type EmbedOwner =
  | { postId: string }
  | { gameId: number }
  | { challengeId: number }
  | { solutionId: number }
  | { ownPageId: number }
  /** Key of a setting that is stored. */
  | { setting: string }

const MENTION = /\/assets\/([0-9a-f]{64})\//g
const MAX_EMBEDS = 500

const COLUMNS = {
  postId: 'post_id',
  gameId: 'game_id',
  challengeId: 'challenge_id',
  solutionId: 'solution_id',
  ownPageId: 'own_page_id',
  setting: 'setting'
} as const

/** The game of a text; null for a text of the platform. */
async function gameOf(tx: Change, owner: EmbedOwner): Promise<number | null> {
  if ('gameId' in owner) return owner.gameId
  const id = 'challengeId' in owner ? owner.challengeId : 'solutionId' in owner ? owner.solutionId : null
  if (id === null) return null
  const found = await row(tx, { game: number }, 'SELECT game_id AS game FROM challenges WHERE id = $1', [id])
  return found?.game ?? null
}

/**
 * Mentioned files are kept, and readable by readers of the text, if who writes it may use them. Call it in the text's
 * transaction.
 */
export async function storeEmbeds(tx: Change, owner: EmbedOwner, ...texts: string[]): Promise<void> {
  const [key, id] = Object.entries(owner)[0] as [keyof typeof COLUMNS, string | number]
  const column = COLUMNS[key]
  const mentioned = texts.flatMap((text) => [...text.matchAll(MENTION)].map(([, hash]) => hash!))
  const named = [...new Set(mentioned)].slice(0, MAX_EMBEDS)
  // Before the deletion, because what the text has shown until now may stay in it.
  const hashes =
    named.length === 0 ? named : await listUsableFiles(tx, tx.ctx, await gameOf(tx, owner), named)
  await tx.query(`DELETE FROM embeds WHERE ${column} = $1 AND hash <> ALL ($2)`, [id, hashes])
  if (hashes.length === 0) return
  await tx.query(
    `INSERT INTO embeds (hash, ${column})
       SELECT hash, $1 FROM blobs WHERE hash = ANY ($2) ORDER BY hash FOR KEY SHARE
       ON CONFLICT DO NOTHING`,
    [id, hashes]
  )
}
