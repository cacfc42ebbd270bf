import type { Answers, RegistrationField } from '~/server/registration-fields/contract'
import type { PackedTeam, SuitcasePeople } from './contract'

type Questions = SuitcasePeople['questions']

/** The questions of a game in a suitcase, without the ids of fields, which differ where it is unpacked. */
export const questionsOf = (fields: readonly RegistrationField[]): Questions =>
  fields.map(({ of, kind, label }) => ({ of, kind, label }))

const renamed = (answers: Answers, names: ReadonlyMap<string, string>): Answers =>
  Object.fromEntries(
    Object.entries(answers).flatMap(([name, answer]) => {
      const known = names.get(name)
      return known === undefined ? [] : [[known, answer]]
    })
  )

const withNames = (teams: readonly PackedTeam[], names: ReadonlyMap<string, string>): PackedTeam[] =>
  teams.map((team) => ({
    ...team,
    answers: renamed(team.answers, names),
    members: team.members.map((one) => ({ ...one, answers: renamed(one.answers, names) }))
  }))

/** Answers by the places of their questions; those to none of them are left out. */
export const answersByPlace = (teams: readonly PackedTeam[], fields: readonly RegistrationField[]) =>
  withNames(teams, new Map(fields.map(({ id }, place) => [String(id), String(place)])))

/** Answers by the fields of the unpacked game; a question that became another one loses its answers. */
export function answersByField(
  { teams, questions }: SuitcasePeople,
  fields: readonly RegistrationField[]
): PackedTeam[] {
  const names = questions.flatMap(({ of, kind, label }, place): [string, string][] => {
    const field = fields[place]
    const isSame = field?.of === of && field.kind === kind && field.label === label
    return isSame ? [[String(place), String(field.id)]] : []
  })
  return withNames(teams, new Map(names))
}
