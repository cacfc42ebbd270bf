import type { Ctx } from '~/server/accounts/contract'
import type { Caches } from '~/server/platform/cache'
import type { Database } from '~/server/platform/db'
import { notFound } from '~/server/platform/errors'
import { randomHex } from '~/server/platform/ids'
import { wireTime } from '~/server/platform/time'
import { type PostCard, type PostView, postId } from './contract'

export interface Posts {
  /** Pinned first, then newest first; at most 1000. */
  list(ctx: Ctx): Promise<PostCard[]>
  /** The first twenty of the list. */
  latest(ctx: Ctx): Promise<PostCard[]>
  /** @throws AppError `post.not_found` 404 */
  one(ctx: Ctx, id: string): Promise<PostView>
  /** Writes the first post when there is none (behaviour.md 1.7); true when it did. */
  ensureFirst(ctx: Ctx): Promise<boolean>
}

interface Row extends Omit<PostView, 'time'> {
  time: Date
}

const COLUMNS = `p.id, p.title, p.summary, p.pinned AS "isPinned", p.tags, u.user_name AS "authorName",
  '/assets/' || u.avatar_hash || '/avatar' AS "authorAvatar", p.published_at AS time`
const FROM = 'FROM posts p LEFT JOIN users u ON u.id = p.author_id'
const LATEST = 20
const MOST = 1000

const WELCOME = {
  title: 'Welcome',
  summary: 'This platform is up and running.',
  content: `This platform runs capture-the-flag competitions.

- **Play**: create an account, create or join a team on the Teams page, then sign up for a game on the Games page.
- **Organise**: sign in as an administrator and create the first game.
`
}

export function createPosts({ db, caches }: { db: Database; caches: Caches }): Posts {
  const lists = caches.create<PostCard[]>({ ttl: 60_000, max: 1 })

  const list = () =>
    lists.through('all', async () => {
      const { rows } = await db.pool.query<Row>(
        `SELECT ${COLUMNS} ${FROM} ORDER BY p.pinned DESC, p.published_at DESC, p.id LIMIT ${MOST}`
      )
      return { value: rows.map((row) => ({ ...row, time: wireTime(row.time) })), tags: ['posts'] }
    })

  return {
    list,
    latest: async () => (await list()).slice(0, LATEST),
    async one(_ctx, id) {
      if (!postId.safeParse(id).success) throw notFound('post.not_found')
      const { rows } = await db.pool.query<Row>(`SELECT ${COLUMNS}, p.content ${FROM} WHERE p.id = $1`, [
        id.toLowerCase()
      ])
      if (!rows[0]) throw notFound('post.not_found')
      return { ...rows[0], time: wireTime(rows[0].time) }
    },
    async ensureFirst(ctx) {
      const { rowCount } = await db.pool.query(
        `INSERT INTO posts (id, title, summary, content, published_at)
         SELECT $1, $2, $3, $4, $5 WHERE NOT EXISTS (SELECT 1 FROM posts)`,
        [randomHex(4), WELCOME.title, WELCOME.summary, WELCOME.content, ctx.now]
      )
      caches.forget('posts')
      return rowCount === 1
    }
  }
}
