import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Ctx } from '~/server/access/contract'
import { PARTICIPATION_STATUSES, type ParticipationStatus } from '~/server/participations/contract'
import { isAppError } from '~/server/platform/errors'
import { changeGame, inStatus, reviewOf } from '../../support/accounts/registrations'
import { type Domain, openDomain } from '../../support/domain'

let domain: Domain

beforeAll(async () => {
  domain = await openDomain()
})
afterAll(() => domain.close())

const STATES = ['Unsubmitted', 'Pending', 'Accepted', 'Rejected', 'Suspended'] as const
/** Where a team is registered, the captain is too; the mate is a member and is not. */
const ACTORS = ['visitor', 'stranger', 'captain', 'mate', 'monitor', 'admin'] as const
type Actor = (typeof ACTORS)[number]

/** Per actor: the status of the reply, then the new state of the registration if it changes. */
type Row = readonly [string, string, string, string, string]
const all = (outcome: string): Row => [outcome, outcome, outcome, outcome, outcome]
const but = (outcomes: Partial<Record<Actor, Row>>, others: string): Record<Actor, Row> => ({
  visitor: all('401'),
  stranger: all(others),
  captain: all(others),
  mate: all(others),
  monitor: all(others),
  admin: all(others),
  ...outcomes
})
const becomes = (...admin: Row) => but({ admin }, '403')

/** Outcomes by action and actor, in the order of STATES (docs/rules/participation.md#states). */
const TABLE: Record<string, Record<Actor, Row>> = {
  read: { ...but({}, '200'), visitor: all('200') },
  join: but(
    {
      captain: ['200 Pending', '400', '400', '200 Pending', '400'],
      mate: ['200 Pending', '200 Pending', '200 Accepted', '200 Pending', '200 Suspended']
    },
    '400'
  ),
  leave: but({ captain: ['400', '200 Unsubmitted', '400', '200 Unsubmitted', '400'] }, '400'),
  play: but({ captain: ['400', '400', '200', '400', '400'] }, '400'),
  review: but({ admin: all('200') }, '403'),
  Pending: becomes('404', '200', '400', '400', '400'),
  Accepted: becomes('404', '200 Accepted', '200', '400', '200 Accepted'),
  Rejected: becomes('404', '200 Rejected', '200 Rejected', '200', '200 Rejected'),
  Suspended: becomes('404', '400', '200 Suspended', '400', '200'),
  Unsubmitted: becomes('404', '400', '400', '400', '400'),
  division: becomes('404', '200', '200', '200', '200')
}

/** In a hidden game, actors who may not know of it get 404 instead. */
function hiddenFrom(actor: Actor, state: ParticipationStatus, action: string): boolean {
  if (!['read', 'join', 'leave', 'play'].includes(action)) return false
  if (actor === 'visitor') return action === 'read'
  return actor === 'stranger' || (state === 'Unsubmitted' && (actor === 'captain' || actor === 'mate'))
}

async function stage(state: ParticipationStatus, hidden: boolean) {
  const { services, as, admin } = domain
  const input = { organizations: ['one', 'two'] }
  const made =
    state === 'Unsubmitted'
      ? { gameId: await domain.game(input), id: 999_999, team: await domain.team(2) }
      : await inStatus(domain, state, input, 2)
  const { gameId, id, team } = made
  if (hidden) await changeGame(domain, gameId, { hidden })
  const [stranger, monitor] = await domain.users(2)
  const callers: Record<Actor, Ctx> = {
    visitor: as(null),
    stranger: as(stranger!),
    captain: as(team.captain),
    mate: as(team.members[1]!),
    monitor: as(monitor!, { role: 'Monitor' }),
    admin
  }
  const { change, guardPlay, join, leave, setStatus } = services.participations
  const status = (to: ParticipationStatus) => [to, (ctx: Ctx) => setStatus(ctx, id, to)] as const
  const actions: Record<string, (ctx: Ctx) => Promise<unknown>> = {
    read: (ctx) => services.games.one(ctx, gameId),
    join: (ctx) => join(ctx, gameId, { teamId: team.id, organization: 'one' }),
    leave: (ctx) => leave(ctx, gameId),
    play: (ctx) => guardPlay(ctx, gameId),
    review: (ctx) => reviewOf(services, ctx, gameId),
    division: (ctx) => change(ctx, id, { organization: 'two' }),
    ...Object.fromEntries(PARTICIPATION_STATUSES.map(status))
  }
  return {
    async act(actor: Actor, action: string): Promise<string> {
      const done = actions[action]!(callers[actor])
      return done.then(
        () => '200',
        (error: unknown) => {
          if (isAppError(error)) return String(error.status)
          throw error
        }
      )
    },
    async state(): Promise<ParticipationStatus> {
      const [row] = await reviewOf(services, admin, gameId)
      return row?.status ?? 'Unsubmitted'
    }
  }
}

describe.each([false, true])('every action × actor, in a game that is hidden: %s', (hidden) => {
  it.each(STATES)('while the participation is %s, each actor may do what the table says', async (state) => {
    const place = STATES.indexOf(state)
    const outcomes: Record<string, string> = {}
    const expected: Record<string, string> = {}
    for (const actor of ACTORS) {
      // Refusals share a registration, so that one that changes the state makes the next fail.
      const untouched = await stage(state, hidden)
      for (const [action, rows] of Object.entries(TABLE)) {
        const name = `${actor}: ${action}`
        const blind = hidden && hiddenFrom(actor, state, action)
        const [status, after] = (blind ? '404' : rows[actor][place]!).split(' ')
        const { act, state: now } = after ? await stage(state, hidden) : untouched
        expected[name] = `${status} ${after ?? state}`
        outcomes[name] = `${await act(actor, action)} ${await now()}`
      }
    }
    expect(outcomes).toEqual(expected)
  })
})
