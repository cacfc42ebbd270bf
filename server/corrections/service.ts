import { refuseOwn, requireInGame } from '~/server/access'
import { type Ctx, callerLogFields } from '~/server/access/contract'
import type { MakeChange } from '~/server/change'
import { bool, row, type Sql } from '~/server/db'
import type { GameAccess } from '~/server/games/contract'
import type { Caches } from '~/server/platform/cache'
import { AppError, notFound } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import { applyCorrection, type Carrying, livingBy, namedBy, previewIn } from './apply/apply-correction'
import {
  correctedTeamIds,
  prepareCorrection,
  previewOf,
  readUndoable,
  undoCorrection
} from './apply/record-correction'
import type {
  CorrectionApply,
  CorrectionInput,
  CorrectionList,
  CorrectionPreview,
  CorrectionView,
  PublicCorrection,
  UndoInput
} from './contract'
import { openDrafts } from './drafts/draft-queries'
import { createDrafts, type Drafts } from './drafts/drafts'
import { movesTop } from './drafts/second-person'
import { readChallengeTitles, readTeamNames } from './plan/compare-boards'
import { planUndo } from './plan/undoing'
import { countCorrections, listCorrections, readCorrectedGame } from './queries'

type Page = { count: number; skip: number }

/** Names that a form suggests; others can be typed. */
const MAX_OFFERED = 2000

/** Corrections of results: preview, apply, undo, publish (docs/rules/corrections.md). */
export interface Corrections {
  /** Challenges of the game, for a selection list. */
  challenges(ctx: Ctx, gameId: number): Promise<{ id: number; title: string }[]>
  /** Names of the game's teams, to choose from: the first in alphabetical order. */
  teams(ctx: Ctx, gameId: number): Promise<string[]>
  /** Participations of teams by name, ignoring case. @throws AppError `correction.team_unknown` 400 with the first unknown name */
  participationsOf(ctx: Ctx, gameId: number, names: readonly string[]): Promise<number[]>
  /** Lists corrections for staff, newest first. @throws AppError `game.not_found` 404 */
  list(ctx: Ctx, gameId: number, page: Page): Promise<CorrectionList>
  /** Returns a correction for staff. @throws AppError `correction.not_found` 404 */
  one(ctx: Ctx, gameId: number, number: number): Promise<CorrectionView>
  /**
   * The effect of a correction; changes nothing.
   * @throws AppError `game.not_found`, `challenge.not_found`, `participation.not_found` 404, `correction.times`,
   * `correction.outside_game`, `correction.solved`, `correction.division_unknown`, `correction.end_not_later` 400,
   * `game.own_team` 403 when it names a team of the caller
   */
  preview(ctx: Ctx, gameId: number, input: CorrectionInput): Promise<CorrectionPreview>
  /** @throws AppError as `preview`; `correction.nothing` 400, `correction.moved_on`, `correction.second_person` 409 */
  apply(ctx: Ctx, gameId: number, input: CorrectionApply): Promise<CorrectionView>
  /** @throws AppError `correction.not_found` 404, `correction.undone`, `correction.of_times` 400, `game.own_team` 403 */
  previewUndo(ctx: Ctx, gameId: number, number: number): Promise<CorrectionPreview>
  /** @throws AppError as `previewUndo`; `correction.moved_on` 409 */
  undo(ctx: Ctx, gameId: number, number: number, input: UndoInput): Promise<CorrectionView>
  /** Publishes or hides corrections. @throws AppError `game.not_found` 404 */
  setPublic(ctx: Ctx, gameId: number, open: boolean): Promise<void>
  /**
   * Sets whether corrections that move the first ten need a second person. The caller must be allowed to change settings.
   * @throws AppError `game.not_found` 404
   */
  setSecond(ctx: Ctx, gameId: number, second: boolean): Promise<void>
  drafts: Drafts
  /** Newest first; null when only staff may read. @throws AppError `game.not_found` 404 */
  published(ctx: Ctx, gameId: number, page: Page): Promise<{ total: number; data: PublicCorrection[] } | null>
}

interface Needs extends Carrying {
  caches: Caches
  change: MakeChange
  games: GameAccess
  log: Log
}

