import { openZip } from '../archive/zip'
import { type ExportedPerson, shownBy } from '../exported-person'
import { ctfdRoot, type RowsOf, settingsOf, tableOf } from './tables'

type User = RowsOf<'users'>[number]
export type Player = RowsOf<'teams'>[number] | User

/** Names by id. A blank name is its id, a repeated one has its id behind it. */
export function distinct<Id extends number | string>(
  rows: Iterable<{ id: Id; name: string | null }>
): Map<Id, string> {
  const seen = new Set<string>()
  return new Map(
    [...rows].map(({ id, name }) => {
      const own = name?.trim() || `${id}`
      const unique = seen.has(own) ? `${own} (${id})` : own
      seen.add(unique)
      return [id, unique]
    })
  )
}

/**
 * The key of the team that somebody plays in: of the team, or of the person where each plays alone. Null without a
 * team.
 */
export const playerOf = ({ id, team_id: team }: User, { byTeams }: { byTeams: boolean }): number | null =>
  byTeams ? (team ?? null) : id

export const addressOf = ({ email }: User): string | null => email?.trim() || null

/** Team by team with the captain first, then users without one. Null for another ZIP. @throws AppError `archive.*` */
export async function ctfdPeople(path: string): Promise<ExportedPerson[] | null> {
  const source = await openZip(path)
  try {
    const root = ctfdRoot(source)
    if (root === null) return null
    const { byTeams } = await settingsOf(source, root)
    const users = await tableOf(source, root, 'users')
    const teams = new Map((await tableOf(source, root, 'teams')).map((team) => [team.id, team]))
    const brackets = new Map((await tableOf(source, root, 'brackets')).map(({ id, name }) => [id, name]))
    const names = distinct(byTeams ? teams.values() : users)
    const placed = users.map((user) => {
      const id = playerOf(user, { byTeams })
      const team = id === null || !names.has(id) || user.type === 'admin' ? null : id
      const leads = team !== null && teams.get(team)?.captain_id === user.id
      return { user, team, leads }
    })
    placed.sort(
      (a, b) =>
        (a.team ?? Number.MAX_SAFE_INTEGER) - (b.team ?? Number.MAX_SAFE_INTEGER) ||
        Number(b.leads) - Number(a.leads) ||
        a.user.id - b.user.id
    )
    return placed.map(({ user, team }) => {
      const bracket = team !== null && byTeams ? teams.get(team)?.bracket_id : user.bracket_id
      return {
        name: user.name?.trim() || `${user.id}`,
        email: addressOf(user) ?? '',
        proven: user.verified,
        hash: user.change_password ? null : user.password,
        staff: user.type === 'admin',
        banned: user.banned || (byTeams && team !== null && teams.get(team)!.banned),
        team: team === null ? null : names.get(team)!,
        division: brackets.get(bracket ?? -1) ?? null,
        shown: shownBy(user),
        teamShown: byTeams && team !== null ? shownBy(teams.get(team)!) : null
      }
    })
  } finally {
    await source.close()
  }
}
