import type { Sql } from '~/server/db'
import { mergeAnswers, refuseUnknown } from './answers'
import type { Answers, GivenAnswers } from './contract'
import { findAnswers, findTeamAnswers, lockFields } from './storing'

interface SignUp {
  gameId: number
  userId: string
  teamId: number
  /** The player signs up the team as well, and so answers for it. */
  opens: boolean
  given: GivenAnswers
}

/**
 * Answers of a player and the team after the sign-up. Answers from an earlier sign-up count.
 * @throws AppError `game.answer_required` and the like, whose `field` is `answers.<id>`
 */
export async function answersAtSignUp(
  sql: Sql,
  { gameId, userId, teamId, opens, given }: SignUp
): Promise<{ player: Answers; team: Answers }> {
  const fields = await lockFields(sql, gameId)
  refuseUnknown(fields, given)
  const before = await findAnswers(sql, gameId, userId)
  const ofTeam = await findTeamAnswers(sql, gameId, teamId)
  return {
    player: mergeAnswers(fields, { of: 'Player', given, kept: before?.player ?? {}, complete: true }),
    // A player who joins a team that has signed up need not repeat its answers.
    team: mergeAnswers(fields, {
      of: 'Team',
      given,
      kept: ofTeam?.answers ?? {},
      skipBlank: !opens,
      complete: opens
    })
  }
}
