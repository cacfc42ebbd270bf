import type { Readable } from 'node:stream'
import { requireConfirmed, requireInGame } from '~/server/access'
import { type Ctx, callerLogFields, callerUserId, hasRole } from '~/server/access/contract'
import type { Assets } from '~/server/assets'
import type { ZipPart } from '~/server/assets/contract'
import type { MakeChange } from '~/server/change'
import type { GameAccess, GameFacts } from '~/server/games/contract'
import { createSemaphore } from '~/server/platform/concurrency/semaphore'
import { AppError } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import { wireTime } from '~/server/platform/time'
import {
  EVERYTHING_FORMAT,
  EVERYTHING_LIMITS,
  EVERYTHING_VERSION,
  type EverythingManifest,
  type ManifestEntry
} from './contract'
import { LISTS } from './lists'
import { readmeOf } from './readme'
import { createCheck, createReading, type Read, type ReadingNeeds } from './snapshot'
import { NOT_OF_THE_GAME, STAYS_OUT } from './tables'

interface Options {
  /** False: without stored files. */
  files: boolean
  /** The version of the platform, for the manifest. */
  version: string
  /** Ends the work before the archive is complete. */
  signal?: AbortSignal
}

/**
 * Everything of an event in one ZIP (docs/moving-out.md#everything-of-an-event). For owners and administrators, audited.
 * @throws AppError `game.not_found` 404, `everything.files_too_large` 400, `everything.too_slow`, `server.busy` 503
 */
export interface Everything {
  /** Checks the confirmation before a page leads to the download. @throws AppError `account.confirm_needed` 403 */
  confirmed(ctx: Ctx, gameId: number): Promise<void>
  /** @throws AppError also `account.confirm_needed` 403 */
  of(ctx: Ctx, gameId: number, options: Options): Promise<Readable>
  /** Makes the archive for the operator's program. It needs no confirmation, because the operator has the database anyway. */
  forOperator(ctx: Ctx, gameId: number, options: Options): Promise<Readable>
}

interface Needs extends ReadingNeeds {
  change: MakeChange
  games: GameAccess
  assets: Pick<Assets, 'zip' | 'receive' | 'discard'>
  log: Log
}

/** Archives that a process reads at a time; further callers wait. */
const READING = 1
const OVERFLOW = { waiting: 3, retryAfter: 30 }

const isAdmin = (ctx: Ctx) => hasRole(ctx.actor?.role ?? 'Banned', 'Admin')

function leftOutFor(ctx: Ctx): Record<string, string> {
  const withheld = Object.entries(LISTS).filter(([, { admin }]) => admin && !isAdmin(ctx))
  const more = withheld.map(([name]) => [name, 'Only administrators of the platform read it.'])
  return { ...STAYS_OUT, ...NOT_OF_THE_GAME, ...Object.fromEntries(more) }
}

const bytesOf = (entries: readonly { size: number }[]) => entries.reduce((sum, { size }) => sum + size, 0)

function manifestOf(
  ctx: Ctx,
  game: GameFacts,
  { files, version }: Options,
  { final }: Read,
  entries: ManifestEntry[]
): EverythingManifest {
  const { id, title, hidden, publicKey } = game
  return {
    format: EVERYTHING_FORMAT,
    version: EVERYTHING_VERSION,
    platform: version,
    madeAt: wireTime(ctx.now),
    madeBy: callerUserId(ctx) && (ctx.actor?.userName ?? null),
    game: { id, title, start: wireTime(game.start), end: wireTime(game.end), hidden, publicKey, final },
    files,
    entries,
    leftOut: leftOutFor(ctx)
  }
}

/** Parts of the ZIP: what it is about comes first. */
function partsOf(ctx: Ctx, game: GameFacts, options: Options, found: Read): ZipPart[] {
  const about = { title: game.title, files: options.files, entries: found.entries, leftOut: leftOutFor(ctx) }
  const readme = readmeOf(about)
  const entries: ManifestEntry[] = [
    ...found.entries.map(({ about: _, ...entry }) => entry),
    ...found.stored.map(({ path, hash }) => ({
      ...{ path, size: found.sizes.get(hash) ?? 0, sha256: hash, records: null }
    }))
  ]
  const manifest = JSON.stringify(manifestOf(ctx, game, options, found, entries), null, 1)
  return [
    { path: 'README.txt', make: () => readme },
    { path: 'manifest.json', make: () => `${manifest}\n` },
    ...found.parts,
    ...found.stored
  ]
}

/** Counts archives that are on their way. @throws AppError `server.busy` 503 while too many are */
function createSending() {
  let sending = 0
  return async (make: () => Promise<Readable>): Promise<Readable> => {
    if (sending >= EVERYTHING_LIMITS.sending)
      throw new AppError('server.busy', 503, { retryAfter: OVERFLOW.retryAfter })
    sending++
    try {
      return (await make()).once('close', () => sending--)
    } catch (error) {
      sending--
      throw error
    }
  }
}

export function createEverything(needs: Needs): Everything {
  const { db, change, games, assets, log } = needs
  const oneAtATime = createSemaphore(READING, OVERFLOW)
  const read = createReading(needs)
  const send = createSending()

  const archive = async (ctx: Ctx, gameId: number, options: Options, seconds: number): Promise<Readable> => {
    const game = await games.info(gameId)
    const found = await oneAtATime(() => {
      const check = createCheck(seconds, options.signal)
      check()
      return read({ ctx, game, files: options.files, admin: isAdmin(ctx), check })
    })
    try {
      const after = { files: options.files, bytes: bytesOf(found.entries) }
      await change(ctx, (tx) => tx.audit({ action: 'everything_exported', target: `game:${gameId}`, after }))
      log.info({ game: gameId, ...callerLogFields(ctx) }, 'everything_exported')
      return assets.zip(partsOf(ctx, game, options, found), ctx.now).once('close', () => void found.close())
    } catch (error) {
      await found.close()
      throw error
    }
  }

  const confirmed: Everything['confirmed'] = async (ctx, gameId) => {
    requireInGame(ctx, gameId, 'export')
    await requireConfirmed(db.pool, ctx)
  }

  return {
    confirmed,
    async of(ctx, gameId, options) {
      await confirmed(ctx, gameId)
      return send(() => archive(ctx, gameId, options, EVERYTHING_LIMITS.seconds))
    },
    async forOperator(ctx, gameId, options) {
      requireInGame(ctx, gameId, 'export')
      return archive(ctx, gameId, options, EVERYTHING_LIMITS.operatorSeconds)
    }
  }
}
