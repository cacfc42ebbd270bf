import { posix } from 'node:path'
import type { Readable } from 'node:stream'
import { requireActor, requireInGame } from '~/server/access'
import { type Ctx, hasRole, mayIn } from '~/server/access/contract'
import type { Assets } from '~/server/assets'
import { audit } from '~/server/audit'
import type { Challenges } from '~/server/challenges'
import type { Change, MakeChange } from '~/server/change'
import { type Database, number, rows } from '~/server/db'
import type { Games } from '~/server/games'
import type { Log } from '~/server/platform/log'
import { wireTime } from '~/server/platform/time'
import { requireAllGames } from '~/server/tokens/contract'
import { openFolder } from './archive/folder'
import type { Source } from './archive/source'
import { stageContents } from './archive/staging'
import { openZip } from './archive/zip'
import { type GameCopy, type ImportOptions, type ImportReport, TRANSFER_LIMITS } from './contract'
import { type ExportOptions, exportGame, zipGame } from './export'
import type { ExportedPerson } from './exported-person'
import { readExportedPeople } from './foreign-exports'
import { withCategories } from './plan/categories'
import { fillMarks, listMarks } from './plan/fill-marks'
import { withUpdates } from './plan/known-challenges'
import type { Plan, PlannedUpdate } from './plan/plan'
import { planImport } from './plan/planner'
import { type PluginNames, withPlugins } from './plan/plugin-check'
import { deadlineOf, pastOf, reportOf } from './report'
import { reportLine } from './report-lines'
import { applyUpdates } from './write/apply-updates'
import { asNewGame } from './write/as-new-game'
import { readImportValues, storeImportValues } from './write/kept-values'
import { createPushing, type Pushing } from './write/pushing'
import { writeGame } from './write/write-game'

/** Writes more rows of an imported game, in the transaction that creates it. */
type AlsoWrite = (tx: Change, gameId: number) => Promise<void>

export interface Origin {
  path: string
  name: string
  folder?: boolean
}

/** Whole games out and in (docs/game-archives.md). Administrators only. */
export interface Transfer extends Pushing {
  /**
   * The users in a ZIP of CTFd or rCTF, team by team with the captain first, then those without a team. Null for another ZIP.
   * @throws AppError `archive.*`
   */
  people(path: string): Promise<ExportedPerson[] | null>
  /**
   * Imports an archive, all or nothing; a dry run only reports. Refused challenges are in the report with a reason;
   * folders without a usable one make no game. Updates follow, each as its own change. `also` writes in the same transaction.
   * @throws AppError `archive.*` 400 for the whole archive, `game.not_found` 404
   */
  import(ctx: Ctx, origin: Origin, options: ImportOptions, also?: AlsoWrite): Promise<ImportReport>
  /** Imports an uploaded ZIP, which is deleted afterwards. */
  importUpload(ctx: Ctx, hash: string, name: string, options: ImportOptions): Promise<ImportReport>
  /**
   * Makes a game like another: with its settings, poster, challenges, flags, files and canned answers, without teams, notices and
   * results (docs/game-archives.md#a-game-like-another). Returns its id.
   * @throws AppError `game.not_found` 404, `file.too_large` beyond the limit of an archive
   */
  copy(ctx: Ctx, gameId: number, wanted: GameCopy): Promise<number>
  /** A game as a ZIP with its flags, without private keys. @throws AppError `game.not_found` 404 */
  export(
    ctx: Ctx,
    gameId: number,
    options: Partial<ExportOptions>
  ): Promise<{ name: string; content: Readable }>
}

interface Needs {
  db: Database
  change: MakeChange
  log: Log
  assets: Pick<Assets, 'receive' | 'storeAhead' | 'discard' | 'keep' | 'zip' | 'read' | 'remove'>
  games: Games
  challenges: Pick<Challenges, 'createIn' | 'updateWhole'>
  plugins: PluginNames
}

const NEW_POSTS = `
  SELECT (g.place - 1)::int AS place FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS g (title, content, place)
  WHERE NOT EXISTS (SELECT FROM posts p WHERE p.title = g.title AND p.content = g.content) ORDER BY g.place`

const titleOf = (name: string) =>
  posix
    .basename(name)
    .replace(/\.zip$/i, '')
    .trim() || 'Import'