export function createCorrections(needs: Needs): Corrections {
  const { db, caches, change, games, log } = needs
  const published = caches.create<{ total: number; data: PublicCorrection[] } | null>({
    ttl: 60_000,
    max: 200
  })

  const optionsOf = async (sql: Sql, gameId: number) => {
    const text = 'SELECT corrections_public AS public, corrections_second AS second FROM games WHERE id = $1'
    const found = await row(sql, { public: bool, second: bool }, text, [gameId])
    if (!found) throw notFound('game.not_found')
    return found
  }
  const isPublic = async (sql: Sql, gameId: number) => (await optionsOf(sql, gameId)).public

  const oneOf = async (gameId: number, number: number): Promise<CorrectionView> => {
    const [found] = await listCorrections(db.pool, gameId, { count: 1, skip: 0, only: number })
    if (!found) throw notFound('correction.not_found')
    return found
  }

  return {
    async challenges(ctx, gameId) {
      requireInGame(ctx, gameId, 'corrections')
      const titles = await readChallengeTitles(db.pool, gameId)
      return [...titles].map(([id, title]) => ({ id, title }))
    },

    async teams(ctx, gameId) {
      requireInGame(ctx, gameId, 'corrections')
      const names = new Set((await readTeamNames(db.pool, gameId)).values())
      return [...names].sort((a, b) => a.localeCompare(b)).slice(0, MAX_OFFERED)
    },

    async participationsOf(ctx, gameId, names) {
      requireInGame(ctx, gameId, 'corrections')
      if (names.length === 0) return []
      const teams = await readTeamNames(db.pool, gameId)
      const byName = new Map([...teams].map(([id, name]) => [name.toLowerCase(), id]))
      return names.map((name) => {
        const id = byName.get(name.toLowerCase())
        if (id === undefined)
          throw new AppError('correction.team_unknown', 400, { params: { name: name.slice(0, 60) } })
        return id
      })
    },

    async list(ctx, gameId, page) {
      requireInGame(ctx, gameId, 'corrections')
      const options = await optionsOf(db.pool, gameId)
      const [total, drafts, data] = await Promise.all([
        countCorrections(db.pool, gameId),
        openDrafts(db.pool, gameId, 'open'),
        listCorrections(db.pool, gameId, page)
      ])
      return { ...options, drafts, total, data }
    },

    async one(ctx, gameId, number) {
      requireInGame(ctx, gameId, 'corrections')
      return oneOf(gameId, number)
    },

    async preview(ctx, gameId, input) {
      requireInGame(ctx, gameId, 'corrections')
      await refuseOwn(db.pool, ctx, namedBy(input))
      return previewIn(db.pool, gameId, input, await livingBy(needs, gameId, input))
    },

    async apply(ctx, gameId, given) {
      requireInGame(ctx, gameId, 'corrections')
      const number = await change(ctx, { ledger: gameId }, (tx) =>
        applyCorrection(needs, tx, gameId, {
          ...given,
          check({ effect }, game) {
            if (movesTop(game, effect)) throw new AppError('correction.second_person', 409)
          }
        })
      )
      log.info({ game: gameId, correction: number, ...callerLogFields(ctx) }, 'results_corrected')
      return oneOf(gameId, number)
    },

    async previewUndo(ctx, gameId, number) {
      requireInGame(ctx, gameId, 'corrections')
      const done = await readUndoable(db, db.pool, gameId, number)
      await refuseOwn(db.pool, ctx, correctedTeamIds(done.scope))
      const game = await readCorrectedGame(db.pool, gameId)
      const back = await planUndo(db.pool, game, done)
      return previewOf(await prepareCorrection(db.pool, gameId, back, game.now), game.now)
    },

    async undo(ctx, gameId, number, input) {
      requireInGame(ctx, gameId, 'corrections')
      await change(ctx, { ledger: gameId }, (tx) => undoCorrection(db, tx, gameId, number, input))
      log.info({ game: gameId, correction: number, ...callerLogFields(ctx) }, 'correction_undone')
      return oneOf(gameId, number)
    },

    async setPublic(ctx, gameId, open) {
      requireInGame(ctx, gameId, 'corrections')
      await change(ctx, async (tx) => {
        const before = await isPublic(tx, gameId)
        if (before === open) return
        await tx.query('UPDATE games SET corrections_public = $2 WHERE id = $1', [gameId, open])
        const target = `game:${gameId}`
        await tx.audit({
          action: 'corrections_visibility_changed',
          target,
          before: { public: before },
          after: { public: open }
        })
        tx.invalidate(`corrections:${gameId}`, `game:${gameId}`)
        // Boards tell the reasons of awards only while corrections are public.
        tx.notifyScoring(gameId, 'rebuild')
      })
    },

    async setSecond(ctx, gameId, second) {
      requireInGame(ctx, gameId, 'settings')
      await change(ctx, { ledger: gameId }, async (tx) => {
        const before = await optionsOf(tx, gameId)
        if (before.second === second) return
        await tx.query('UPDATE games SET corrections_second = $2 WHERE id = $1', [gameId, second])
        await tx.audit({
          action: 'corrections_second_changed',
          target: `game:${gameId}`,
          before: { second: before.second },
          after: { second }
        })
        tx.invalidate(`game:${gameId}`)
      })
    },

    drafts: createDrafts(needs),

    async published(ctx, gameId, { count, skip }) {
      // Corrections since a freeze would reveal the hidden board; before it begins, by whichever clock, there are none.
      const { freeze: until } = await games.see(ctx, gameId)
      return published.through(`${gameId}:${skip}:${count}:${until?.getTime()}`, async () => {
        const tags = [`corrections:${gameId}`, `game:${gameId}`]
        if (!(await isPublic(db.pool, gameId))) return { value: null, tags }
        const [total, all] = await Promise.all([
          countCorrections(db.pool, gameId, until),
          listCorrections(db.pool, gameId, { count, skip, until })
        ])
        const data = all.map(({ by: _, undoneBy: __, confirmedBy: ___, ...shown }) => shown)
        return { value: { total, data }, tags }
      })
    }
  }
}
