import { requireActor, requireInGame } from '~/server/access'
import { type Ctx, callerLogFields } from '~/server/access/contract'
import type { MakeChange } from '~/server/change'
import type { Database } from '~/server/db'
import type { GameAccess } from '~/server/games/contract'
import type { Caches } from '~/server/platform/cache'
import { AppError } from '~/server/platform/errors'
import type { Log } from '~/server/platform/log'
import { mergeAnswers, refuseUnknown } from './answers'
import type { Answers, GivenAnswers, OwnAnswers, PublicAnswer, RegistrationField } from './contract'
import { findAnswers, findTeamAnswers, lockFields, storeAnswers } from './storing'
import { countAnswersByField, readAnswerTable } from './table'

/** See docs/rules/participation.md#registration-fields. */
export interface RegistrationAnswers {
  /** @throws AppError `game.not_found` 404, `game.not_joined` */
  ownAnswers(ctx: Ctx, gameId: number): Promise<OwnAnswers>
  /**
   * Changes given answers of the caller and of the caller's team, at any time; for a user who left the team, only the own ones.
   * @throws AppError as `ownAnswers`; `game.answer_required` and the like, whose `field` is `answers.<id>`
   */
  changeAnswers(ctx: Ctx, gameId: number, given: GivenAnswers): Promise<void>
  /** Public answers of a team in the order of the fields. Callers check that the reader may see the team's page. */
  publicAnswers(gameId: number, teamId: number): Promise<PublicAnswer[]>
  /** How many players and teams have answered each field, by id; without a member: none. For staff who edit them. */
  answerCounts(ctx: Ctx, gameId: number): Promise<Record<number, number>>
  /** A line of titles, and one for each player who signed up, with what the player and the team answered. */
  answersTable(ctx: Ctx, gameId: number): Promise<(string | null)[][]>
}

interface Needs {
  db: Database
  caches: Caches
  change: MakeChange
  games: GameAccess
  log: Log
}

/** Ids of the fields whose answers differ. */
const changedIn = (before: Answers, after: Answers): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((id) => before[id] !== after[id])

/**
 * The questions for a player. A player who left the team, or was removed, gets only the personal ones
 * (docs/rules/participation.md#roster).
 */
const openTo = (fields: readonly RegistrationField[], { member }: { member: boolean }) =>
  fields.filter((field) => member || field.of === 'Player')

const publicOf = (fields: readonly RegistrationField[], answers: Answers): PublicAnswer[] =>
  fields.flatMap(({ id, kind, label }) => {
    const answer = answers[id]
    return answer === undefined ? [] : [{ id, kind, label, answer }]
  })

export function createRegistrationAnswers({ db, caches, change, games, log }: Needs): RegistrationAnswers {
  const ofTeams = caches.create<Answers>({ ttl: 300_000, max: 5000 })
  return {
    async ownAnswers(ctx, gameId) {
      const { id } = requireActor(ctx)
      const { registrationFields: fields } = await games.see(ctx, gameId)
      const found = await findAnswers(db.pool, gameId, id)
      if (!found) throw new AppError('game.not_joined')
      return { fields: openTo(fields, found), player: found.player, team: found.team }
    },

    async publicAnswers(gameId, teamId) {
      const { registrationFields } = await games.info(gameId)
      const fields = registrationFields.filter((field) => field.of === 'Team' && field.public)
      if (fields.length === 0) return []
      const answers = await ofTeams.through(`${gameId}:${teamId}`, async () => {
        const found = await findTeamAnswers(db.pool, gameId, teamId)
        const place = found ? `participation:${found.participationId}` : `joined:${gameId}`
        return { value: found?.answers ?? {}, tags: [`game:${gameId}`, place] }
      })
      return publicOf(fields, answers)
    },

    async answerCounts(ctx, gameId) {
      requireInGame(ctx, gameId, 'settings')
      return countAnswersByField(db.pool, gameId)
    },

    async answersTable(ctx, gameId) {
      requireInGame(ctx, gameId, 'review')
      const { registrationFields: fields } = await games.info(gameId)
      return readAnswerTable(db.pool, gameId, fields)
    },

    async changeAnswers(ctx, gameId, given) {
      const { id: userId } = requireActor(ctx)
      await games.see(ctx, gameId)
      // The ledger comes before the rows of game and participation, which staff that gives extra time change in the other order.
      const changed = await change(ctx, { ledger: gameId }, async (tx) => {
        const fields = await lockFields(tx, gameId)
        const found = await findAnswers(tx, gameId, userId, 'FOR NO KEY UPDATE')
        if (!found) throw new AppError('game.not_joined')
        refuseUnknown(openTo(fields, found), given)
        const { participationId, member, ...kept } = found
        const player = mergeAnswers(fields, { of: 'Player', given, kept: kept.player, complete: false })
        const team = member && mergeAnswers(fields, { of: 'Team', given, kept: kept.team, complete: false })
        const ids = [...changedIn(kept.player, player), ...(team ? changedIn(kept.team, team) : [])]
        if (ids.length === 0) return ids
        await storeAnswers(tx, { gameId, userId, participationId }, { player, team: team || null })
        // Answers are personal: the log of changes names only the fields.
        const target = `participation:${participationId}`
        await tx.audit({ action: 'answers_changed', target, after: { fields: ids.map(Number) } })
        tx.invalidate(`participation:${participationId}`)
        return ids
      })
      if (changed.length > 0)
        log.info({ game: gameId, fields: changed, ...callerLogFields(ctx) }, 'answers_changed')
    }
  }
}