const plainName = (title: string) =>
  [...title.replace(/[\p{C}/\\:*?"<>|]/gu, '_').trim()].slice(0, 80).join('')

const isEmpty = ({ kind, game, challenges }: Plan) =>
  kind === 'Folders' && game !== null && challenges.length === 0

function chosen(plan: Plan, { update = [], dryRun }: ImportOptions): Plan {
  if (dryRun) return plan
  const isChosen = ({ id }: PlannedUpdate) => update === 'all' || update.includes(id)
  const left = plan.updates
    .filter((one) => !isChosen(one))
    .map(({ challenge: { from, input } }) => ({ from, title: input.title, reason: reportLine('is_there') }))
  return { ...plan, updates: plan.updates.filter(isChosen), refused: [...plan.refused, ...left] }
}

export function createTransfer(needs: Needs): Transfer {
  const { db, change, log, assets, games, plugins } = needs

  const newPosts = async (posts: Plan['posts']): Promise<Plan['posts']> => {
    if (posts.length === 0) return posts
    const different = [
      ...new Map(posts.map((one) => [JSON.stringify([one.title, one.content]), one])).values()
    ]
    const fresh = await rows(db.pool, { place: number }, NEW_POSTS, [
      different.map(({ title }) => title),
      different.map(({ content }) => content)
    ])
    return fresh.map(({ place }) => different[place]!)
  }

  /** Compares titles: a new game gets remarks, an existing one updates. */
  const compared = async (source: Source, plan: Plan, options: ImportOptions): Promise<Plan> => {
    if (plan.game) {
      const same = await db.pool.query('SELECT FROM games WHERE title = $1 AND rehearsal IS NULL LIMIT 1', [
        plan.game.title.trim()
      ])
      const notes = same.rowCount ? [...plan.notes, reportLine('same_title')] : plan.notes
      return { ...withPlugins(plugins, plan), notes, posts: await newPosts(plan.posts) }
    }
    return withUpdates({ sql: db.pool, plugins }, source, plan, options.game!)
  }

  const perform = async (
    ctx: Ctx,
    source: Source,
    name: string,
    options: ImportOptions,
    also: AlsoWrite | undefined
  ) => {
    const planned = await planImport(source, titleOf(name), ctx.now, options)
    const values = await readImportValues(db.pool, options.game, options.values)
    const valued = fillMarks(planned, values)
    const sorted = await withCategories(db.pool, valued, options.game ?? null)
    const plan = chosen(await compared(source, sorted, options), options)
    const around = plan.game ?? (await games.editOne(ctx, options.game!))
    const report = {
      ...reportOf(plan),
      notes: [...pastOf(plan, ctx.now), ...plan.notes],
      gameId: null,
      title: around.title,
      start: wireTime(new Date(around.start)),
      end: wireTime(new Date(around.end)),
      writeupDeadline: wireTime(deadlineOf(around)),
      existing: plan.game === null,
      marks: listMarks(planned),
      values
    }
    if (options.dryRun || isEmpty(plan)) return report
    const staged = await stageContents(assets, source, plan)
    try {
      const made = await change(ctx, { long: true }, async (tx) => {
        const written = await writeGame(needs, tx, plan, staged, options.game)
        if (plan.kind === 'Folders') await storeImportValues(tx, written.gameId, values)
        await also?.(tx, written.gameId)
        return written
      })
      const { gameId, posts } = made
      const refused = await applyUpdates(needs, ctx, source, plan, { ...made, game: gameId })
      const failed = new Set(refused.map(({ from }) => from))
      const written = {
        ...made.plan,
        updates: plan.updates.filter(({ challenge }) => !failed.has(challenge.from)),
        refused: [...made.plan.refused, ...refused]
      }
      log.info(
        { game: gameId, challenges: made.plan.challenges.length, requestId: ctx.requestId },
        'game_imported'
      )
      return { ...report, ...reportOf(written), notes: report.notes, gameId, posts }
    } finally {
      await staged.discard()
    }
  }

  const importFrom: Transfer['import'] = async (ctx, origin, options, also) => {
    requireActor(ctx, 'Admin')
    const source = await (origin.folder ? openFolder(origin.path) : openZip(origin.path))
    try {
      return await perform(ctx, source, origin.name, options, also)
    } finally {
      await source.close()
    }
  }

  return {
    ...createPushing(needs),
    people: readExportedPeople,
    import: importFrom,

    async importUpload(ctx, hash, name, options) {
      requireActor(ctx, 'Admin')
      const file = await assets.read(ctx, hash)
      const { path } = await assets.receive(file.stream(0, file.size - 1), TRANSFER_LIMITS.archive)
      try {
        const report = await importFrom(ctx, { path, name }, options)
        if (report.gameId !== null)
          await assets
            .remove(ctx, hash)
            .catch((error: Error) => log.warn({ err: error.message }, 'file_not_dropped'))
        return report
      } finally {
        await assets.discard(path)
      }
    },

    async copy(ctx, gameId, wanted) {
      requireActor(ctx, 'Admin')
      requireAllGames(ctx.actor)
      const game = await exportGame(db, gameId, ctx.now, { posts: false, tickets: false })
      const archive = zipGame(assets, ctx.now, asNewGame(game, wanted))
      const { path } = await assets.receive(archive, TRANSFER_LIMITS.archive)
      try {
        const record: AlsoWrite = (tx, id) =>
          tx.audit({ action: 'game_copied', target: `game:${id}`, after: { from: gameId } })
        return (await importFrom(ctx, { path, name: wanted.title }, { dryRun: false }, record)).gameId!
      } finally {
        await assets.discard(path)
      }
    },

    async export(ctx, gameId, { posts = false, tickets = false }) {
      const actor = requireInGame(ctx, gameId, 'export')
      // Posts are the platform's.
      const besides = {
        posts: posts && hasRole(actor.role, 'Admin'),
        tickets: tickets && mayIn(actor, gameId, 'tickets')
      }
      const game = await exportGame(db, gameId, ctx.now, besides)
      await audit(db.pool, ctx, {
        action: 'game_exported',
        target: `game:${gameId}`,
        after: besides
      })
      log.info({ game: gameId, requestId: ctx.requestId }, 'game_exported')
      return { name: `${plainName(game.manifest.game.title)}.zip`, content: zipGame(assets, ctx.now, game) }
    }
  }
}
