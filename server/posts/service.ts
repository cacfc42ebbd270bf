import { requireActor } from '~/server/access'
import { type Ctx, callerUserId } from '~/server/access/contract'
import { storeEmbeds } from '~/server/assets'
import { checkVersion, diffFields, type VersionCheck } from '~/server/audit'
import type { Change, MakeChange } from '~/server/change'
import {
  bool,
  type Database,
  nullable,
  number,
  row,
  rows,
  type Sql,
  type Tx,
  text,
  texts,
  time
} from '~/server/db'
import type { Caches } from '~/server/platform/cache'
import { notFound } from '~/server/platform/errors'
import { randomHex } from '~/server/platform/ids'
import { wireTime } from '~/server/platform/time'
import { withoutUndefined } from '~/server/platform/wire'
import { type PostCard, type PostInput, type PostUpdate, type PostView, postId } from './contract'
import { definePosts, type Post } from './model'

export interface Posts {
  /** Pinned first, then newest first; at most 1000. */
  list(ctx: Ctx): Promise<PostCard[]>
  /** The first of `list`, for the home page. */
  latest(ctx: Ctx): Promise<PostCard[]>
  /** @throws AppError `post.not_found` 404 */
  one(ctx: Ctx, id: string): Promise<PostView>
  /** Returns its id. Administrators only, as the methods below. */
  create(ctx: Ctx, input: PostInput): Promise<string>
  /** Sets author and time unless only the pin changes. @throws AppError `post.not_found` 404, `edit.conflict` 409 */
  update(ctx: Ctx, id: string, input: PostUpdate, check?: VersionCheck): Promise<PostView>
  /** @throws AppError `post.not_found` 404 */
  remove(ctx: Ctx, id: string): Promise<void>
  /** Writes the first post (docs/rules/accounts.md#first-administrator); false when there is one. */
  ensureFirst(ctx: Ctx): Promise<boolean>
}

const CARD = {
  id: text,
  title: text,
  summary: text,
  isPinned: bool,
  tags: texts,
  authorName: nullable(text),
  authorAvatar: nullable(text),
  time
}
const POST = { ...CARD, content: text, version: number }

/** By the names of the contract, as the audit tells changes. */
interface Stored {
  title: string
  summary: string
  content: string
  tags: string[]
  isPinned: boolean
  version: number
}

const COLUMNS = `p.id, p.title, p.summary, p.pinned AS "isPinned", p.tags, u.user_name AS "authorName",
  '/assets/' || u.avatar_hash || '/avatar' AS "authorAvatar", p.published_at AS time`
const FROM = 'FROM posts p LEFT JOIN users u ON u.id = p.author_id'
const LATEST = 20
const PIN = new Set(['isPinned', 'version'])
const MAX_POSTS = 1000

const WELCOME = {
  title: 'Welcome',
  summary: 'This platform is up and running.',
  content: `This platform runs capture-the-flag competitions.

- **Play**: create an account, create or join a team on the Teams page, then sign up for a game on the Games page.
- **Organise**: sign in as an administrator and create the first game.
`
}

type Model = ReturnType<typeof definePosts>

const storedOf = ({ title, summary, content, tags, pinned, version }: Post): Stored => ({
  ...{ title, summary, content, tags },
  isPinned: pinned,
  version
})

async function lockPost(posts: Model, { transaction }: Tx, id: string): Promise<Post> {
  const rejectOnEmpty = notFound('post.not_found')
  if (!postId.safeParse(id).success) throw rejectOnEmpty
  return posts.findByPk(id.toLowerCase(), { transaction, lock: transaction.LOCK.UPDATE, rejectOnEmpty })
}

async function rewrite(
  tx: Change,
  post: Post,
  { version: sent, ...input }: PostUpdate,
  check?: VersionCheck
): Promise<void> {
  const { ctx } = tx
  const target = `post:${post.id}`
  const before = storedOf(post)
  await checkVersion(tx, ctx, target, { ...check, sent, held: before.version })
  const tags = input.tags === undefined ? before.tags : (input.tags ?? [])
  const after = { ...before, ...withoutUndefined(input), tags, version: before.version + 1 }
  const difference = diffFields<Stored>(before, after)
  const { isPinned: pinned, ...columns } = after
  const pinOnly = pinned !== before.isPinned && Object.keys(difference.after).every((name) => PIN.has(name))
  const written = pinOnly ? {} : { authorId: callerUserId(ctx), publishedAt: ctx.now }
  await post.update({ ...columns, pinned, ...written }, { transaction: tx.transaction })
  await storeEmbeds(tx, { postId: post.id }, after.summary, after.content)
  await tx.audit({ action: 'post_updated', target, ...difference })
  tx.invalidate('posts')
}

interface Needs {
  db: Database
  caches: Caches
  change: MakeChange
}

export function createPosts({ db, caches, change }: Needs): Posts {
  const posts = definePosts(db.sequelize)
  const lists = caches.create<PostCard[]>({ ttl: 60_000, max: 1 })

  const list = () =>
    lists.through('all', async () => {
      const found = await rows(
        db.pool,
        CARD,
        `SELECT ${COLUMNS} ${FROM} ORDER BY p.pinned DESC, p.published_at DESC, p.id LIMIT ${MAX_POSTS}`
      )
      return { value: found.map((row) => ({ ...row, time: wireTime(row.time) })), tags: ['posts'] }
    })

  const one = async (sql: Sql, id: string): Promise<PostView> => {
    if (!postId.safeParse(id).success) throw notFound('post.not_found')
    const text = `SELECT ${COLUMNS}, p.content, p.version ${FROM} WHERE p.id = $1`
    const post = await row(sql, POST, text, [id.toLowerCase()])
    if (!post) throw notFound('post.not_found')
    return { ...post, time: wireTime(post.time) }
  }

  return {
    list,
    latest: async () => (await list()).slice(0, LATEST),
    one: (_ctx, id) => one(db.pool, id),

    async create(ctx, { title, summary, content, tags, isPinned }) {
      requireActor(ctx, 'Admin')
      const id = randomHex(4)
      await change(ctx, async (tx) => {
        const post = { id, title, summary, content, tags: tags ?? [], pinned: isPinned }
        await posts.create(
          { ...post, authorId: callerUserId(ctx), publishedAt: ctx.now },
          { transaction: tx.transaction }
        )
        await storeEmbeds(tx, { postId: id }, summary, content)
        await tx.audit({ action: 'post_created', target: `post:${id}`, after: { title } })
        tx.invalidate('posts')
      })
      return id
    },

    async update(ctx, id, input, check) {
      return change(ctx, async (tx) => {
        requireActor(ctx, 'Admin')
        await rewrite(tx, await lockPost(posts, tx, id), input, check)
        return one(tx, id)
      })
    },

    async remove(ctx, id) {
      requireActor(ctx, 'Admin')
      await change(ctx, async (tx) => {
        const post = await lockPost(posts, tx, id)
        await post.destroy({ transaction: tx.transaction })
        await tx.audit({ action: 'post_deleted', target: `post:${id}`, before: { title: post.title } })
        tx.invalidate('posts')
      })
    },

    async ensureFirst(ctx) {
      // One statement is its own transaction.
      const { rowCount } = await db.pool.query(
        `INSERT INTO posts (id, title, summary, content, published_at)
         SELECT $1, $2, $3, $4, $5 WHERE NOT EXISTS (SELECT 1 FROM posts)`,
        [randomHex(4), WELCOME.title, WELCOME.summary, WELCOME.content, ctx.now]
      )
      caches.invalidate('posts')
      return rowCount === 1
    }
  }
}
