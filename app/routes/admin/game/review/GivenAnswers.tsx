import { Table } from '~/app/components/table/Table'
import { useText } from '~/app/i18n/text'
import type { ParticipationInfo } from '~/server/participations/contract'
import type { Answers, RegistrationField } from '~/server/registration-fields/contract'

interface GivenAnswersProps {
  row: ParticipationInfo
  asked: readonly RegistrationField[]
}

/** Answers of the team and its players at sign-up: a line per question. */
export function GivenAnswers({ row, asked }: GivenAnswersProps) {
  const t = useText()
  if (asked.length === 0) return null
  const { team, answers, playerAnswers, registeredMembers } = row
  const names = new Map((team.members ?? []).map(({ userId, userName }) => [userId, userName]))
  const shown = (given: Answers, { id }: RegistrationField) => {
    const answer = given[id]
    return answer === true ? t('games:answers.yes') : (answer ?? '–')
  }
  return (
    <Table
      label={t('questions:answers_of', { team: team.name ?? '' })}
      className="cards"
      columns={[{ text: t('questions:label') }, { text: t('questions:answer') }]}
    >
      {asked.map((field) => (
        <tr key={field.id}>
          <th scope="row">
            <bdi>{field.label}</bdi>
          </th>
          <td data-label={t('questions:answer')}>
            {field.of === 'Team' ? (
              <bdi>{shown(answers, field)}</bdi>
            ) : (
              <ul className="given">
                {registeredMembers.map((id) => (
                  <li key={id}>
                    <bdi className="muted">{names.get(id) ?? '–'}</bdi>{' '}
                    <bdi>{shown(playerAnswers[id] ?? {}, field)}</bdi>
                  </li>
                ))}
              </ul>
            )}
          </td>
        </tr>
      ))}
    </Table>
  )
}
