import { barredAmong, requireActor } from '~/server/access'
import { type Ctx, gameRoleOf } from '~/server/access/contract'
import type { MakeChange } from '~/server/change'
import type { Database } from '~/server/db'
import type { GameAccess } from '~/server/games/contract'
import type { Caches } from '~/server/platform/cache'
import { createBatchedLookup } from '~/server/platform/concurrency/batched-lookup'
import type { Log } from '~/server/platform/log'
import type { SecretBox } from '~/server/platform/secret-box'
import type { Plugins } from '~/server/plugins'
import { answersOf, createRegistrationAnswers, type RegistrationAnswers } from '~/server/registration-fields'
import { reservedFor } from '~/server/sign-in'
import type { Reserved } from '~/server/sign-in/contract'
import type { AloneInput, JoinInput, JoinOptions, PlayGuard } from './contract'
import { createGuard } from './guard'
import { createJoining } from './joining'
import { type LinedUp, lineupOf } from './lineup'
import { choicesOf, crewsOf } from './queries'
import { createReviewing, type Reviewing } from './reviewing'

export interface Participations extends Reviewing, PlayGuard, RegistrationAnswers {
  /** Registers the caller, and the team with its first member (docs/rules/participation.md#joining). */
  join(ctx: Ctx, gameId: number, input: JoinInput): Promise<void>
  /** Signs up one player with a team of one (docs/rules/participation.md#playing-alone). */
  joinAlone(ctx: Ctx, gameId: number, input: AloneInput): Promise<void>
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
  const crews = createBatchedLookup((participations: readonly number[]) => crewsOf(db.pool, participations))
  return {
    ...createReviewing(needs),
    ...createJoining(needs),
    ...createRegistrationAnswers(needs),
    guardPlay: createGuard(games),

    async lineup(ctx, gameId, part) {
      await games.see(ctx, gameId)
      return lineupOf(db.pool, gameId, part)
    },

    async joinOptions(ctx, gameId) {
      const actor = requireActor(ctx)
      const { divisions, registrationFields: fields } = await games.see(ctx, gameId)
      const standing = await games.standing(ctx, gameId)
      const chooses = !standing || standing.status === 'Rejected'
      const [teams, crew, reserved, answers, staff] = await Promise.all([
        chooses ? choicesOf(db.pool, gameId, actor.id) : [],
        standing && crews(standing.participationId),
        chooses && divisions.length > 0 ? reservedFor(db.pool, gameId, actor.id) : NOTHING_RESERVED,
        chooses && standing && fields.length > 0 ? answersOf(db.pool, gameId, actor.id) : null,
        chooses && gameRoleOf(actor, gameId) !== null ? barredAmong(db.pool, gameId, [actor.id]) : []
      ])
      return { teams, crew, reserved, answers, staff: staff.length > 0 }
    }
  }
}
