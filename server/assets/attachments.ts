import type { Change } from '~/server/change'
import { nullable, row, rows, type Sql, text } from '~/server/db'
import { AppError } from '~/server/platform/errors'
import { lockBlob } from './blobs'
import { freeName, sameName } from './constants'
import type { AttachmentInput } from './contract'
import { requireUsable } from './usable'

/** The first of the files that all teams share, which is the contract's attachment. The caller has authorised, and holds the ledger's lock. */
export interface Attachments {
  /**
   * Replaces the first file; None removes all. Returns the hashes that went, for `drop` after the commit. @throws AppError `file.not_found` 400 for an unknown hash, and one
   * that the caller may not use in the game
   */
  attach(tx: Change, challenge: { id: number; gameId: number }, input: AttachmentInput): Promise<string[]>
}

const NAME = `SELECT coalesce((SELECT name FROM uploads WHERE hash = b.hash),
    (SELECT name FROM attachments WHERE hash = b.hash ORDER BY id LIMIT 1), 'attachment') AS name
  FROM blobs b WHERE hash = $1`

const OTHERS = `SELECT name FROM attachments WHERE challenge_id = $1 AND flag_id IS NULL AND name IS NOT NULL`

async function insertLocal(sql: Sql, challengeId: number, hash: string) {
  await lockBlob(sql, hash)
  const found = await row(sql, { name: text }, NAME, [hash])
  if (!found) throw new AppError('file.not_found')
  const others = await rows(sql, { name: text }, OTHERS, [challengeId])
  const taken = new Set(others.map(({ name }) => sameName(name)))
  await sql.query(`INSERT INTO attachments (challenge_id, type, hash, name) VALUES ($1, 'Local', $2, $3)`, [
    challengeId,
    hash,
    freeName(found.name, taken)
  ])
  // The attachments keep the file from now on.
  await sql.query('DELETE FROM uploads WHERE hash = $1', [hash])
}

export const attachments: Attachments = {
  async attach(tx, { id: challengeId, gameId }, { attachmentType, fileHash, remoteUrl }) {
    // First, because the file that is replaced is the game's until then.
    if (attachmentType === 'Local') await requireUsable(tx, tx.ctx, gameId, [fileHash ?? ''])
    const old = await rows(
      tx,
      { hash: nullable(text) },
      `DELETE FROM attachments WHERE challenge_id = $1 AND flag_id IS NULL ${attachmentType === 'None' ? '' : 'AND place = 0'}
       RETURNING hash`,
      [challengeId]
    )
    if (attachmentType === 'Local') await insertLocal(tx, challengeId, fileHash ?? '')
    if (attachmentType === 'Remote')
      await tx.query(`INSERT INTO attachments (challenge_id, type, remote_url) VALUES ($1, 'Remote', $2)`, [
        challengeId,
        remoteUrl
      ])
    return old.flatMap(({ hash }) => hash ?? [])
  }
}
