import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { actorOf } from '~/server/accounts'
import type { Ctx } from '~/server/accounts/contract'
import { audit } from '~/server/audit'
import type { Games } from '~/server/games'
import { phaseOf } from '~/server/games/contract'
import type { Database } from '~/server/platform/db'
import { AppError, gameNotStarted } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import { type ArchiveEntry, archive, beginning } from './archive'
import type {
  CaptureFile,
  CaptureRow,
  CaptureSums,
  RecordedChallenge,
  RecordedTeam,
  TrafficChallenge,
  TrafficTeam
} from './contract'
import { folderOf } from './limits'
import {
  captureOf,
  captureRowsOf,
  captureSumsOf,
  filesAfter,
  forget,
  recordedChallengesOf,
  recordedTeamsOf,
  type Stored,
  trafficChallengesOf,
  trafficFilesOf,
  trafficTeamsOf,
  type Whose
} from './queries'
import { captureRoot } from './recorder'
import { createUpkeep, type Upkeep } from './upkeep'

/** A file to save. */
export interface Download {
  name: string
  file: Readable
}

/** Which files of a team: one by its name, or with null all. */
export interface Chosen {
  challengeId: number
  participationId: number
  file: string | null
}

/**
 * Recorded connections (docs/decisions/014), all from the table: the disk is only read for contents. For Monitor and
 * Admin; deleting is for Admin alone (behaviour.md W48). @throws AppError 401, 403
 */
export interface Captures extends Pick<Upkeep, 'closeAbandoned' | 'purge'> {
  /** Where something was recorded. @throws AppError `game.not_found` 404, `game.not_started` (10001) */
  challenges(ctx: Ctx, gameId: number): Promise<RecordedChallenge[]>
  /** At most MOST_TEAMS, by name: those whose name holds `search`, and the chosen one whatever its name. */
  teams(
    ctx: Ctx,
    challengeId: number,
    filter: { search: string; chosen: number | null }
  ): Promise<RecordedTeam[]>
  /** How much there is of a team at a challenge. @throws AppError `capture.not_found` 404, as challenges() */
  sums(ctx: Ctx, gameId: number, challengeId: number, participationId: number): Promise<CaptureSums>
  /** Part of a team's files, newest first. */
  page(
    ctx: Ctx,
    challengeId: number,
    participationId: number,
    part: { count: number; skip: number }
  ): Promise<CaptureRow[]>
  /** Challenges that record now; none for an unknown game. */
  trafficChallenges(ctx: Ctx, gameId: number): Promise<TrafficChallenge[]>
  /** Teams with files. @throws AppError `capture.not_found` 404 when there is none */
  trafficTeams(ctx: Ctx, challengeId: number): Promise<TrafficTeam[]>
  /** Newest first, at most a thousand. @throws AppError `capture.not_found` 404 when there is none */
  trafficFiles(ctx: Ctx, challengeId: number, participationId: number): Promise<CaptureFile[]>
  /** One file, as far as it is written. @throws AppError `capture.not_found` 404 */
  file(ctx: Ctx, challengeId: number, participationId: number, name: string): Promise<Readable>
  /** All files of a team, or with null of a challenge, as a ZIP. @throws AppError `capture.not_found` 404 */
  archive(ctx: Ctx, challengeId: number, participationId: number | null): Promise<Download>
  /**
   * Deletes files; pinned ones stay. Administrators only.
   * @returns how many went and how many stay because they are pinned
   * @throws AppError `capture.not_found` 404, `capture.pinned` 409 when nothing but pinned ones was chosen
   */
  remove(ctx: Ctx, chosen: Chosen): Promise<{ removed: number; kept: number }>
  /** Keeps files as evidence. A file pinned by name takes the new note. @throws AppError `capture.not_found` 404 */
  pin(ctx: Ctx, chosen: Chosen, note: string): Promise<void>
  /** Takes that back. @throws AppError `capture.not_found` 404 */
  unpin(ctx: Ctx, chosen: Chosen): Promise<void>
}

interface Needs {
  db: Database
  games: Games
  log: Log
  /** HALYARD_DATA. */
  data: string
}

/** `status` in the body when a single recorded connection is unknown (contract README, Errors). */
const ONE_MISSING = 400
/** Files that an archive reads of the table at once. */
const PAGE = 500

const captureNotFound = (one = false) =>
  new AppError('capture.not_found', 404, one ? { bodyStatus: ONE_MISSING } : {})

const targetOf = ({ challengeId, participationId, file }: Chosen) =>
  `capture:${challengeId}/${participationId}${file === null ? '' : `/${file}`}`

/** `20261123-02.16.10Z`: a time that sorts and may stand in a file's name. */
const stamp = (time: Date) =>
  `${time.toISOString().slice(0, 19).replace(/-/g, '').replace('T', '-').replace(/:/g, '.')}Z`

/** The folder of a team in the archive of a challenge; nothing of the name leads out of it. */
const teamFolder = ({ participationId, team }: Stored) =>
  `${participationId}-${[...team.replace(/[^\p{L}\p{N}]+/gu, '_')].slice(0, 40).join('')}`

