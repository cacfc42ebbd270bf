import { refuseOwn, requireInGame } from '~/server/access'
import { type Ctx, callerOf } from '~/server/access/contract'
import type { MakeChange } from '~/server/change'
import { bool, type Database, row, type Sql } from '~/server/db'
import type { GameAccess } from '~/server/games/contract'
import { frozenSince } from '~/server/games/contract'
import type { Instances } from '~/server/instances'
import { changeNotice, insertNotices } from '~/server/notices'
import type { Caches } from '~/server/platform/cache'
import { AppError, notFound } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import { wireTime } from '~/server/platform/time'
import type {
  CorrectionApply,
  CorrectionInput,
  CorrectionList,
  CorrectionPreview,
  CorrectionView,
  PublicCorrection,
  UndoInput
} from './contract'
import type { CorrectedGame } from './differences'
import { challengeTitles, teamNames } from './effect'
import { extensionOf } from './extension'
import type { CorrectionScope } from './model'
import { isEmpty } from './plan'
import { planOf } from './planning'
import { correctionCount, correctionsOf, gameOf } from './queries'
import { checkDigest, prepared, previewOf, record, standing, teamsIn, undoIn } from './recording'
import { planUndo } from './undoing'

type Page = { count: number; skip: number }

/** Corrections of results: preview, apply, undo, publish (docs/rules/corrections.md). */
export interface Corrections {
  /** Challenges of the game, for a selection list. */
  challenges(ctx: Ctx, gameId: number): Promise<{ id: number; title: string }[]>
  /** Participations of teams by name, ignoring case. @throws AppError `correction.team_unknown` 400 with the first unknown name */
  participationsOf(ctx: Ctx, gameId: number, names: readonly string[]): Promise<number[]>
  /** For staff, newest first. @throws AppError `game.not_found` 404 */
  list(ctx: Ctx, gameId: number, page: Page): Promise<CorrectionList>
  /** For staff. @throws AppError `correction.not_found` 404 */
  one(ctx: Ctx, gameId: number, number: number): Promise<CorrectionView>
  /**
   * The effect of a correction; changes nothing.
   * @throws AppError `game.not_found`, `challenge.not_found`, `participation.not_found` 404, `correction.times`,
   * `correction.outside_game`, `correction.solved`, `correction.division_unknown`, `correction.end_not_later` 400,
   * `game.own_team` 403 when it names a team of the caller
   */
  preview(ctx: Ctx, gameId: number, input: CorrectionInput): Promise<CorrectionPreview>
  /** @throws AppError as `preview`; `correction.nothing` 400, `correction.moved_on` 409 */
  apply(ctx: Ctx, gameId: number, input: CorrectionApply): Promise<CorrectionView>
  /** @throws AppError `correction.not_found` 404, `correction.undone`, `correction.of_times` 400, `game.own_team` 403 */
  previewUndo(ctx: Ctx, gameId: number, number: number): Promise<CorrectionPreview>
  /** @throws AppError as `previewUndo`; `correction.moved_on` 409 */
  undo(ctx: Ctx, gameId: number, number: number, input: UndoInput): Promise<CorrectionView>
  /** Publishes or hides corrections. @throws AppError `game.not_found` 404 */
  setPublic(ctx: Ctx, gameId: number, open: boolean): Promise<void>
  /** Newest first; null when only staff may read. @throws AppError `game.not_found` 404 */
  published(ctx: Ctx, gameId: number, page: Page): Promise<{ total: number; data: PublicCorrection[] } | null>
}

interface Needs {
  db: Database
  caches: Caches
  change: MakeChange
  games: GameAccess
  instances: Pick<Instances, 'extendIn' | 'extendableIn'>
  log: Log
}

/** Whose instances a correction lets live longer, and by how many minutes; null for none. */
function extendedBy(input: CorrectionInput) {
  if (input.kind !== 'incident' || !input.instanceMinutes) return null
  return { challengeIds: input.challengeIds ?? null, minutes: input.instanceMinutes }
}

/** Participations that a correction names; [] when it is about all. */
const namedBy = (input: CorrectionInput): readonly number[] =>
  ('participationIds' in input && input.participationIds) || []

async function scopeOf(sql: Sql, game: CorrectedGame, input: CorrectionInput): Promise<CorrectionScope> {
  const gameId = game.id
  const challenges =
    'challengeIds' in input ? (input.challengeIds ?? []) : 'challengeId' in input ? [input.challengeId] : []
  const teams = namedBy(input)
  const [titles, names] = await Promise.all([challengeTitles(sql, gameId), teamNames(sql, gameId)])
  return {
    challenges: challenges.map((id) => ({ id, title: titles.get(id) ?? '' })),
    teams: teams.map((participationId) => ({ participationId, name: names.get(participationId) ?? '' })),
    points: input.kind === 'award' ? input.points : null,
    incident:
      input.kind === 'incident'
        ? {
            ...{
              from: wireTime(input.from),
              to: wireTime(input.to),
              solves: input.solves,
              decay: input.decay
            },
            instanceMinutes: input.instanceMinutes ?? 0
          }
        : null,
    extension: input.kind === 'extension' ? extensionOf(game, input) : null
  }
}

