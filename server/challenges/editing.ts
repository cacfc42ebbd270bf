import { actorOf } from '~/server/accounts'
import { type Ctx, callerOf } from '~/server/accounts/contract'
import { embed } from '~/server/assets'
import { audit, changes, checkVersion, type VersionCheck } from '~/server/audit'
import type { Games } from '~/server/games'
import { append } from '~/server/ledger'
import type { Caches } from '~/server/platform/cache'
import { type Database, rawOf } from '~/server/platform/db'
import { AppError } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import { columnsOf, shown } from './changes'
import type {
  ChallengeEdit,
  ChallengeInfo,
  ChallengeInput,
  ChallengeRemoval,
  ChallengeUpdate
} from './contract'
import { flagsOf, sharedFile } from './flag-list'
import type { Holds } from './hold'
import type { Challenge } from './model'
import { challengeInfos, removalOf, solversOf } from './queries'

/** What administrators do to challenges. Each is theirs alone. */
export interface Editing {
  /** By id; an unknown game has none. */
  editList(ctx: Ctx, gameId: number): Promise<ChallengeInfo[]>
  /** @throws AppError `game.not_found`, `challenge.not_found` 404 */
  editOne(ctx: Ctx, gameId: number, id: number): Promise<ChallengeEdit>
  /** A new challenge, disabled. @throws AppError `game.not_found` 404 */
  create(ctx: Ctx, gameId: number, input: ChallengeInput): Promise<ChallengeEdit>
  /**
   * Changes what is given. Enabling puts the challenge on the board and, while the game runs, announces it.
   * @throws AppError `challenge.no_flag`, what columnsOf() throws, and `edit.conflict` 409 as checkVersion() says of
   * `update.version`
   */
  update(
    ctx: Ctx,
    gameId: number,
    id: number,
    update: ChallengeUpdate,
    check?: VersionCheck
  ): Promise<ChallengeEdit>
  /** What remove() would take along. @throws AppError `game.not_found`, `challenge.not_found` 404 */
  removal(ctx: Ctx, gameId: number, id: number): Promise<ChallengeRemoval>
  /** Deletes it with its flags, submissions and solves. */
  remove(ctx: Ctx, gameId: number, id: number): Promise<void>
}

interface Needs {
  db: Database
  caches: Caches
  games: Games
  log: Log
  holds: Holds
}

type Files = Pick<ChallengeEdit, 'flags' | 'attachment'>

function editView(challenge: Challenge, files: Files, solvers: number): ChallengeEdit {
  return {
    id: challenge.id,
    title: challenge.title,
    content: challenge.content,
    category: challenge.category,
    type: challenge.type,
    hints: challenge.hints,
    flagTemplate: challenge.flagTemplate,
    isEnabled: challenge.enabled,
    acceptedCount: solvers,
    fileName: challenge.fileName,
    testContainer: null,
    ...files,
    containerImage: challenge.containerImage,
    memoryLimit: challenge.memoryLimit,
    cpuCount: challenge.cpuCount,
    storageLimit: challenge.storageLimit,
    containerExposePort: challenge.exposePort,
    enableTrafficCapture: challenge.trafficCapture,
    originalScore: challenge.originalScore,
    minScoreRate: challenge.minScoreRate,
    difficulty: challenge.difficulty,
    version: challenge.version
  }
}

/** What the challenge holds in the columns that are to be written. */
const valuesOf = <K extends keyof Challenge>(challenge: Challenge, columns: Partial<Pick<Challenge, K>>) =>
  Object.fromEntries(Object.keys(columns).map((key) => [key, challenge[key as K]]))

export function createEditing({ db, caches, games, log, holds }: Needs): Editing {
  const { challenges, find, change, follow, flagCount } = holds

  const view = async (challenge: Challenge) => {
    const [flags, attachment, solvers] = await Promise.all([
      flagsOf(db.pool, challenge),
      sharedFile(db.pool, challenge.id),
      solversOf(db.pool, challenge.id)
    ])
    return editView(challenge, { flags, attachment }, solvers)
  }

  return {
    async editList(ctx, gameId) {
      actorOf(ctx, 'Admin')
      return challengeInfos(db.pool, gameId)
    },

    async editOne(ctx, gameId, id) {
      actorOf(ctx, 'Admin')
      return view(await find(gameId, id))
    },

    async create(ctx, gameId, { title, category, type }) {
      actorOf(ctx, 'Admin')
      await games.info(gameId)
      const challenge = await db.modelTransaction(async (transaction) => {
        const values = { gameId, title: title.trim(), category, type, createdAt: ctx.now }
        const created = await challenges.create(values, { transaction })
        const target = `challenge:${created.id}`
        await audit(rawOf(transaction), ctx, { action: 'challenge_created', target, after: { title, type } })
        return created
      })
      log.info({ game: gameId, challenge: challenge.id, ...callerOf(ctx) }, 'challenge_created')
      return view(challenge)
    },

    async update(ctx, gameId, id, update, check) {
      actorOf(ctx, 'Admin')
      const changed = await change(gameId, id, async (hold) => {
        const { challenge, transaction, sql } = hold
        const held = challenge.version
        await checkVersion(sql, ctx, `challenge:${id}`, { ...check, sent: update.version, held })
        const before = shown(challenge)
        const columns = columnsOf(challenge, update)
        const previous = { ...valuesOf(challenge, columns), version: held }
        if (columns.enabled && challenge.type !== 'DynamicContainer' && (await flagCount(hold)) === 0)
          throw new AppError('challenge.no_flag')
        await challenge.update(columns, { transaction })
        await embed(sql, { challengeId: id }, challenge.content, ...challenge.hints)
        const difference = changes<object>(previous, { ...columns, version: challenge.version })
        await audit(sql, ctx, { action: 'challenge_updated', target: `challenge:${id}`, ...difference })
        return { result: challenge, wakes: await follow(hold, ctx, before) }
      })
      caches.forget(`challenge:${id}`, `notices:${gameId}`)
      return view(changed)
    },

    async removal(ctx, gameId, id) {
      actorOf(ctx, 'Admin')
      await games.info(gameId)
      return removalOf(db.pool, gameId, id)
    },

    async remove(ctx, gameId, id) {
      actorOf(ctx, 'Admin')
      await change(gameId, id, async ({ challenge, transaction, sql }) => {
        const events = challenge.enabled
          ? ([{ kind: 'close', at: ctx.now.getTime(), challengeId: id }] as const)
          : []
        await append(sql, gameId, events)
        await challenge.destroy({ transaction })
        const before = { title: challenge.title }
        await audit(sql, ctx, { action: 'challenge_deleted', target: `challenge:${id}`, before })
        return { result: undefined, wakes: events.length > 0 ? ['judge'] : [] }
      })
      caches.forget(`challenge:${id}`)
    }
  }
}
