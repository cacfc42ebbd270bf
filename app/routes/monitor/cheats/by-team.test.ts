import { expect, it } from 'vitest'
import type { CheatInfo } from '~/server/monitoring/contract'
import { byTeam } from './by-team'

const side = (id: number): CheatInfo['submitTeam'] => ({
  id,
  team: { id, name: `team ${id}`, avatar: null },
  status: 'Accepted',
  organization: null
})
const cheat = (submitter: number, owner: number, user: string) =>
  ({ submitTeam: side(submitter), ownedTeam: side(owner), submission: { user } }) as CheatInfo

it('both sides of every match are counted, without repeated or missing names', () => {
  const teams = byTeam([cheat(1, 2, 'mira'), cheat(1, 3, 'mira'), cheat(1, 2, ''), cheat(2, 1, 'tb')])
  expect(
    teams.map(({ team, submitted, owned, others, users }) => [team.id, submitted, owned, others, users])
  ).toEqual([
    [1, 3, 1, ['team 2', 'team 3'], ['mira']],
    [2, 1, 2, ['team 1'], ['tb']],
    [3, 0, 1, ['team 1'], []]
  ])
})
