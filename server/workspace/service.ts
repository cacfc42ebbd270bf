import { LRUCache } from 'lru-cache'
import type { z } from 'zod'
import { requireActor } from '~/server/access'
import type { Ctx } from '~/server/access/contract'
import type { Change, MakeChange } from '~/server/change'
import type { Database } from '~/server/db'
import type { PlayGuard } from '~/server/participations/contract'
import type { Caches } from '~/server/platform/cache'
import { AppError } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import { publish, type Redis } from '~/server/platform/redis'
import { explainUnavailable } from '~/server/requirements'
import {
  CLAIMS_CHANNEL,
  type Claimant,
  type claimsMessage,
  type NoteInput,
  type TeamClaims,
  type TeamTask,
  type WorkspaceRow
} from './contract'
import { defineTeamClaims, defineTeamNotes } from './model'
import {
  listClaims,
  listPresentMembers,
  listWorkspaceRows,
  openChallenge,
  readChallengeWorkspace
} from './queries'

/** What members of a team share while they play: claims on challenges, and notes (docs/rules/teams.md#workspace). */
export interface Workspaces {
  /** Every open challenge of the caller's team. @throws AppError of the play guard, but not for the end of the game */
  list(ctx: Ctx, gameId: number): Promise<WorkspaceRow[]>
  /**
   * Challenges that members of the caller's team work on, at most six; up to three seconds behind.
   * @throws AppError of the play guard
   */
  tasks(ctx: Ctx, gameId: number): Promise<TeamTask[]>
  /**
   * Challenges that take a flag of the caller's team now, and until when in Unix milliseconds; null until the end. Also
   * without what it has solved behind a freeze. Up to three seconds behind. @throws AppError of the play guard
   */
  answerable(ctx: Ctx, gameId: number): Promise<ReadonlyMap<number, number | null>>
  /** Claims of a team that may play. Cached. */
  claims(participationId: number): Promise<TeamClaims>
  /** Claims of the caller's team. @throws AppError of the play guard */
  ownClaims(ctx: Ctx, gameId: number): Promise<TeamClaims>
  /** Data for the page of a challenge; null when it is not open, or the team has only one member. */
  at(ctx: Ctx, gameId: number, challengeId: number): Promise<AtChallenge | null>
  /**
   * Says that the caller works on a challenge, or no longer does; the same again changes nothing.
   * @throws AppError of the play guard; `challenge.unavailable` 404, `challenge.locked` 400
   */
  claim(ctx: Ctx, gameId: number, challengeId: number, on: boolean): Promise<void>
  /** Writes the team's note. @throws AppError as `claim`; `workspace.changed` 409 when somebody wrote meanwhile */
  note(ctx: Ctx, gameId: number, challengeId: number, input: NoteInput): Promise<void>
}

const PRESENT_MS = 3000
const MAX_TEAMS = 2000
const CLAIMS_MS = 60_000
const tagOf = (participationId: number) => `claims:${participationId}`

export interface AtChallenge {
  /** Names of the members who work on it. */
  on: string[]
  /** The caller works on it. */
  mine: boolean
  /** The team has a note on it. */
  noted: boolean
}

interface Needs {
  db: Database
  redis: Redis
  caches: Caches
  log: Log
  change: MakeChange
  participations: PlayGuard
}

function byChallenge(claims: Awaited<ReturnType<typeof listClaims>>): TeamClaims {
  const found: Record<number, Claimant[]> = {}
  for (const { challengeId, ...who } of claims) {
    const others = found[challengeId] ?? []
    found[challengeId] = [...others, who]
  }
  return found
}

/** A cache by participation, because every home page of a player reads it. */
const presentCache = (db: Database) =>
  new LRUCache<number, Awaited<ReturnType<typeof listPresentMembers>>, number>({
    max: MAX_TEAMS,
    ttl: PRESENT_MS,
    // A claim drops a running read from the cache; its callers still get the result.
    ignoreFetchAbort: true,
    fetchMethod: (participationId, _, { context }) => listPresentMembers(db.pool, context, participationId)
  })

function createClaimReader({ db, caches }: Pick<Needs, 'db' | 'caches'>) {
  const cache = caches.create<TeamClaims>({ ttl: CLAIMS_MS, max: MAX_TEAMS })
  return (participationId: number): Promise<TeamClaims> =>
    cache.through(String(participationId), async () => ({
      value: byChallenge(await listClaims(db.pool, participationId)),
      tags: [tagOf(participationId)]
    }))
}

