import { requireInGame } from '~/server/access'
import type { Ctx } from '~/server/access/contract'
import { bool, type Database, number, rows, text } from '~/server/db'
import type { GameAccess } from '~/server/games/contract'
import { AppError } from '~/server/platform/errors'
import { type BulkOutcome, MAX_BULK_IDS } from '~/server/platform/wire'
import { CHALLENGE_LIMITS } from '../contract'
import type { LockedChallenges } from '../locked-challenge'
import { updateIn } from '../updating'
import type { TextFound, TextHit, TextReplacement, TextSearch } from './contract'

/** Administrators only (docs/rules/challenges.md#find-and-replace). */
export interface Replacing {
  /** Returns the first 400 by id. @throws AppError `game.not_found` 404 */
  findText(ctx: Ctx, gameId: number, search: TextSearch): Promise<TextFound[]>
  /** Replaces texts under the rules of single edits. @throws AppError `game.not_found` 404 */
  replaceText(ctx: Ctx, gameId: number, ids: readonly number[], change: TextReplacement): Promise<BulkOutcome>
}

interface Needs {
  db: Database
  games: GameAccess
  lockedChallenges: LockedChallenges
}

const SHOWN = 5
const AROUND = 48

const FOUND = { id: number, title: text, isEnabled: bool, content: text }

/** Contents in memory at a time, because each may be as long as `CHALLENGE_LIMITS.content`. */
const BATCH_SIZE = 50
/** The database knows no whole words, so what it finds may be no hit. */
const MATCHING = `
  SELECT id, title, enabled AS "isEnabled", content FROM challenges
  WHERE game_id = $1 AND position($2 IN content) > 0 AND id > $3 ORDER BY id LIMIT $4`

const WORD = '[\\p{L}\\p{M}\\p{N}_]'
const isWord = new RegExp(WORD, 'u')

/** Literal match. An end that is no letter counts as a word's end. */
export function patternOf({ find, whole }: TextSearch): RegExp {
  const escaped = find.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  const [first, last] = [[...find].at(0)!, [...find].at(-1)!]
  const start = whole && isWord.test(first) ? `(?<!${WORD})` : ''
  const end = whole && isWord.test(last) ? `(?!${WORD})` : ''
  return new RegExp(`${start}${escaped}${end}`, 'gu')
}

/** Drops half of a surrogate pair at an edge. */
const around = (content: string, from: number, to: number) =>
  content.slice(Math.max(0, from), to).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '')

function hitsOf(content: string, pattern: RegExp): { count: number; hits: TextHit[] } {
  const found = [...content.matchAll(pattern)]
  const hits = found.slice(0, SHOWN).map(({ index, 0: { length } }) => ({
    before: around(content, index - AROUND, index),
    after: around(content, index + length, index + length + AROUND)
  }))
  return { count: found.length, hits }
}

export function createReplacing({ db, games, lockedChallenges }: Needs): Replacing {
  return {
    async findText(ctx, gameId, search) {
      requireInGame(ctx, gameId, 'challenges')
      await games.info(gameId)
      const pattern = patternOf(search)
      const all: TextFound[] = []
      for (let after = 0; all.length < MAX_BULK_IDS; ) {
        const part = await rows(db.pool, FOUND, MATCHING, [gameId, search.find, after, BATCH_SIZE])
        const found = part.map(({ content, ...one }) => ({ ...one, ...hitsOf(content, pattern) }))
        all.push(...found.filter(({ count }) => count > 0))
        if (part.length < BATCH_SIZE) break
        after = part.at(-1)!.id
      }
      return all.slice(0, MAX_BULK_IDS)
    },

    async replaceText(ctx, gameId, ids, { replace, ...search }) {
      requireInGame(ctx, gameId, 'challenges')
      const pattern = patternOf(search)
      return lockedChallenges.changeMany(ctx, gameId, [...new Set(ids)], async (locked) => {
        const before = locked.challenge.content
        const content = before.replace(pattern, () => replace)
        if (content === before) return false
        if (content.length > CHALLENGE_LIMITS.content) throw new AppError('field.text_too_long')
        await updateIn(lockedChallenges, locked, { content })
        return true
      })
    }
  }
}
