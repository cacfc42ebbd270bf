import type { Ctx } from '~/server/access/contract'
import type { Assets } from '~/server/assets'
import type { TunnelTickets } from '~/server/instances'
import type { Openings } from '~/server/openings'
import type { PlayGuard } from '~/server/participations/contract'
import type { Caches } from '~/server/platform/cache'
import { notFound } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import { explainUnavailable } from '~/server/requirements'
import { type Attaching, createAttaching } from './attaching'
import { type Attempts, createAttempts } from './attempts/attempts'
import { type BulkEditing, createBulkEditing } from './bulk-editing'
import { createChallengeEditing, type Editing } from './challenge-editing'
import { type ChallengeView, isDynamic } from './contract'
import { createSharedFiles, type SharedFiles } from './files/managing'
import { findChallengeIds } from './finding'
import { assignFlag } from './flags/assignment'
import { createFlagEditing, type FlagEditing } from './flags/editing'
import { createWhole, type WholeCreation } from './imported-challenge'
import { createWholeUpdating, type WholeUpdating } from './imported-update'
import { createLockedChallenges, type LockedChallengesNeeds } from './locked-challenge'
import { findChallengeInPlay } from './queries'
import { createReleasing, type Releasing } from './releasing'
import { createReplacing, type Replacing } from './replace/replacing'
import { createTrial, type Trial } from './trial/trial'
import { createHistory, type History } from './versions/history'

export interface Challenges
  extends Editing,
    Attempts,
    BulkEditing,
    Releasing,
    Replacing,
    Attaching,
    SharedFiles,
    FlagEditing,
    History,
    Trial,
    WholeCreation,
    WholeUpdating {
  /**
   * Returns an enabled challenge and gives the team its flag of a dynamic one. @throws AppError of the play guard; 404
   * `challenge.unavailable` for disabled and unknown ones alike, `challenge.files_exhausted`; 400 `challenge.locked`
   */
  play(ctx: Ctx, gameId: number, challengeId: number): Promise<ChallengeView>
  /** Searches descriptions and hints (docs/rules/interface.md#board-of-challenges). @throws AppError of the play guard */
  find<S extends string>(ctx: Ctx, gameId: number, search: string, show: S): Promise<FoundChallenges<S>>
}

interface FoundChallenges<S extends string> {
  search: string
  show: S
  texts: number[]
  shown: number[]
}

interface Needs extends LockedChallengesNeeds {
  caches: Caches
  log: Log
  assets: Pick<Assets, 'keep' | 'storeAhead' | 'discard' | 'attach' | 'drop'>
  participations: PlayGuard
  tickets: Pick<TunnelTickets, 'entry'>
  openings: Pick<Openings, 'note'>
}

export function createChallenges({ participations, tickets, openings, ...needs }: Needs): Challenges {
  const lockedChallenges = createLockedChallenges(needs)
  return {
    ...createAttempts(needs),
    ...createChallengeEditing({ ...needs, tickets, lockedChallenges }),
    ...createBulkEditing({ ...needs, lockedChallenges }),
    ...createReleasing({ ...needs, lockedChallenges }),
    ...createReplacing({ ...needs, lockedChallenges }),
    ...createAttaching({ ...needs, lockedChallenges }),
    ...createSharedFiles({ ...needs, lockedChallenges }),
    ...createFlagEditing({ ...needs, lockedChallenges }),
    ...createHistory({ ...needs, lockedChallenges }),
    ...createTrial(needs),
    ...createWhole(lockedChallenges),
    ...createWholeUpdating({ ...needs, lockedChallenges }),

    async find(ctx, gameId, search, show) {
      const { participationId } = await participations.guardPlay(ctx, gameId)
      const found = await findChallengeIds(needs.db.pool, { gameId, participationId }, search, show)
      return { search, show, ...found }
    },

    async play(ctx, gameId, challengeId) {
      const { participationId } = await participations.guardPlay(ctx, gameId)
      const place = { gameId, challengeId, participationId }
      const entryOf = (instance: string, stored: string | null) => tickets.entry(ctx, instance, stored)
      const found = await findChallengeInPlay(needs.db.pool, place, entryOf)
      if (!found) throw await explainUnavailable(needs.db.pool, gameId, challengeId, participationId)
      openings.note(place, ctx.now)
      if (found.assigned || !isDynamic(found.view.type)) return found.view
      await assignFlag(needs.db, needs.log, found.view.type, place)
      const given = await findChallengeInPlay(needs.db.pool, place, entryOf)
      if (!given) throw notFound('challenge.unavailable')
      return given.view
    }
  }
}
