import type { CheatInfo } from '~/server/monitoring/contract'

export interface TeamMatches {
  team: CheatInfo['submitTeam']
  submitted: number
  owned: number
  others: string[]
  users: string[]
}

export function byTeam(list: readonly CheatInfo[]): TeamMatches[] {
  const teams = new Map<number, TeamMatches>()
  const of = (team: CheatInfo['submitTeam']) => {
    const known = teams.get(team.id) ?? { team, submitted: 0, owned: 0, others: [], users: [] }
    teams.set(team.id, known)
    return known
  }
  const add = (names: string[], name: string) => {
    if (name !== '' && !names.includes(name)) names.push(name)
  }
  for (const { submitTeam, ownedTeam, submission } of list) {
    const [submitter, owner] = [of(submitTeam), of(ownedTeam)]
    submitter.submitted++
    owner.owned++
    add(submitter.others, ownedTeam.team.name)
    add(owner.others, submitTeam.team.name)
    add(submitter.users, submission.user)
  }
  return [...teams.values()].sort((a, b) => b.submitted - a.submitted || b.owned - a.owned)
}
