import { afterAll, beforeAll } from 'vitest'
import type { StoredStatus } from '~/server/participations/contract'
import { reviewOf } from '../accounts/registrations'
import { type Domain, openDomain } from '../domain'

export type TeamOfMembers = Awaited<ReturnType<Domain['team']>>

/** Teams with members and registrations, for all tests of a file. */
export function openTeamMembersSuite() {
  let domain: Domain

  beforeAll(async () => {
    domain = await openDomain()
  })
  afterAll(() => domain.close())

  const rows = async <T extends object>(text: string, ...values: unknown[]): Promise<T[]> =>
    (await domain.stores.db.pool.query<T>(text, values)).rows

  const memberIds = async (teamId: number) =>
    (await domain.services.teams.one(domain.as(null), teamId)).members?.map(({ id }) => id) ?? []

  const registered = async (gameId: number) =>
    (
      await rows<{ id: string }>(
        'SELECT user_id AS id FROM registrations WHERE game_id = $1 ORDER BY created_at',
        gameId
      )
    ).map(({ id }) => id)

  const statusOf = async (gameId: number, teamId: number) =>
    (
      await rows<{ status: StoredStatus }>(
        'SELECT status FROM participations WHERE game_id = $1 AND team_id = $2',
        gameId,
        teamId
      )
    )[0]?.status ?? null

  /** Signs the team with these members up and brings its registration into the status. */
  async function signUp(
    { id, members }: TeamOfMembers,
    status: StoredStatus,
    ended = false
  ): Promise<number> {
    const { services, as, admin } = domain
    const gameId = await domain.game()
    for (const member of members) await services.participations.join(as(member), gameId, { teamId: id })
    const [row] = await reviewOf(services, admin, gameId)
    const way = { Pending: [], Accepted: [true], Rejected: [false], Suspended: [true, 'Suspended'] }[status]
    for (const step of way) {
      const to = step === 'Suspended' ? step : step ? 'Accepted' : 'Rejected'
      await services.participations.setStatus(admin, row!.id, to)
    }
    if (ended)
      await rows(
        `UPDATE games SET start_at = now() - interval '2 h', end_at = now() - interval '1 h' WHERE id = $1`,
        gameId
      )
    return gameId
  }

  return {
    rows,
    memberIds,
    registered,
    statusOf,
    enter: signUp,
    get domain() {
      return domain
    }
  }
}
