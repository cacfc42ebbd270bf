import { requireActor, requireInGame } from '~/server/access'
import type { Ctx } from '~/server/access/contract'
import type { Change, MakeChange } from '~/server/change'
import { type Database, nullable, number, type RowOf, row, rows, type Sql, text, uuid } from '~/server/db'
import { AppError, forbidden, notFound } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import type { Blobs } from './blobs'
import { assetUrl, type ImageKind, type Staged, type Upload } from './contract'

/** Pictures of users, teams and games. A replaced one is deleted unless others use it. */
export interface Pictures {
  /** Returns its path. @throws AppError `file.empty`, `account.avatar_update_failed` */
  setAvatar(ctx: Ctx, upload: Upload | undefined): Promise<string>
  /** Captain only. @throws `team.not_found` 404, `team.captain_only` 403, `file.empty`, `team.avatar_update_failed` */
  setTeamAvatar(ctx: Ctx, teamId: number, upload: Upload | undefined): Promise<string>
  /** Administrators only. @throws AppError `game.not_found` 404, `file.empty`, `file.store_failed` */
  setPoster(ctx: Ctx, gameId: number, upload: Upload | undefined): Promise<string>
  /** Administrators only. @throws AppError `game.not_found` 404 */
  clearPoster(ctx: Ctx, gameId: number): Promise<void>
}

interface Needs {
  db: Database
  change: MakeChange
  blobs: Blobs
  log: Log
  image(upload: Upload | undefined, kind: ImageKind, failure: string): Promise<Staged>
}

const LOCKED = {
  user: 'SELECT avatar_hash AS hash, NULL::uuid AS captain FROM users WHERE id = $1 FOR NO KEY UPDATE',
  team: 'SELECT avatar_hash AS hash, captain_id AS captain FROM teams WHERE id = $1 FOR NO KEY UPDATE',
  game: 'SELECT poster_hash AS hash, NULL::uuid AS captain FROM games WHERE id = $1 FOR NO KEY UPDATE'
}
const OWNER = { hash: nullable(text), captain: nullable(uuid) }
type Owner = RowOf<typeof OWNER>

/** The contract's replies name the format: `avatar.webp`. */
const namedAs = (kind: ImageKind, { type }: Staged) => `${kind}.${type === 'image/gif' ? 'gif' : 'webp'}`

function known(game: Owner | undefined): Owner {
  if (!game) throw notFound('game.not_found')
  return game
}

type Hashes = Record<'before' | 'after', string | null>

async function setPosterHash(tx: Change, gameId: number, { before, after }: Hashes): Promise<void> {
  await tx.query('UPDATE games SET poster_hash = $2 WHERE id = $1', [gameId, after])
  const difference = { before: { poster: before }, after: { poster: after } }
  await tx.audit({ action: 'game_poster_changed', target: `game:${gameId}`, ...difference })
}

export function createPictures({ db, change, blobs, log, image }: Needs): Pictures {
  const locked = (sql: Sql, kind: keyof typeof LOCKED, id: string | number) =>
    row(sql, OWNER, LOCKED[kind], [id])

  /** Deletes the replaced picture after the commit unless used; the change does not wait. */
  const dropReplaced = (tx: Change, old: string | null, fresh: string | null) => {
    if (old === null || old === fresh) return
    tx.after(() => {
      blobs.drop(old).catch((error: Error) => log.warn({ err: error.message }, 'file_not_dropped'))
    })
  }

  return {
    async setAvatar(ctx, upload) {
      const actor = requireActor(ctx)
      const staged = await image(upload, 'avatar', 'account.avatar_update_failed')
      await blobs.storing(ctx, [staged], async (tx) => {
        const user = await locked(tx, 'user', actor.id)
        if (!user) throw new AppError('account.update_failed')
        await blobs.keep(tx, staged)
        await tx.query('UPDATE users SET avatar_hash = $2 WHERE id = $1', [actor.id, staged.hash])
        tx.invalidate(`user:${actor.id}`, 'posts')
        dropReplaced(tx, user.hash, staged.hash)
      })
      return assetUrl(staged.hash, namedAs('avatar', staged))
    },

    async setTeamAvatar(ctx, teamId, upload) {
      const actor = requireActor(ctx)
      const mine = (team: Owner | undefined) => {
        if (!team) throw notFound('team.not_found')
        if (team.captain !== actor.id) throw forbidden('team.captain_only')
        return team
      }
      // Before processing, and again when stored: the captain may change meanwhile.
      mine(await locked(db.pool, 'team', teamId))
      const staged = await image(upload, 'avatar', 'team.avatar_update_failed')
      await blobs.storing(ctx, [staged], async (tx) => {
        const { hash } = mine(await locked(tx, 'team', teamId))
        await blobs.keep(tx, staged)
        await tx.query('UPDATE teams SET avatar_hash = $2 WHERE id = $1', [teamId, staged.hash])
        const games = await rows(
          tx,
          { id: number },
          `SELECT game_id AS id FROM participations WHERE team_id = $1 AND status = 'Accepted'`,
          [teamId]
        )
        tx.invalidate(`team:${teamId}`)
        for (const { id } of games) tx.notifyScoring(id, 'refresh')
        dropReplaced(tx, hash, staged.hash)
      })
      return assetUrl(staged.hash, namedAs('avatar', staged))
    },

    async setPoster(ctx, gameId, upload) {
      requireInGame(ctx, gameId, 'settings')
      known(await locked(db.pool, 'game', gameId))
      const staged = await image(upload, 'poster', 'file.store_failed')
      await blobs.storing(ctx, [staged], async (tx) => {
        const { hash } = known(await locked(tx, 'game', gameId))
        await blobs.keep(tx, staged)
        await setPosterHash(tx, gameId, { before: hash, after: staged.hash })
        tx.invalidate('games', `game:${gameId}`)
        dropReplaced(tx, hash, staged.hash)
      })
      return assetUrl(staged.hash, namedAs('poster', staged))
    },

    async clearPoster(ctx, gameId) {
      requireInGame(ctx, gameId, 'settings')
      await change(ctx, async (tx) => {
        const { hash } = known(await locked(tx, 'game', gameId))
        if (hash !== null) await setPosterHash(tx, gameId, { before: hash, after: null })
        tx.invalidate('games', `game:${gameId}`)
        dropReplaced(tx, hash, null)
      })
    }
  }
}
