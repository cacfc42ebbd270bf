import type { Sql } from '~/server/db'

export type EmbedOwner =
  | { postId: string }
  | { gameId: number }
  | { challengeId: number }
  | { solutionId: number }
  | { ownPageId: number }
  /** Key of a setting that is stored. */
  | { setting: string }

const MENTION = /\/assets\/([0-9a-f]{64})\//g
const MOST = 500

const COLUMNS = {
  postId: 'post_id',
  gameId: 'game_id',
  challengeId: 'challenge_id',
  solutionId: 'solution_id',
  ownPageId: 'own_page_id',
  setting: 'setting'
} as const

/** Mentioned files are kept, and readable by readers of the text. Call it in the text's transaction. */
export async function embed(sql: Sql, owner: EmbedOwner, ...texts: string[]): Promise<void> {
  const [key, id] = Object.entries(owner)[0] as [keyof typeof COLUMNS, string | number]
  const column = COLUMNS[key]
  const mentioned = texts.flatMap((text) => [...text.matchAll(MENTION)].map(([, hash]) => hash!))
  const hashes = [...new Set(mentioned)].slice(0, MOST)
  await sql.query(`DELETE FROM embeds WHERE ${column} = $1 AND hash <> ALL ($2)`, [id, hashes])
  if (hashes.length === 0) return
  await sql.query(
    `INSERT INTO embeds (hash, ${column})
       SELECT hash, $1 FROM blobs WHERE hash = ANY ($2) ORDER BY hash FOR KEY SHARE
       ON CONFLICT DO NOTHING`,
    [id, hashes]
  )
}
