import { expect } from 'vitest'
import { type GameInput, gameInput } from '~/server/games/contract'
import { readEntries } from '~/server/ledger'
import type { ParticipationInfo, ParticipationStatus, StoredStatus } from '~/server/participations/contract'
import type { Domain } from '../domain'

/** Steps of an administrator from Pending to each status. */
const WAY: Record<StoredStatus, ParticipationStatus[]> = {
  Pending: [],
  Accepted: ['Accepted'],
  Rejected: ['Rejected'],
  Suspended: ['Accepted', 'Suspended']
}

export async function reviewOf(
  { participations }: Pick<Domain['services'], 'participations'>,
  admin: Domain['admin'],
  gameId: number,
  part?: { count: number | null; skip: number }
): Promise<ParticipationInfo[]> {
  let text = ''
  for await (const piece of await participations.review(admin, gameId, part)) text += piece
  return JSON.parse(text)
}

export async function only(domain: Domain, gameId: number): Promise<ParticipationInfo> {
  const rows = await reviewOf(domain.services, domain.admin, gameId)
  expect(rows).toHaveLength(1)
  return rows[0]!
}

/** Ledger entries about participations, without their times. */
export async function ledger(domain: Domain, gameId: number) {
  const events = await readEntries(domain.stores.db.pool, gameId, 0, 1000)
  return events.flatMap((event) => {
    if (!('participationId' in event)) return []
    return [[event.kind, event.participationId, 'payload' in event ? event.payload : null]]
  })
}

/** A game with one team in the status; only the captain is registered. */
export async function inStatus(
  domain: Domain,
  status: StoredStatus,
  input: Partial<GameInput> = {},
  members = 1
) {
  const { services, as, admin } = domain
  const gameId = await domain.game(input)
  const team = await domain.team(members)
  const organization = input.organizations?.[0]
  await services.participations.join(as(team.captain), gameId, { teamId: team.id, organization })
  const { id } = await only(domain, gameId)
  for (const step of WAY[status]) await services.participations.setStatus(admin, id, step)
  return { gameId, id, team }
}

export async function addToTeam(
  domain: Domain,
  team: { id: number; captain: { id: string; name: string } },
  user: { id: string; name: string }
) {
  const { services, as } = domain
  await services.teams.accept(as(user), await services.teams.invite(as(team.captain), team.id))
}

export async function changeGame({ services, admin }: Domain, gameId: number, input: Partial<GameInput>) {
  const game = await services.games.editOne(admin, gameId)
  await services.games.update(admin, gameId, gameInput.parse({ ...game, ...input }))
}