interface Place {
  participationId: number
  challengeId: number
}

/** @throws AppError `workspace.changed` 409 when the note has another version than the input */
async function writeNote(
  notes: ReturnType<typeof defineTeamNotes>,
  { ctx, transaction }: Change,
  place: Place,
  { text, version }: NoteInput
): Promise<void> {
  const userId = requireActor(ctx).id
  const written = { text, version: version + 1, userId, at: ctx.now }
  if (version === 0)
    await notes.bulkCreate([{ ...place, ...written }], { ignoreDuplicates: true, transaction })
  else await notes.update(written, { where: { ...place, version }, transaction })
  const now = await notes.findOne({ where: { ...place }, transaction })
  // If the version is the same but the text differs, somebody else wrote it.
  if (now?.version !== version + 1 || now.userId !== userId || now.text !== text)
    throw new AppError('workspace.changed', 409)
}

/** Nobody waits for it: members who do not hear of a claim see it on their next page. */
const createPublish =
  ({ redis, log }: Pick<Needs, 'redis' | 'log'>) =>
  (message: z.infer<typeof claimsMessage>): void => {
    publish(redis, CLAIMS_CHANNEL, JSON.stringify(message), (err) =>
      log.debug({ err }, 'claims_not_published')
    )
  }

export function createWorkspaces({ db, redis, caches, log, change, participations }: Needs): Workspaces {
  const publish = createPublish({ redis, log })
  const claims = defineTeamClaims(db.sequelize)
  const notes = defineTeamNotes(db.sequelize)
  const present = presentCache(db)
  const claimsIn = createClaimReader({ db, caches })

  const presentIn = async (ctx: Ctx, gameId: number) => {
    const { participationId } = await participations.guardPlay(ctx, gameId)
    return (await present.fetch(participationId, { context: gameId }))!
  }

  /** Runs `work` for the caller's team at a challenge that is open for it. */
  const changeAt = async (
    ctx: Ctx,
    gameId: number,
    challengeId: number,
    work: (tx: Change, place: Place) => Promise<void>
  ) => {
    const { participationId } = await participations.guardPlay(ctx, gameId)
    await change(ctx, async (tx) => {
      if (!(await openChallenge(tx, gameId, participationId, challengeId)))
        throw await explainUnavailable(tx, gameId, challengeId, participationId)
      await work(tx, { participationId, challengeId })
    })
  }

  return {
    async list(ctx, gameId) {
      const { participationId } = await participations.guardPlay(ctx, gameId, { afterEnd: true })
      return listWorkspaceRows(db.pool, gameId, participationId)
    },

    async tasks(ctx, gameId) {
      const { id } = requireActor(ctx)
      const { tasks } = await presentIn(ctx, gameId)
      return tasks.map(({ userId, ...task }) => ({ ...task, self: userId === id }))
    },

    answerable: async (ctx, gameId) => (await presentIn(ctx, gameId)).answerable,

    claims: claimsIn,

    async ownClaims(ctx, gameId) {
      const { participationId } = await participations.guardPlay(ctx, gameId)
      return claimsIn(participationId)
    },

    async at(ctx, gameId, challengeId) {
      const { id } = requireActor(ctx)
      const { participationId } = await participations.guardPlay(ctx, gameId, { afterEnd: true })
      const found = await readChallengeWorkspace(db.pool, gameId, participationId, challengeId)
      if (!found || found.members < 2) return null
      return {
        on: found.on.map(({ name }) => name),
        mine: found.on.some((one) => one.id === id),
        noted: found.noted
      }
    },

    async claim(ctx, gameId, challengeId, on) {
      const { id: userId } = requireActor(ctx)
      await changeAt(ctx, gameId, challengeId, async (tx, place) => {
        const { transaction } = tx
        const own = { ...place, userId }
        if (on) await claims.bulkCreate([{ ...own, at: ctx.now }], { ignoreDuplicates: true, transaction })
        else await claims.destroy({ where: own, transaction })
        tx.invalidate(tagOf(place.participationId))
        tx.after(() => {
          present.delete(place.participationId)
          publish({ game: gameId, participation: place.participationId })
        })
      })
    },

    async note(ctx, gameId, challengeId, input) {
      requireActor(ctx)
      await changeAt(ctx, gameId, challengeId, (tx, place) => writeNote(notes, tx, place, input))
    }
  }
}
