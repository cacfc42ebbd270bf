import { requireActor } from '~/server/access'
import { callerUserId } from '~/server/access/contract'
import { type Assets, storeEmbeds } from '~/server/assets'
import { ensureCategories } from '~/server/categories'
import type { Challenges } from '~/server/challenges'
import type { Change } from '~/server/change'
import type { Games } from '~/server/games'
import type { NewScoreEvent } from '~/server/ledger/contract'
import { insertNotices } from '~/server/notices'
import { randomHex } from '~/server/platform/ids'
import { insertEarlier } from '~/server/tickets'
import { type StagedContents, stagedFile } from '../archive/staging'
import { wantedCategories } from '../plan/categories'
import { dropKnownChallenges } from '../plan/known-challenges'
import type { Plan } from '../plan/plan'

interface WritingNeeds {
  assets: Pick<Assets, 'keep'>
  games: Pick<Games, 'createIn'>
  challenges: Pick<Challenges, 'createIn'>
}

/** Skips equal posts, so that a second import does not double them. */
const POST = `
  INSERT INTO posts (id, title, summary, content, tags, pinned, author_id, published_at)
  SELECT $1, $2, $3, $4, $5, $6, $7, $8
  WHERE NOT EXISTS (SELECT FROM posts WHERE title = $2 AND content = $4)`

async function insertPosts(tx: Change, posts: Plan['posts']): Promise<number> {
  requireActor(tx.ctx, 'Admin')
  const author = callerUserId(tx.ctx)
  let made = 0
  for (const { title, summary, content, tags, isPinned, time } of posts) {
    const id = randomHex(4)
    const values = [id, title, summary, content, tags ?? [], isPinned, author, time]
    const { rowCount } = await tx.query(POST, values)
    if (rowCount !== 1) continue
    made++
    await storeEmbeds(tx, { postId: id }, summary, content)
    await tx.audit({ action: 'post_created', target: `post:${id}`, after: { title } })
  }
  return made
}

export interface Written {
  gameId: number
  plan: Plan
  /** Ids of the challenges that were made and of those that were there, by `from`. */
  ids: ReadonlyMap<string, number>
  /** Ids of the game's categories by their names in lower case. */
  categories: ReadonlyMap<string, number>
  /** How many posts are new. */
  posts: number
}

/** Writes a plan as one change. `existing`: the game, when the plan has none. */
export async function writeGame(
  needs: WritingNeeds,
  tx: Change,
  planned: Plan,
  stage: StagedContents,
  existing: number | undefined
): Promise<Written> {
  // Ledger first, as in server/db/locks.ts; a deleted game has none. Compares titles again, because another import may
  // have added them.
  if (!planned.game) await tx.lock({ ledger: existing! })
  const plan = planned.game ? planned : await dropKnownChallenges(tx, planned, existing!)
  // Keeps contents in order of hashes and before any reference, so that two imports do not deadlock.
  for (const content of stage.contents) await needs.assets.keep(tx, content)
  const gameId = plan.game ? await needs.games.createIn(tx, plan.game) : existing!
  const events: NewScoreEvent[] = []
  const ids = new Map(plan.there)
  const categories = await ensureCategories(tx, gameId, wantedCategories(plan))
  for (const { from, input, own, update, flags, files, sourceId } of plan.challenges) {
    const challenge = {
      input,
      update: { ...update, customCategoryId: own === null ? null : categories.get(own.toLowerCase()) },
      flags: flags.map((one) => ({ ...one, file: one.file && stagedFile(one.file, stage) })),
      files: files.map((file) => stagedFile(file, stage)),
      sourceId
    }
    const made = await needs.challenges.createIn(tx, gameId, challenge)
    events.push(...made.events)
    ids.set(from, made.id)
  }
  for (const { from, requires } of plan.challenges) {
    const required = requires.flatMap((one) => ids.get(one) ?? [])
    if (required.length > 0)
      await tx.query('UPDATE challenges SET requires = $2 WHERE id = $1', [ids.get(from), required])
  }
  await tx.append(gameId, events)
  if (plan.poster)
    await tx.query('UPDATE games SET poster_hash = $2 WHERE id = $1', [gameId, stage.of(plan.poster).hash])
  for (const { content, time } of plan.notices)
    await insertNotices(tx, gameId, time, [{ type: 'Normal', values: [content] }])
  for (const { name, text } of plan.answers)
    await tx.query('INSERT INTO canned_answers (game_id, name, text) VALUES ($1, $2, $3)', [
      gameId,
      name,
      text
    ])
  await insertEarlier(tx, gameId, plan.tickets, (place) => ids.get(plan.challenges[place]?.from ?? ''))
  const posts = await insertPosts(tx, plan.posts)
  await tx.audit({
    action: 'game_imported',
    target: `game:${gameId}`,
    after: {
      kind: plan.kind,
      challenges: plan.challenges.length,
      refused: plan.refused.length,
      files: stage.contents.length,
      notices: plan.notices.length,
      tickets: plan.tickets.length,
      posts
    }
  })
  tx.invalidate('games', `game:${gameId}`, `notices:${gameId}`, 'posts')
  tx.notifyScoring(gameId, 'judge')
  tx.notifyScoring(gameId, 'refresh')
  return { gameId, plan, ids, categories, posts }
}
