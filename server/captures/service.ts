import type { Readable } from 'node:stream'
import { requireActor } from '~/server/access'
import { type Ctx, callerUserId } from '~/server/access/contract'
import type { MakeChange } from '~/server/change'
import type { Database } from '~/server/db'
import type { GameAccess } from '~/server/games/contract'
import { gamePhase } from '~/server/games/contract'
import { AppError, gameNotStarted } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import type { ObjectStore } from '~/server/platform/objects'
import { fileStamp } from '~/server/platform/time'
import { type ArchiveEntry, archive } from './archive'
import type {
  CaptureFile,
  CaptureRow,
  CaptureSums,
  RecordedChallenge,
  RecordedTeam,
  TrafficChallenge,
  TrafficTeam
} from './contract'
import { createCaptureFiles } from './files'
import {
  type CaptureOwner,
  deleteCaptures,
  findCapture,
  listCaptures,
  listCapturesAfter,
  listRecordedChallenges,
  listRecordedTeams,
  listTrafficChallenges,
  listTrafficFiles,
  listTrafficTeams,
  type StoredCapture,
  sumCaptures
} from './queries'
import { captureRoot } from './recorder'
import { createUpkeep, type Upkeep } from './upkeep'

export interface Download {
  name: string
  file: Readable
}

/** `name`: one file; null: all files of the team. */
interface CaptureSelection {
  challengeId: number
  participationId: number
  file: string | null
}

/** Monitor and Admin; only Admin deletes (docs/rules/instances.md#who-reads-captures). @throws AppError 401, 403 */
export interface Captures extends Pick<Upkeep, 'closeAbandoned' | 'purge' | 'ship'> {
  /** Challenges with recordings. @throws AppError `game.not_found` 404, `game.not_started` (10001) */
  challenges(ctx: Ctx, gameId: number): Promise<RecordedChallenge[]>
  /** Teams by name that contain `search`, and the selected one; at most MAX_TEAMS. */
  teams(
    ctx: Ctx,
    challengeId: number,
    filter: { search: string; chosen: number | null }
  ): Promise<RecordedTeam[]>
  /** @throws AppError `capture.not_found` 404, as challenges() */
  sums(ctx: Ctx, gameId: number, challengeId: number, participationId: number): Promise<CaptureSums>
  /** Newest first. Monitors only. */
  page(
    ctx: Ctx,
    challengeId: number,
    participationId: number,
    part: { count: number; skip: number }
  ): Promise<CaptureRow[]>
  /** Recording challenges; [] for an unknown game. */
  trafficChallenges(ctx: Ctx, gameId: number): Promise<TrafficChallenge[]>
  /** @throws AppError `capture.not_found` 404 without any */
  trafficTeams(ctx: Ctx, challengeId: number): Promise<TrafficTeam[]>
  /** Newest first, at most a thousand. @throws AppError `capture.not_found` 404 without any */
  trafficFiles(ctx: Ctx, challengeId: number, participationId: number): Promise<CaptureFile[]>
  /** Reads one file as far as it is written. @throws AppError `capture.not_found` 404 */
  file(ctx: Ctx, challengeId: number, participationId: number, name: string): Promise<Readable>
  /** ZIP of a team, or (null) of all teams. @throws AppError `capture.not_found` 404 */
  archive(ctx: Ctx, challengeId: number, participationId: number | null): Promise<Download>
  /**
   * Keeps pinned ones. Administrators only. @throws `capture.not_found` 404, `capture.pinned` 409 for only pinned ones
   */
  remove(ctx: Ctx, selection: CaptureSelection): Promise<{ removed: number; kept: number }>
  /** Keeps files as evidence. A named one gets the new note. @throws AppError `capture.not_found` 404 */
  pin(ctx: Ctx, selection: CaptureSelection, note: string): Promise<void>
  /** Of one file, or of all of a team and challenge. @throws AppError 404 when none was pinned */
  unpin(ctx: Ctx, selection: CaptureSelection): Promise<void>
}

interface Needs {
  db: Database
  change: MakeChange
  games: GameAccess
  log: Log
  data: string
  /** Store of closed files; null: they stay in the data folder. */
  objects: ObjectStore | null
}

/** `status` in the body for one unknown recording (docs/rules/errors.md#status-inside-the-body). */
const ONE_MISSING = 400
const PAGE = 500

const captureNotFound = (one = false) =>
  new AppError('capture.not_found', 404, one ? { bodyStatus: ONE_MISSING } : {})

const targetOf = ({ challengeId, participationId, file }: CaptureSelection) =>
  `capture:${challengeId}/${participationId}${file === null ? '' : `/${file}`}`

const teamFolder = ({ participationId, team }: StoredCapture) =>
  `${participationId}-${[...team.replace(/[^\p{L}\p{N}]+/gu, '_')].slice(0, 40).join('')}`

