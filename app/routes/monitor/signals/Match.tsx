import type { ReactNode } from 'react'
import { Avatar } from '~/app/components/Avatar'
import { Category } from '~/app/components/game/Category'
import { ArrowRightIcon, TriangleAlertIcon } from '~/app/components/icons'
import { Moment } from '~/app/components/Moment'
import { useText } from '~/app/i18n/text'
import { User } from '~/app/islands/monitor/cells'
import type { Challenge } from '~/app/islands/monitor/props'
import { shownCategory } from '~/server/categories/constants'
import type { CheatInfo } from '~/server/monitoring/contract'
import { Decision, TeamStatus } from '../Decision'
import { OpenCase } from '../OpenCase'
import { SameAddress } from './SameAddress'

export interface MatchProps {
  cheat: CheatInfo
  challenges: Challenge[]
  now: number
  decides: boolean
}

export function Match({
  cheat: { ownedTeam, submitTeam, submission, sameAddress },
  challenges,
  now,
  decides
}: MatchProps) {
  const t = useText()
  const challenge = challenges.find(({ id }) => id === submission.challengeId)
  const names = { submitter: submitTeam.team.name, owner: ownedTeam.team.name }
  return (
    <section className="panel" aria-label={t('monitor:cheat.match', names)}>
      <header>
        <TriangleAlertIcon className="bad" />
        <h2>
          <bdi>{submission.challenge}</bdi>
        </h2>
        {challenge && <Category category={shownCategory(challenge)} />}
        <span className="push faint small">
          <Moment time={submission.time} now={now} />
        </span>
      </header>
      <div className="panel-body cheat-b">
        <Who label={t('monitor:cheat.owned')} side={ownedTeam} />
        <ArrowRightIcon className="flip" />
        <Who label={t('monitor:cheat.submitted')} side={submitTeam}>
          <User name={submission.user} />
          {submission.ip && <span className="mono"> {submission.ip}</span>}
          {sameAddress && <SameAddress team={ownedTeam.team.name} />}
        </Who>
        <div className="who2">
          <span className="k">{t('monitor:cheat.flag')}</span>
          <code className="flagtext">{submission.answer}</code>
        </div>
        <div className="acts">
          {decides ? <Decision side={submitTeam} /> : <TeamStatus side={submitTeam} />}
          <OpenCase submission={submission.id} />
        </div>
      </div>
    </section>
  )
}

interface WhoProps {
  label: string
  side: CheatInfo['submitTeam']
  children?: ReactNode
}

function Who({ label, side: { team, organization }, children }: WhoProps) {
  return (
    <div className="who2">
      <span className="k">{label}</span>
      <span className="row-tight">
        <Avatar name={team.name} url={team.avatar} size="s16" />
        <bdi>{team.name}</bdi>
      </span>
      <span className="faint small">
        {organization && <bdi>{organization} </bdi>}
        {children}
      </span>
    </div>
  )
}
