import type { Ctx } from '~/server/access/contract'
import { callerServiceTokenId, callerUserId, hasRole } from '~/server/access/contract'
import { rows, type Sql, text } from '~/server/db'
import { AppError } from '~/server/platform/errors'
import { readable } from './access'

/** SQL: those of the files $1 that the account $2 or the service token $4 has uploaded or the game $3 has. Null uploads nothing. */
const OWN = `
  SELECT b.hash FROM blobs b WHERE b.hash = ANY ($1) AND (
    EXISTS (SELECT FROM uploads u WHERE u.hash = b.hash AND (u.user_id = $2 OR u.token_id = $4))
    OR EXISTS (SELECT FROM file_uses u WHERE u.hash = b.hash AND u.game_id = $3 AND u.kind <> 'Writeup'))`

/**
 * Returns the files that the caller may put into a game: own uploads, the game's files, and readable ones. Without this check, a
 * caller who knows a hash could give others, and so themselves, the right to read the file (docs/rules/files.md#who-may-use).
 */
export async function listUsableFiles(
  sql: Sql,
  ctx: Ctx,
  gameId: number | null,
  hashes: readonly string[]
): Promise<string[]> {
  // Without a caller, the platform itself does it.
  if (hashes.length === 0 || ctx.actor === null || hasRole(ctx.actor.role, 'Admin')) return [...hashes]
  const own = await rows(sql, { hash: text }, OWN, [
    hashes,
    callerUserId(ctx),
    gameId,
    callerServiceTokenId(ctx)
  ])
  const found = new Set(own.map(({ hash }) => hash))
  // One query for all: the caller holds the ledger's lock, and a text may name hundreds of files.
  const others = await readable(
    sql,
    ctx,
    hashes.filter((hash) => !found.has(hash))
  )
  return hashes.filter((hash) => found.has(hash) || others.has(hash))
}

/** @throws AppError `file.not_found` 400, as for missing ones */
export async function requireUsable(
  sql: Sql,
  ctx: Ctx,
  gameId: number,
  hashes: readonly string[]
): Promise<void> {
  const usable = await listUsableFiles(sql, ctx, gameId, hashes)
  if (usable.length < hashes.length) throw new AppError('file.not_found')
}
