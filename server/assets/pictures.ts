import { actorOf } from '~/server/accounts'
import type { Ctx } from '~/server/accounts/contract'
import { audit } from '~/server/audit'
import type { WakeReason } from '~/server/ledger/contract'
import type { Caches } from '~/server/platform/cache'
import type { Database, Sql } from '~/server/platform/db'
import { AppError, forbidden, notFound } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import type { Blobs } from './blobs'
import { assetUrl, type ImageKind, type Staged, type Upload } from './contract'

/** Pictures of users, teams and games. Each replaces the one before, which goes when nobody else uses it. */
export interface Pictures {
  /** The caller's own avatar; answers its path. @throws AppError `file.empty`, `account.avatar_update_failed` */
  setAvatar(ctx: Ctx, upload: Upload | undefined): Promise<string>
  /**
   * Captain only. @throws AppError `team.not_found` 404, `team.captain_only` 403, `file.empty`,
   * `team.avatar_update_failed`
   */
  setTeamAvatar(ctx: Ctx, teamId: number, upload: Upload | undefined): Promise<string>
  /** Administrators only. @throws AppError `game.not_found` 404, `file.empty`, `file.store_failed` */
  setPoster(ctx: Ctx, gameId: number, upload: Upload | undefined): Promise<string>
  /** Takes a game's poster away. Administrators only. @throws AppError `game.not_found` 404 */
  clearPoster(ctx: Ctx, gameId: number): Promise<void>
}

interface Needs {
  db: Database
  caches: Caches
  blobs: Blobs
  log: Log
  /** A picture made anew, see images.ts. */
  image(upload: Upload | undefined, kind: ImageKind, failure: string): Promise<Staged>
  /** Tells scoring that names and pictures on a game's board changed. */
  wake(gameId: number, reason: WakeReason): void
}

/** The row whose picture it is, locked against others who change it. */
const LOCKED = {
  user: 'SELECT avatar_hash AS hash FROM users WHERE id = $1 FOR NO KEY UPDATE',
  team: 'SELECT avatar_hash AS hash, captain_id AS captain FROM teams WHERE id = $1 FOR NO KEY UPDATE',
  game: 'SELECT poster_hash AS hash FROM games WHERE id = $1 FOR NO KEY UPDATE'
}
interface Held {
  hash: string | null
  captain?: string
}

/** The contract's answers name the format: `avatar.webp`. */
const namedAs = (kind: ImageKind, { type }: Staged) => `${kind}.${type === 'image/gif' ? 'gif' : 'webp'}`

function known(game: Held | null): Held {
  if (!game) throw notFound('game.not_found')
  return game
}

type Change = Record<'before' | 'after', string | null>

async function putPoster(sql: Sql, ctx: Ctx, gameId: number, { before, after }: Change): Promise<void> {
  await sql.query('UPDATE games SET poster_hash = $2 WHERE id = $1', [gameId, after])
  const difference = { before: { poster: before }, after: { poster: after } }
  await audit(sql, ctx, { action: 'game_poster_changed', target: `game:${gameId}`, ...difference })
}

export function createPictures({ db, caches, blobs, log, image, wake }: Needs): Pictures {
  const held = async (sql: Sql, kind: keyof typeof LOCKED, id: string | number) =>
    (await sql.query<Held>(LOCKED[kind], [id])).rows[0] ?? null

  /** Drops what was replaced; it may be somebody else's picture as well, and then it stays. */
  const release = (old: string | null, fresh: string | null) => {
    if (old === null || old === fresh) return
    blobs.drop(old).catch((error: Error) => log.warn({ err: error.message }, 'file_not_dropped'))
  }

  return {
    async setAvatar(ctx, upload) {
      const actor = actorOf(ctx)
      const staged = await image(upload, 'avatar', 'account.avatar_update_failed')
      const old = await blobs.storing([staged], async (sql) => {
        const user = await held(sql, 'user', actor.id)
        if (!user) throw new AppError('account.update_failed')
        await blobs.keep(sql, staged)
        await sql.query('UPDATE users SET avatar_hash = $2 WHERE id = $1', [actor.id, staged.hash])
        return user.hash
      })
      caches.forget(`user:${actor.id}`, 'posts')
      release(old, staged.hash)
      return assetUrl(staged.hash, namedAs('avatar', staged))
    },

    async setTeamAvatar(ctx, teamId, upload) {
      const actor = actorOf(ctx)
      const mine = (team: Held | null) => {
        if (!team) throw notFound('team.not_found')
        if (team.captain !== actor.id) throw forbidden('team.captain_only')
        return team
      }
      // Before the picture is worked on, and again when it is written: the team may have changed hands.
      mine(await held(db.pool, 'team', teamId))
      const staged = await image(upload, 'avatar', 'team.avatar_update_failed')
      const { old, games } = await blobs.storing([staged], async (sql) => {
        const { hash } = mine(await held(sql, 'team', teamId))
        await blobs.keep(sql, staged)
        await sql.query('UPDATE teams SET avatar_hash = $2 WHERE id = $1', [teamId, staged.hash])
        const { rows } = await sql.query<{ id: number }>(
          `SELECT game_id AS id FROM participations WHERE team_id = $1 AND status = 'Accepted'`,
          [teamId]
        )
        return { old: hash, games: rows.map(({ id }) => id) }
      })
      caches.forget(`team:${teamId}`)
      for (const id of games) wake(id, 'refresh')
      release(old, staged.hash)
      return assetUrl(staged.hash, namedAs('avatar', staged))
    },

    async setPoster(ctx, gameId, upload) {
      actorOf(ctx, 'Admin')
      known(await held(db.pool, 'game', gameId))
      const staged = await image(upload, 'poster', 'file.store_failed')
      const old = await blobs.storing([staged], async (sql) => {
        const { hash } = known(await held(sql, 'game', gameId))
        await blobs.keep(sql, staged)
        await putPoster(sql, ctx, gameId, { before: hash, after: staged.hash })
        return hash
      })
      caches.forget('games', `game:${gameId}`)
      release(old, staged.hash)
      return assetUrl(staged.hash, namedAs('poster', staged))
    },

    async clearPoster(ctx, gameId) {
      actorOf(ctx, 'Admin')
      const old = await db.transaction(async (sql) => {
        const { hash } = known(await held(sql, 'game', gameId))
        if (hash !== null) await putPoster(sql, ctx, gameId, { before: hash, after: null })
        return hash
      })
      caches.forget('games', `game:${gameId}`)
      release(old, null)
    }
  }
}
