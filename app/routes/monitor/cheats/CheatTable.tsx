import { Moment } from '~/app/components/Moment'
import { Table } from '~/app/components/table/Table'
import { useText } from '~/app/i18n/text'
import { ChallengeName, User } from '~/app/islands/monitor/cells'
import type { CheatInfo } from '~/server/monitoring/contract'
import { Decision, TeamStatus } from '../Decision'
import { OpenCase } from '../OpenCase'
import type { MatchProps } from '../signals/Match'
import { SameAddress } from '../signals/SameAddress'

type CheatTableProps = Omit<MatchProps, 'cheat'> & { list: CheatInfo[] }

export function CheatTable({ list, challenges, now, decides }: CheatTableProps) {
  const t = useText()
  const time = t('monitor:column.time')
  const challenge = t('monitor:column.challenge')
  const labels = ['owned', 'submitted', 'flag', 'user', 'status'].map((key) => t(`monitor:cheat.${key}`))
  const [owned, submitted, flag, user, status] = labels
  const columns = [time, challenge, ...labels].map((text) => ({ text }))
  return (
    <div className="mt">
      <Table
        label={t('monitor:cheat.matches')}
        className="cards"
        columns={[...columns, { text: t('monitor:cheat.actions'), silent: true }]}
      >
        {list.map(({ ownedTeam, submitTeam, submission, sameAddress }) => (
          <tr key={submission.id}>
            <td className="mono small fit" data-label={time}>
              <Moment time={submission.time} now={now} />
            </td>
            <td data-label={challenge}>
              <span className="row-tight">
                <ChallengeName
                  challenge={challenges.find(({ id }) => id === submission.challengeId)}
                  title={submission.challenge}
                />
              </span>
            </td>
            <td data-label={owned}>
              <bdi>{ownedTeam.team.name}</bdi>
            </td>
            <td data-label={submitted}>
              <bdi>{submitTeam.team.name}</bdi>
            </td>
            <td data-label={flag}>
              <code className="flagtext">{submission.answer}</code>
            </td>
            <td data-label={user}>
              <User name={submission.user} />
              {sameAddress && <SameAddress team={ownedTeam.team.name} />}
            </td>
            <td data-label={status}>
              <TeamStatus side={submitTeam} />
            </td>
            <td className="end">
              <span className="row-tight">
                {decides && <Decision side={submitTeam} />}
                <OpenCase submission={submission.id} />
              </span>
            </td>
          </tr>
        ))}
      </Table>
    </div>
  )
}
