import { openZip } from '../archive/zip'
import { distinct } from '../ctfd/people'
import { type ExportedPerson, shownBy } from '../exported-person'
import { rctfExport } from './responses'
import { type RctfTeam, rctfTeams } from './teams'

export const shownFieldsOf = ({ country }: RctfTeam) =>
  shownBy({ affiliation: null, website: null, country: country?.toUpperCase() ?? null })

/** Addresses of a team, its own first. */
export function addressesOf({ email, members }: RctfTeam): string[] {
  const all = [email ?? '', ...members].map((one) => one.trim()).filter(Boolean)
  return [...new Map(all.map((one) => [one.toLowerCase(), one])).values()]
}

/**
 * Each team of rCTF as its captain, with its members, of whom rCTF knows the address only. Null for another ZIP.
 * @throws AppError `archive.*`
 */
export async function rctfPeople(path: string): Promise<ExportedPerson[] | null> {
  const source = await openZip(path)
  try {
    const exported = await rctfExport(source)
    if (!exported) return null
    const { teams } = rctfTeams(exported)
    const names = distinct(teams.values())
    return [...teams.values()].flatMap((team): ExportedPerson[] => {
      const { staff, banned, division } = team
      const shown = shownFieldsOf(team)
      const name = names.get(team.id)!
      const captain = { name, email: team.email?.trim() ?? '', hash: team.hash, team: staff ? null : name }
      const facts = { proven: false, staff, banned, division, shown, teamShown: shown }
      const others = addressesOf(team).filter((one) => one !== captain.email)
      return [
        { ...captain, ...facts },
        ...(staff ? [] : others).map((email) => ({
          ...{ name: email.split('@')[0]!, email, hash: null, team: name },
          ...facts
        }))
      ]
    })
  } finally {
    await source.close()
  }
}
