import { listBarred, requireActor } from '~/server/access'
import { type Ctx, gameRoleOf } from '~/server/access/contract'
import type { MakeChange } from '~/server/change'
import type { Database } from '~/server/db'
import type { GameAccess } from '~/server/games/contract'
import type { Caches } from '~/server/platform/cache'
import { createBatchedLookup } from '~/server/platform/concurrency/batched-lookup'
import type { Log } from '~/server/platform/log'
import type { SecretBox } from '~/server/platform/secret-box'
import type { Plugins } from '~/server/plugins'
import {
  createRegistrationAnswers,
  findAnswers,
  type RegistrationAnswers
} from '~/server/registration-fields'
import { readReservedDivisions } from '~/server/sign-in'
import type { Reserved } from '~/server/sign-in/contract'
import type { AloneInput, JoinInput, JoinOptions, PlayGuard } from './contract'
import { createJoining } from './joining'
import { type LinedUp, listLineup } from './lineup'
import { createPlayGuard } from './play-guard'
import { findCrews, listTeamChoices } from './queries'
import { createReviewing, type Reviewing } from './reviewing'

export interface Participations extends Reviewing, PlayGuard, RegistrationAnswers {
  /** Registers the caller, and the team with its first member (docs/rules/participation.md#joining). */
  join(ctx: Ctx, gameId: number, input: JoinInput): Promise<void>
  /** Signs up one player with a team of one (docs/rules/participation.md#playing-alone). */
  joinAlone(ctx: Ctx, gameId: number, input: AloneInput): Promise<void>
  /** Takes the caller's sign-up back. @throws AppError `game.not_joined`, `game.leave_after_review` */
  leave(ctx: Ctx, gameId: number): Promise<void>
  /** The caller's team in the game; the caller's teams while one may be chosen, else none. @throws AppError `game.not_found` 404 */
  joinOptions(ctx: Ctx, gameId: number): Promise<JoinOptions>
  /** Accepted teams in order of sign-up. @throws AppError `game.not_found` 404 */
  lineup(
    ctx: Ctx,
    gameId: number,
    part: { count: number; skip: number }
  ): Promise<{ teams: LinedUp[]; total: number }>
}

interface Needs {
  db: Database
  caches: Caches
  change: MakeChange
  games: GameAccess
  secretBox: SecretBox
  plugins: Pick<Plugins, 'names' | 'register'>
  log: Log
}

const NOTHING_RESERVED: Reserved = { proven: [], closed: [] }

export function createParticipations(needs: Needs): Participations {
  const { db, games } = needs
  const crews = createBatchedLookup((participations: readonly number[]) => findCrews(db.pool, participations))
  return {
    ...createReviewing(needs),
    ...createJoining(needs),
    ...createRegistrationAnswers(needs),
    guardPlay: createPlayGuard(games),

    async lineup(ctx, gameId, part) {
      await games.see(ctx, gameId)
      return listLineup(db.pool, gameId, part)
    },

    async joinOptions(ctx, gameId) {
      const actor = requireActor(ctx)
      const { divisions, registrationFields: fields } = await games.see(ctx, gameId)
      const standing = await games.standing(ctx, gameId)
      const chooses = !standing || standing.status === 'Rejected'
      const [teams, crew, reserved, answers, staff] = await Promise.all([
        chooses ? listTeamChoices(db.pool, gameId, actor.id) : [],
        standing && crews(standing.participationId),
        chooses && divisions.length > 0 ? readReservedDivisions(db.pool, gameId, actor.id) : NOTHING_RESERVED,
        chooses && standing && fields.length > 0 ? findAnswers(db.pool, gameId, actor.id) : null,
        chooses && gameRoleOf(actor, gameId) !== null ? listBarred(db.pool, gameId, [actor.id]) : []
      ])
      return { teams, crew, reserved, answers, staff: staff.length > 0 }
    }
  }
}
