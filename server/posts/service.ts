import type { Ctx } from '~/server/accounts/contract'
import type { Caches } from '~/server/platform/cache'
import type { Database } from '~/server/platform/db'
import { notFound } from '~/server/platform/errors'
import { randomHex } from '~/server/platform/ids'
import { wireTime } from '~/server/platform/time'
import type { PostCard, PostView } from './contract'

export interface Posts {
  /** Every post without its text, pinned first, then newest (behaviour.md 11). */
  list(ctx: Ctx): Promise<PostCard[]>
  /** The first twenty of `list`. */
  latest(ctx: Ctx): Promise<PostCard[]>
  /** @throws AppError `post.not_found` 404 */
  one(ctx: Ctx, id: string): Promise<PostView>
  /** Writes a welcome when there is no post at all; called at every start. */
  ensureFirst(ctx: Ctx): Promise<void>
}

const LATEST = 20
const MOST = 1000
const KEPT_MS = 60_000

interface Row extends Omit<PostView, 'time' | 'content'> {
  time: Date
  content?: string
}

const CARD = `p.id, p.title, p.summary, p.pinned AS "isPinned", p.tags, p.published_at AS time,
  u.user_name AS "authorName", '/assets/' || u.avatar_hash || '/avatar' AS "authorAvatar"`

const WELCOME = {
  title: 'Welcome aboard',
  summary: 'Halyard is running. This is what an organiser does first.',
  content: `Halyard is running. From here:

1. **Log in** as the administrator whose password was printed at the first start.
2. **Create a game** under *Admin*: a title, a start, an end.
3. **Add challenges**, give each a flag, and switch them on.
4. **Review** the teams that join, or let the game accept them by itself.

Players register, form a team and join under *Games*. The scoreboard is public as soon as a game starts.
`
}

/** News of the platform, read side. */
export function createPosts({ db, caches }: { db: Database; caches: Caches }): Posts {
  const lists = caches.create<PostCard[]>({ ttl: KEPT_MS, max: 1 })

  const list = () =>
    lists.through('all', async () => {
      const { rows } = await db.pool.query<Row>(
        `SELECT ${CARD} FROM posts p LEFT JOIN users u ON u.id = p.author_id
         ORDER BY p.pinned DESC, p.published_at DESC, p.id LIMIT ${MOST}`
      )
      return { value: rows.map((row) => ({ ...row, time: wireTime(row.time) })), tags: ['posts'] }
    })

  return {
    list,
    latest: async () => (await list()).slice(0, LATEST),

    async one(_ctx, id) {
      const { rows } = await db.pool.query<Row & { content: string }>(
        `SELECT ${CARD}, p.content FROM posts p LEFT JOIN users u ON u.id = p.author_id WHERE p.id = $1`,
        [id.toLowerCase()]
      )
      if (!rows[0]) throw notFound('post.not_found')
      return { ...rows[0], time: wireTime(rows[0].time) }
    },

    async ensureFirst(ctx) {
      const { title, summary, content } = WELCOME
      const { rowCount } = await db.pool.query(
        `INSERT INTO posts (id, title, summary, content, published_at)
         SELECT $1, $2, $3, $4, $5 WHERE NOT EXISTS (SELECT 1 FROM posts)`,
        [randomHex(4), title, summary, content, ctx.now]
      )
      if (rowCount) caches.forget('posts')
    }
  }
}