export function createCaptures({ db, change, games, log, data, objects }: Needs): Captures {
  const { pool } = db
  const files = createCaptureFiles(captureRoot(data), objects)
  const upkeep = createUpkeep(db, files, log)
  const read = ({ challengeId, participationId, fileName: file, size }: StoredCapture) =>
    files.read({ challengeId, participationId, file }, size)

  const openGame = async (ctx: Ctx, gameId: number) => {
    requireActor(ctx, 'Monitor')
    if (gamePhase(await games.info(gameId), ctx.now) === 'before') throw gameNotStarted()
  }

  async function* entriesOf(
    whose: CaptureOwner,
    folder: string,
    first: StoredCapture[]
  ): AsyncGenerator<ArchiveEntry[]> {
    for (let page = first; page.length > 0; ) {
      yield page.map((one) => ({
        open: () => read(one),
        path: [folder, ...(whose.participationId === null ? [teamFolder(one)] : []), one.fileName].join('/'),
        at: new Date(one.updateTime)
      }))
      page = page.length < PAGE ? [] : await listCapturesAfter(pool, whose, page.at(-1)!.id, PAGE)
    }
  }

  return {
    closeAbandoned: upkeep.closeAbandoned,
    purge: upkeep.purge,
    ship: upkeep.ship,

    async challenges(ctx, gameId) {
      await openGame(ctx, gameId)
      return listRecordedChallenges(pool, gameId)
    },
    async teams(ctx, challengeId, filter) {
      requireActor(ctx, 'Monitor')
      return listRecordedTeams(pool, challengeId, filter)
    },
    async sums(ctx, gameId, challengeId, participationId) {
      await openGame(ctx, gameId)
      const sums = await sumCaptures(pool, gameId, { challengeId, participationId })
      if (!sums) throw captureNotFound()
      return sums
    },
    async page(ctx, challengeId, participationId, part) {
      requireActor(ctx, 'Monitor')
      return listCaptures(pool, { challengeId, participationId }, part)
    },

    async trafficChallenges(ctx, gameId) {
      requireActor(ctx, 'Monitor')
      return listTrafficChallenges(pool, gameId)
    },
    async trafficTeams(ctx, challengeId) {
      requireActor(ctx, 'Monitor')
      const teams = await listTrafficTeams(pool, challengeId)
      if (teams.length === 0) throw captureNotFound()
      return teams
    },
    async trafficFiles(ctx, challengeId, participationId) {
      requireActor(ctx, 'Monitor')
      const files = await listTrafficFiles(pool, { challengeId, participationId })
      if (files.length === 0) throw captureNotFound()
      return files
    },

    async file(ctx, challengeId, participationId, name) {
      requireActor(ctx, 'Monitor')
      const found = await findCapture(pool, challengeId, participationId, name)
      const content = found && (await read(found))
      if (!content) throw captureNotFound(true)
      return content
    },

    async archive(ctx, challengeId, participationId) {
      requireActor(ctx, 'Monitor')
      const whose = { challengeId, participationId }
      const first = await listCapturesAfter(pool, whose, 0, PAGE)
      if (first.length === 0) throw captureNotFound()
      const ids = participationId === null ? challengeId : `${challengeId}-${participationId}`
      const name = `Capture-${ids}-${fileStamp(ctx.now)}`
      return { name: `${name}.zip`, file: archive(entriesOf(whose, name, first)) }
    },

    async remove(ctx, selection) {
      requireActor(ctx, 'Admin')
      const { challengeId, participationId, file } = selection
      return change(ctx, async (tx) => {
        const { deleted, kept } = await deleteCaptures(tx, challengeId, participationId, file)
        if (deleted.length === 0)
          throw kept > 0 ? new AppError('capture.pinned', 409) : captureNotFound(file !== null)
        const bytes = deleted.reduce((sum, one) => sum + one.bytes, 0)
        const before = { count: deleted.length, bytes }
        await tx.audit({ action: 'captures_deleted', target: targetOf(selection), before })
        tx.after(() => upkeep.unlink(deleted))
        return { removed: deleted.length, kept }
      })
    },

    async pin(ctx, selection, note) {
      requireActor(ctx, 'Monitor')
      const id = callerUserId(ctx)
      const { challengeId, participationId, file } = selection
      await change(ctx, async (tx) => {
        const { rowCount: known } = await tx.query(
          `SELECT FROM captures WHERE challenge_id = $1 AND participation_id = $2 AND ($3::text IS NULL OR file = $3)
           LIMIT 1`,
          [challengeId, participationId, file]
        )
        if (known === 0) throw captureNotFound(file !== null)
        const { rowCount: count } = await tx.query(
          `UPDATE captures SET pinned_at = $4, pinned_by = $5, pin_note = $6
           WHERE challenge_id = $1 AND participation_id = $2
             AND CASE WHEN $3::text IS NULL THEN pinned_at IS NULL ELSE file = $3 END`,
          [challengeId, participationId, file, ctx.now, id, note]
        )
        const after = { count, note }
        await tx.audit({ action: 'captures_pinned', target: targetOf(selection), after })
      })
    },

    async unpin(ctx, selection) {
      requireActor(ctx, 'Monitor')
      const { challengeId, participationId, file } = selection
      await change(ctx, async (tx) => {
        const { rowCount: count } = await tx.query(
          `UPDATE captures SET pinned_at = NULL, pinned_by = NULL, pin_note = NULL
           WHERE challenge_id = $1 AND participation_id = $2 AND ($3::text IS NULL OR file = $3)
             AND pinned_at IS NOT NULL`,
          [challengeId, participationId, file]
        )
        if (count === 0) throw captureNotFound(file !== null)
        await tx.audit({ action: 'captures_unpinned', target: targetOf(selection), before: { count } })
      })
    }
  }
}
