import { Avatar } from '~/app/components/Avatar'
import { Badge } from '~/app/components/Badge'
import { Confirm } from '~/app/components/form/Confirm'
import { PlayerName } from '~/app/components/game/PlayerName'
import { CrownIcon } from '~/app/components/icons'
import { Table } from '~/app/components/table/Table'
import { useText } from '~/app/i18n/text'
import type { TeamMemberView, TeamView } from '~/server/teams/contract'

interface MembersProps {
  team: TeamView
  solves: Record<string, number>
  /** Ids of members whose pages the team sees. */
  pages: readonly string[]
  captain: boolean
}

export function Members({ team, solves, pages, captain }: MembersProps) {
  const t = useText()
  const members = team.members ?? []
  const columns = [
    { text: t('teams:member') },
    { text: t('teams:role.label') },
    { text: t('teams:solves'), num: true },
    ...(captain && members.length > 1 ? [{ text: t('teams:actions'), silent: true }] : [])
  ]
  return (
    <Table label={t('teams:members_of', { name: team.name ?? '' })} className="cards" columns={columns}>
      {members.map((member) => (
        <tr key={member.id}>
          <th scope="row">
            <span className="row-tight">
              <Avatar name={member.userName ?? ''} url={member.avatar} size="s24" round />
              <span className="primary-cell">
                <PlayerName
                  name={member.userName ?? ''}
                  id={member.id && pages.includes(member.id) ? member.id : null}
                />
                {member.bio && (
                  <span className="sub">
                    <bdi>{member.bio}</bdi>
                  </span>
                )}
              </span>
            </span>
          </th>
          <td data-label={t('teams:role.label')}>
            <RoleOf member={member} />
          </td>
          <td className="num" data-label={t('teams:solves')}>
            {solves[member.id ?? ''] ?? 0}
          </td>
          {columns.length > 3 && (
            <td className="end">{!member.captain && <Acts team={team} member={member} />}</td>
          )}
        </tr>
      ))}
    </Table>
  )
}

function RoleOf({ member }: { member: TeamMemberView }) {
  const t = useText()
  if (!member.captain) return t('teams:role.member')
  return (
    <Badge tone="accent" icon={CrownIcon}>
      {t('teams:role.captain')}
    </Badge>
  )
}

const ACTS = [
  { act: 'transfer', danger: false },
  { act: 'kick', danger: true }
]

function Acts({ team, member }: { team: TeamView; member: TeamMemberView }) {
  const t = useText()
  const name = member.userName ?? ''
  return (
    <span className="row-tight">
      {ACTS.map(({ act, danger }) =>
        team.locked ? (
          <button key={act} type="button" className="btn sm ghost" disabled>
            {t(`teams:${act}.do`)}
          </button>
        ) : (
          <Confirm
            key={act}
            classes="sm ghost"
            danger={danger}
            label={t(`teams:${act}.do`)}
            name={t(`teams:${act}.named`, { name })}
            question={t(`teams:${act}.question`, { name })}
            confirm={t(`teams:${act}.do`)}
            action="/Teams"
            fields={{ intent: act, team: team.id, member: member.id ?? '' }}
          />
        )
      )}
    </span>
  )
}