export function createCorrections({ db, caches, change, games, instances, log }: Needs): Corrections {
  const published = caches.create<{ total: number; data: PublicCorrection[] } | null>({
    ttl: 60_000,
    max: 200
  })

  const isPublic = async (sql: Sql, gameId: number): Promise<boolean> => {
    const text = 'SELECT corrections_public AS public FROM games WHERE id = $1'
    const found = await row(sql, { public: bool }, text, [gameId])
    if (!found) throw notFound('game.not_found')
    return found.public
  }

  const oneOf = async (gameId: number, number: number): Promise<CorrectionView> => {
    const [found] = await correctionsOf(db.pool, gameId, { count: 1, skip: 0, only: number })
    if (!found) throw notFound('correction.not_found')
    return found
  }

  return {
    async challenges(ctx, gameId) {
      requireInGame(ctx, gameId, 'corrections')
      const titles = await challengeTitles(db.pool, gameId)
      return [...titles].map(([id, title]) => ({ id, title }))
    },

    async participationsOf(ctx, gameId, names) {
      requireInGame(ctx, gameId, 'corrections')
      if (names.length === 0) return []
      const teams = await teamNames(db.pool, gameId)
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
      const open = await isPublic(db.pool, gameId)
      const [total, data] = await Promise.all([
        correctionCount(db.pool, gameId),
        correctionsOf(db.pool, gameId, page)
      ])
      return { public: open, total, data }
    },

    async one(ctx, gameId, number) {
      requireInGame(ctx, gameId, 'corrections')
      return oneOf(gameId, number)
    },

    async preview(ctx, gameId, input) {
      requireInGame(ctx, gameId, 'corrections')
      await refuseOwn(db.pool, ctx, namedBy(input))
      const game = await gameOf(db.pool, gameId)
      const plan = await planOf(db.pool, game, input)
      const extended = extendedBy(input)
      const living = extended ? await instances.extendableIn({ gameId, ...extended }) : 0
      return previewOf(await prepared(db.pool, gameId, plan, game.now), game.now, living)
    },

    async apply(ctx, gameId, { correction, reason, digest, announce = false }) {
      requireInGame(ctx, gameId, 'corrections')
      const number = await change(ctx, { ledger: gameId }, async (tx) => {
        const game = await gameOf(tx, gameId)
        await refuseOwn(tx, ctx, namedBy(correction))
        const plan = await planOf(tx, game, correction)
        const extended = extendedBy(correction)
        const living = extended ? await instances.extendIn(tx, { gameId, ...extended }, extended.minutes) : 0
        if (isEmpty(plan) && living === 0) throw new AppError('correction.nothing')
        await checkDigest(tx, gameId, plan, digest, game.now)
        const scope = await scopeOf(tx, game, correction)
        const ready = await prepared(tx, gameId, plan, game.now)
        const made = await record(db, tx, gameId, ready, { kind: correction.kind, scope, reason })
        if (announce) {
          await insertNotices(tx, gameId, game.now, [changeNotice({ kind: 'Correction', values: [reason] })])
          tx.invalidate(`notices:${gameId}`)
        }
        return made
      })
      log.info({ game: gameId, correction: number, ...callerOf(ctx) }, 'results_corrected')
      return oneOf(gameId, number)
    },

    async previewUndo(ctx, gameId, number) {
      requireInGame(ctx, gameId, 'corrections')
      const done = await standing(db, db.pool, gameId, number)
      await refuseOwn(db.pool, ctx, teamsIn(done.scope))
      const game = await gameOf(db.pool, gameId)
      const back = await planUndo(db.pool, game, done)
      return previewOf(await prepared(db.pool, gameId, back, game.now), game.now)
    },

    async undo(ctx, gameId, number, input) {
      requireInGame(ctx, gameId, 'corrections')
      await change(ctx, { ledger: gameId }, (tx) => undoIn(db, tx, gameId, number, input))
      log.info({ game: gameId, correction: number, ...callerOf(ctx) }, 'correction_undone')
      return oneOf(gameId, number)
    },

    async setPublic(ctx, gameId, open) {
      requireInGame(ctx, gameId, 'corrections')
      await change(ctx, {}, async (tx) => {
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

    async published(ctx, gameId, { count, skip }) {
      // Corrections since a freeze would reveal the hidden board; before it begins, by whichever clock, there are none.
      const { freeze: until } = await games.see(ctx, gameId)
      return published.through(`${gameId}:${skip}:${count}:${until?.getTime()}`, async () => {
        const tags = [`corrections:${gameId}`, `game:${gameId}`]
        if (!(await isPublic(db.pool, gameId))) return { value: null, tags }
        const [total, all] = await Promise.all([
          correctionCount(db.pool, gameId, until),
          correctionsOf(db.pool, gameId, { count, skip, until })
        ])
        const data = all.map(({ by: _, undoneBy: __, ...shown }) => shown)
        return { value: { total, data }, tags }
      })
    }
  }
}
