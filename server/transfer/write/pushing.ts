import { createHash } from 'node:crypto'
import { requireInGame } from '~/server/access'
import type { Ctx } from '~/server/access/contract'
import type { Assets } from '~/server/assets'
import type { Challenges } from '~/server/challenges'
import type { MakeChange } from '~/server/change'
import type { Database } from '~/server/db'
import type { Games } from '~/server/games'
import { AppError } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import type { Source } from '../archive/source'
import { stageContents } from '../archive/staging'
import { openZip } from '../archive/zip'
import type { PushOptions, PushReport } from '../contract'
import { withCategories } from '../plan/categories'
import { fillMarks, listMarks } from '../plan/fill-marks'
import { withUpdates } from '../plan/known-challenges'
import type { Plan } from '../plan/plan'
import { NO_CHALLENGE, planImport } from '../plan/planner'
import type { PluginNames } from '../plan/plugin-check'
import { reportOf } from '../report'
import { archiveFault } from '../report-lines'
import { applyUpdates } from './apply-updates'
import { readImportValues, storeImportValues } from './kept-values'
import { type Written, writeGame } from './write-game'

export interface Pushing {
  /**
   * Brings the challenges of a game to what the folders of a ZIP say: new ones are made, changed ones updated, none is
   * deleted, and a second push of the same does nothing. New challenges are one change, each update is one of its own after
   * it. A folder that cannot be used refuses all, unless `partial`. Administrators only.
   * @throws AppError `archive.*` 400, `archive.plan_changed` 409 where `plan` is another one by now, `game.not_found` 404
   */
  push(
    ctx: Ctx,
    gameId: number,
    origin: { path: string; name: string },
    options: PushOptions
  ): Promise<PushReport>
}

interface Needs {
  db: Database
  change: MakeChange
  log: Log
  assets: Pick<Assets, 'receive' | 'storeAhead' | 'discard' | 'keep'>
  games: Games
  challenges: Pick<Challenges, 'createIn' | 'updateWhole'>
  plugins: PluginNames
}

type Lines = Omit<PushReport, 'gameId' | 'title' | 'plan' | 'marks'>

/** The lines of a report; what the game has without a difference is not refused here. */
function linesOf(plan: Plan): Lines {
  const { challenges, updates, refused } = reportOf(plan)
  const isSame = ({ reason }: (typeof refused)[number]) => reason.code === 'unchanged'
  const isNone = ({ reason }: (typeof refused)[number]) => NO_CHALLENGE.has(reason.code)
  return {
    created: challenges,
    updated: updates,
    unchanged: refused.filter(isSame).map(({ from, title }) => ({ from, title })),
    refused: refused.filter((one) => !isSame(one) && !isNone(one)),
    ignored: refused.filter(isNone),
    gone: (plan.gone ?? []).map(({ id, title }) => ({ challengeId: id, title }))
  }
}

/** Equal for the same folders and the same game. */
const digestOf = (lines: Lines, { updates }: Plan): string =>
  createHash('sha256')
    .update(JSON.stringify([lines, updates.map(({ version }) => version)]))
    .digest('hex')

/** The result of a push: failed updates are listed as refused. */
const doneOf = ({ plan }: Written, failed: Plan['refused']): Lines => {
  const lost = new Set(failed.map(({ from }) => from))
  return linesOf({
    ...plan,
    updates: plan.updates.filter(({ challenge }) => !lost.has(challenge.from)),
    refused: [...plan.refused, ...failed]
  })
}

export function createPushing(needs: Needs): Pushing {
  const { db, change, log, assets, games, plugins } = needs

  const perform = async (ctx: Ctx, source: Source, gameId: number, options: PushOptions) => {
    const { title } = await games.editOne(ctx, gameId)
    const planned = await planImport(source, title, ctx.now, { dryRun: options.dryRun, game: gameId })
    const values = await readImportValues(db.pool, gameId, options.values)
    const sorted = await withCategories(db.pool, fillMarks(planned, values), gameId)
    const plan = await withUpdates({ sql: db.pool, plugins }, source, sorted, gameId)
    const lines = linesOf(plan)
    const report = { ...lines, gameId, title, plan: digestOf(lines, plan), marks: listMarks(planned) }
    if (options.dryRun) return report
    if (options.plan !== undefined && options.plan !== report.plan)
      throw new AppError('archive.plan_changed', 409)
    const [first] = lines.refused
    if (first && !options.partial) throw archiveFault('not_all', { name: first.from })
    // Pushed again, nothing is written, not even a line of the audit log.
    if (lines.created.length === 0 && lines.updated.length === 0) return report
    const staged = await stageContents(assets, source, plan)
    try {
      const written = await change(ctx, { long: true }, async (tx) => {
        const made = await writeGame(needs, tx, plan, staged, gameId)
        await storeImportValues(tx, gameId, values)
        return made
      })
      const failed = await applyUpdates(needs, ctx, source, plan, { ...written, game: gameId })
      const done = doneOf(written, failed)
      log.info({ game: gameId, challenges: done.created.length, requestId: ctx.requestId }, 'game_imported')
      return { ...report, ...done }
    } finally {
      await staged.discard()
    }
  }

  return {
    async push(ctx, gameId, { path }, options) {
      requireInGame(ctx, gameId, 'challenges')
      const source = await openZip(path)
      try {
        return await perform(ctx, source, gameId, options)
      } finally {
        await source.close()
      }
    }
  }
}
