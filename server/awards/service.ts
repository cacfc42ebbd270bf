import { isDeepStrictEqual } from 'node:util'
import type { InferAttributes } from 'sequelize'
import { refuseOwn, requireInGame } from '~/server/access'
import type { Ctx } from '~/server/access/contract'
import type { Change, MakeChange } from '~/server/change'
import type { Database } from '~/server/db'
import type { GameAccess } from '~/server/games/contract'
import type { NewScoreEvent } from '~/server/ledger/contract'
import type { Caches } from '~/server/platform/cache'
import { AppError, gameEnded, gameNotStarted, notFound } from '~/server/platform/errors'
import { wireTime } from '~/server/platform/time'
import type { AwardSums, AwardsInput, GivenAwards } from './contract'
import { defineGameAwards, type GameAward } from './model'
import { hasAwardThisHour, listAwarded, listAwardSums, readPlace } from './queries'

/** Points that services give teams, such as a King of the Hill (docs/rules/awards.md). */
export interface Awards {
  /**
   * Gives points once for each key; a repetition answers what the first call did.
   * @throws AppError `game.not_found`, `challenge.not_found`, `participation.not_found` 404, `award.key_used` 409,
   * `game.not_started`, `game.paused`, `game.ended`, `award.challenge_closed`, `award.not_playing` 400, `game.own_team` 403;
   * those about a member name it in `field`
   */
  give(ctx: Ctx, gameId: number, input: AwardsInput): Promise<GivenAwards>
  /** For staff. @throws AppError `game.not_found` 404 */
  sums(ctx: Ctx, gameId: number): Promise<AwardSums>
  /** As everybody may know it: teams of the board, awards before a freeze. @throws AppError `game.not_found` 404 */
  published(ctx: Ctx, gameId: number): Promise<AwardSums>
}

interface Needs {
  db: Database
  caches: Caches
  change: MakeChange
  games: GameAccess
}

const viewOf = ({ key, at, challengeId, content }: InferAttributes<GameAward>): GivenAwards => ({
  key,
  time: wireTime(at),
  challengeId: challengeId ?? null,
  reason: content.reason,
  awards: content.awards
})

/** @throws AppError `award.key_used` */
function checkSame({ challengeId, reason, awards }: GivenAwards, input: AwardsInput): void {
  const before = { challengeId, reason, awards: awards.map(({ entry: _, ...award }) => award) }
  const { key: _, ...now } = input
  if (!isDeepStrictEqual(before, now)) throw withField(new AppError('award.key_used', 409), 'key')
}

const withField = (error: AppError, field: string) =>
  new AppError(error.code, error.status, { bodyStatus: error.bodyStatus, extra: { field } })

/** @throws AppError, see `Awards.give` */
async function checkGame(tx: Change, gameId: number, { challengeId, awards }: AwardsInput): Promise<Date> {
  const { now, ...place } = await readPlace(tx, gameId, challengeId)
  if (!place.started) throw gameNotStarted()
  if (place.paused) throw new AppError('game.paused')
  if (challengeId !== null && !place.challenge)
    throw withField(notFound('challenge.not_found'), 'challengeId')
  if (challengeId !== null && !place.open)
    throw withField(new AppError('award.challenge_closed'), 'challengeId')
  const ids = awards.map(({ participationId }) => participationId)
  const teams = new Map((await listAwarded(tx, gameId, ids, now)).map((team) => [team.id, team]))
  for (const [place, id] of ids.entries()) {
    const team = teams.get(id)
    const field = `awards.${place}.participationId`
    if (!team) throw withField(notFound('participation.not_found'), field)
    if (!team.plays) throw withField(new AppError('award.not_playing'), field)
    if (team.ended) throw withField(gameEnded(), field)
  }
  await refuseOwn(tx, tx.ctx, ids)
  return now
}

export function createAwards({ db, caches, change, games }: Needs): Awards {
  const given = defineGameAwards(db.sequelize)
  const published = caches.create<AwardSums>({ ttl: 60_000, max: 200 })

  /** One entry an hour for each token and challenge: what was given is in the ledger and by its key. */
  const auditIn = async (tx: Change, gameId: number, input: AwardsInput, now: Date) => {
    const { challengeId } = input
    const tokenId = tx.ctx.actor?.token?.id ?? null
    if (tokenId && (await hasAwardThisHour(tx, { gameId, challengeId, tokenId, now }))) return tokenId
    const points = input.awards.reduce((sum, award) => sum + award.points, 0)
    const after = { key: input.key, challenge: challengeId, teams: input.awards.length, points }
    await tx.audit({ action: 'points_given', target: `game:${gameId}`, after })
    return tokenId
  }

  return {
    async give(ctx, gameId, input) {
      requireInGame(ctx, gameId, 'awards')
      return change(ctx, { ledger: gameId }, async (tx) => {
        const { key, challengeId, reason } = input
        const options = { transaction: tx.transaction }
        const known = await given.findOne({ where: { gameId, key }, ...options })
        if (known) {
          const before = viewOf(known.get())
          checkSame(before, input)
          return before
        }
        const now = await checkGame(tx, gameId, input)
        const tokenId = await auditIn(tx, gameId, input, now)
        const hill = { challenge: challengeId }
        const entries = await tx.append(
          gameId,
          input.awards.map(
            ({ participationId, points }): NewScoreEvent => ({
              ...{ kind: 'award', at: now.getTime(), participationId },
              payload: { points, reason, hill }
            })
          )
        )
        const awards = input.awards.map((award, place) => ({ ...award, entry: entries[place]!.seq }))
        const made = { gameId, key, challengeId, content: { reason, awards }, at: now, tokenId }
        return viewOf((await given.create(made, options)).get())
      })
    },

    async sums(ctx, gameId) {
      requireInGame(ctx, gameId, 'corrections')
      return listAwardSums(db.pool, gameId, { until: null, shown: false })
    },

    async published(ctx, gameId) {
      const { freeze: until } = await games.see(ctx, gameId)
      return published.through(`${gameId}:${until?.getTime()}`, async () => ({
        value: await listAwardSums(db.pool, gameId, { until, shown: true }),
        tags: [`game:${gameId}`]
      }))
    }
  }
}
