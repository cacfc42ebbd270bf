import { Avatar } from '~/app/components/Avatar'
import { Table } from '~/app/components/table/Table'
import { useText } from '~/app/i18n/text'
import { Decision, TeamStatus } from '../Decision'
import type { TeamMatches } from './by-team'

export function ByTeam({ teams, decides }: { teams: TeamMatches[]; decides: boolean }) {
  const t = useText()
  const label = (key: string) => t(`monitor:cheat.${key}`)
  const columns = [
    { text: label('team') },
    { text: label('submitted_count'), num: true },
    { text: label('owned_count'), num: true },
    { text: label('others') },
    { text: label('users') },
    { text: label('status') },
    ...(decides ? [{ text: label('actions'), silent: true }] : [])
  ]
  return (
    <>
      <h2 className="mt2">{label('by_team')}</h2>
      <Table label={label('by_team')} className="cards" columns={columns}>
        {teams.map(({ team: side, submitted, owned, others, users }) => (
          <tr key={side.id}>
            <th scope="row">
              <span className="row-tight">
                <Avatar name={side.team.name} url={side.team.avatar} size="s16" />
                <bdi>{side.team.name}</bdi>
              </span>
            </th>
            <td className="num" data-label={label('submitted_count')}>
              {submitted}
            </td>
            <td className="num" data-label={label('owned_count')}>
              {owned}
            </td>
            <td data-label={label('others')}>
              <bdi>{others.join(', ')}</bdi>
            </td>
            <td data-label={label('users')}>
              <bdi>{users.join(', ') || '–'}</bdi>
            </td>
            <td data-label={label('status')}>
              <TeamStatus side={side} />
            </td>
            {decides && (
              <td className="end">
                <Decision side={side} />
              </td>
            )}
          </tr>
        ))}
      </Table>
    </>
  )
}