export function createCaptures({ db, games, log, data }: Needs): Captures {
  const { pool } = db
  const root = captureRoot(data)
  const upkeep = createUpkeep(db, root, log)
  const pathOf = ({ challengeId, participationId, fileName }: Stored) =>
    join(root, folderOf(challengeId, participationId), fileName)

  const openGame = async (ctx: Ctx, gameId: number) => {
    actorOf(ctx, 'Monitor')
    if (phaseOf(await games.info(gameId), ctx.now) === 'before') throw gameNotStarted()
  }

  async function* entriesOf(whose: Whose, folder: string, first: Stored[]): AsyncGenerator<ArchiveEntry[]> {
    for (let files = first; files.length > 0; ) {
      yield files.map((one) => ({
        source: pathOf(one),
        path: [folder, ...(whose.participationId === null ? [teamFolder(one)] : []), one.fileName].join('/'),
        size: one.size,
        at: new Date(one.updateTime)
      }))
      files = files.length < PAGE ? [] : await filesAfter(pool, whose, files.at(-1)!.id, PAGE)
    }
  }

  return {
    closeAbandoned: upkeep.closeAbandoned,
    purge: upkeep.purge,

    async challenges(ctx, gameId) {
      await openGame(ctx, gameId)
      return recordedChallengesOf(pool, gameId)
    },
    async teams(ctx, challengeId, filter) {
      actorOf(ctx, 'Monitor')
      return recordedTeamsOf(pool, challengeId, filter)
    },
    async sums(ctx, gameId, challengeId, participationId) {
      await openGame(ctx, gameId)
      const sums = await captureSumsOf(pool, gameId, { challengeId, participationId })
      if (!sums) throw captureNotFound()
      return sums
    },
    async page(ctx, challengeId, participationId, part) {
      actorOf(ctx, 'Monitor')
      return captureRowsOf(pool, { challengeId, participationId }, part)
    },

    async trafficChallenges(ctx, gameId) {
      actorOf(ctx, 'Monitor')
      return trafficChallengesOf(pool, gameId)
    },
    async trafficTeams(ctx, challengeId) {
      actorOf(ctx, 'Monitor')
      const teams = await trafficTeamsOf(pool, challengeId)
      if (teams.length === 0) throw captureNotFound()
      return teams
    },
    async trafficFiles(ctx, challengeId, participationId) {
      actorOf(ctx, 'Monitor')
      const files = await trafficFilesOf(pool, { challengeId, participationId })
      if (files.length === 0) throw captureNotFound()
      return files
    },

    async file(ctx, challengeId, participationId, name) {
      actorOf(ctx, 'Monitor')
      const found = await captureOf(pool, challengeId, participationId, name)
      const handle = found && (await open(pathOf(found)).catch(() => null))
      if (!handle) throw captureNotFound(true)
      return beginning(handle, found.size)
    },

    async archive(ctx, challengeId, participationId) {
      actorOf(ctx, 'Monitor')
      const whose = { challengeId, participationId }
      const first = await filesAfter(pool, whose, 0, PAGE)
      if (first.length === 0) throw captureNotFound()
      const ids = participationId === null ? challengeId : `${challengeId}-${participationId}`
      const name = `Capture-${ids}-${stamp(ctx.now)}`
      return { name: `${name}.zip`, file: archive(entriesOf(whose, name, first)) }
    },

    async remove(ctx, chosen) {
      actorOf(ctx, 'Admin')
      const { challengeId, participationId, file } = chosen
      const { gone, kept } = await db.transaction(async (sql) => {
        const { gone, kept } = await forget(sql, challengeId, participationId, file)
        if (gone.length === 0)
          throw kept > 0 ? new AppError('capture.pinned', 409) : captureNotFound(file !== null)
        const bytes = gone.reduce((sum, one) => sum + one.bytes, 0)
        const before = { count: gone.length, bytes }
        await audit(sql, ctx, { action: 'captures_deleted', target: targetOf(chosen), before })
        return { gone, kept }
      })
      await upkeep.unlink(gone)
      return { removed: gone.length, kept }
    },

    async pin(ctx, chosen, note) {
      const { id } = actorOf(ctx, 'Monitor')
      const { challengeId, participationId, file } = chosen
      await db.transaction(async (sql) => {
        const { rowCount: known } = await sql.query(
          `SELECT FROM captures WHERE challenge_id = $1 AND participation_id = $2 AND ($3::text IS NULL OR file = $3)
           LIMIT 1`,
          [challengeId, participationId, file]
        )
        if (known === 0) throw captureNotFound(file !== null)
        const { rowCount: count } = await sql.query(
          `UPDATE captures SET pinned_at = $4, pinned_by = $5, pin_note = $6
           WHERE challenge_id = $1 AND participation_id = $2
             AND CASE WHEN $3::text IS NULL THEN pinned_at IS NULL ELSE file = $3 END`,
          [challengeId, participationId, file, ctx.now, id, note]
        )
        const after = { count, note }
        await audit(sql, ctx, { action: 'captures_pinned', target: targetOf(chosen), after })
      })
    },

    async unpin(ctx, chosen) {
      actorOf(ctx, 'Monitor')
      const { challengeId, participationId, file } = chosen
      await db.transaction(async (sql) => {
        const { rowCount: count } = await sql.query(
          `UPDATE captures SET pinned_at = NULL, pinned_by = NULL, pin_note = NULL
           WHERE challenge_id = $1 AND participation_id = $2 AND ($3::text IS NULL OR file = $3)
             AND pinned_at IS NOT NULL`,
          [challengeId, participationId, file]
        )
        if (count === 0) throw captureNotFound(file !== null)
        await audit(sql, ctx, { action: 'captures_unpinned', target: targetOf(chosen), before: { count } })
      })
    }
  }
}
