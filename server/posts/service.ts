import { actorOf } from '~/server/accounts'
import type { Ctx } from '~/server/accounts/contract'
import { embed } from '~/server/assets'
import { audit, changes, checkVersion, type VersionCheck } from '~/server/audit'
import type { Caches } from '~/server/platform/cache'
import type { Database, Sql } from '~/server/platform/db'
import { notFound } from '~/server/platform/errors'
import { randomHex } from '~/server/platform/ids'
import { wireTime } from '~/server/platform/time'
import { defined } from '~/server/platform/wire'
import { type PostCard, type PostInput, type PostUpdate, type PostView, postId } from './contract'

export interface Posts {
  /** Pinned first, then newest first; at most 1000. */
  list(ctx: Ctx): Promise<PostCard[]>
  /** The first twenty of the list. */
  latest(ctx: Ctx): Promise<PostCard[]>
  /** @throws AppError `post.not_found` 404 */
  one(ctx: Ctx, id: string): Promise<PostView>
  /** Publishes a post; answers its id. For administrators, as what follows. */
  create(ctx: Ctx, input: PostInput): Promise<string>
  /**
   * Changes what is given. Its author becomes the caller and its time now, unless nothing but the pin changes.
   * @throws AppError `post.not_found` 404, `edit.conflict` 409 as checkVersion() says of `input.version`
   */
  update(ctx: Ctx, id: string, input: PostUpdate, check?: VersionCheck): Promise<PostView>
  /** @throws AppError `post.not_found` 404 */
  remove(ctx: Ctx, id: string): Promise<void>
  /** Writes the first post when there is none (behaviour.md 1.7); true when it did. */
  ensureFirst(ctx: Ctx): Promise<boolean>
}

interface Row extends Omit<PostView, 'time'> {
  time: Date
}

/** What the audit keeps of a post. */
type Stored = Omit<Required<PostInput>, 'tags'> & { tags: string[] }

const COLUMNS = `p.id, p.title, p.summary, p.pinned AS "isPinned", p.tags, u.user_name AS "authorName",
  '/assets/' || u.avatar_hash || '/avatar' AS "authorAvatar", p.published_at AS time`
const FROM = 'FROM posts p LEFT JOIN users u ON u.id = p.author_id'
const LATEST = 20
/** What differs after a change of the pin alone. */
const PIN = new Set(['isPinned', 'version'])
const MOST = 1000

const WELCOME = {
  title: 'Welcome',
  summary: 'This platform is up and running.',
  content: `This platform runs capture-the-flag competitions.

- **Play**: create an account, create or join a team on the Teams page, then sign up for a game on the Games page.
- **Organise**: sign in as an administrator and create the first game.
`
}

/** The post inside its transaction, locked. */
async function hold(sql: Sql, id: string): Promise<Stored> {
  if (!postId.safeParse(id).success) throw notFound('post.not_found')
  const { rows } = await sql.query<Stored>(
    `SELECT title, summary, content, tags, pinned AS "isPinned", version FROM posts WHERE id = $1 FOR UPDATE`,
    [id.toLowerCase()]
  )
  if (!rows[0]) throw notFound('post.not_found')
  return rows[0]
}

/** Writes a change and what follows from it. */
async function rewrite(
  sql: Sql,
  ctx: Ctx,
  id: string,
  { version: sent, ...input }: PostUpdate,
  check?: VersionCheck
): Promise<void> {
  const actor = actorOf(ctx, 'Admin')
  const before = await hold(sql, id)
  await checkVersion(sql, ctx, `post:${id}`, { ...check, sent, held: before.version })
  const tags = input.tags === undefined ? before.tags : (input.tags ?? [])
  const after = { ...before, ...defined(input), tags, version: before.version + 1 }
  const { title, summary, content, isPinned } = after
  const difference = changes<Stored>(before, after)
  const pinOnly = isPinned !== before.isPinned && Object.keys(difference.after).every((name) => PIN.has(name))
  await sql.query(
    `UPDATE posts SET title = $2, summary = $3, content = $4, tags = $5, pinned = $6, version = version + 1,
       author_id = CASE WHEN $7 THEN author_id ELSE $8 END,
       published_at = CASE WHEN $7 THEN published_at ELSE $9 END
     WHERE id = $1`,
    [id, title, summary, content, tags, isPinned, pinOnly, actor.id, ctx.now]
  )
  await embed(sql, { postId: id }, summary, content)
  await audit(sql, ctx, { action: 'post_updated', target: `post:${id}`, ...difference })
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

  const one = async (sql: Sql, id: string): Promise<PostView> => {
    if (!postId.safeParse(id).success) throw notFound('post.not_found')
    const { rows } = await sql.query<Row>(`SELECT ${COLUMNS}, p.content, p.version ${FROM} WHERE p.id = $1`, [
      id.toLowerCase()
    ])
    if (!rows[0]) throw notFound('post.not_found')
    return { ...rows[0], time: wireTime(rows[0].time) }
  }

  return {
    list,
    latest: async () => (await list()).slice(0, LATEST),
    one: (_ctx, id) => one(db.pool, id),

    async create(ctx, { title, summary, content, tags, isPinned }) {
      const actor = actorOf(ctx, 'Admin')
      const id = randomHex(4)
      await db.transaction(async (sql) => {
        await sql.query(
          `INSERT INTO posts (id, title, summary, content, tags, pinned, author_id, published_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
          [id, title, summary, content, tags ?? [], isPinned, actor.id, ctx.now]
        )
        await embed(sql, { postId: id }, summary, content)
        await audit(sql, ctx, { action: 'post_created', target: `post:${id}`, after: { title } })
      })
      caches.forget('posts')
      return id
    },

    async update(ctx, id, input, check) {
      const view = await db.transaction(async (sql) => {
        await rewrite(sql, ctx, id.toLowerCase(), input, check)
        return one(sql, id)
      })
      caches.forget('posts')
      return view
    },

    async remove(ctx, id) {
      actorOf(ctx, 'Admin')
      await db.transaction(async (sql) => {
        const { title } = await hold(sql, id)
        await sql.query('DELETE FROM posts WHERE id = $1', [id.toLowerCase()])
        await audit(sql, ctx, { action: 'post_deleted', target: `post:${id}`, before: { title } })
      })
      caches.forget('posts')
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
