import { Avatar } from '~/app/components/Avatar'
import { Badge } from '~/app/components/Badge'
import { LockIcon } from '~/app/components/challenge-icons'
import { Confirm } from '~/app/components/form/Confirm'
import { FormMessage } from '~/app/components/form/FormMessage'
import type { Countries } from '~/app/components/form/ShownFields'
import { PencilIcon } from '~/app/components/icons'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import type { TeamDetails, TeamView } from '~/server/teams/contract'
import type { TeamRequest } from '~/server/teams/finding/contract'
import type { TeamInvitation } from '~/server/teams/invitations/contract'
import { EditForms } from './EditForms'
import { Invitations } from './Invitations'
import { Invite } from './Invite'
import { LockNote } from './LockNote'
import { Members } from './Members'
import { useRefusedAct } from './refused-act'
import { Requests } from './requests/Requests'

const HERE = '/Teams'

interface TeamCardProps {
  team: TeamView
  details: TeamDetails
  captain: boolean
  /** Only for the captain; null for others. */
  invite: { code: string; link: string } | null
  /** [] for others. */
  invitations: TeamInvitation[]
  /** Requests that wait; [] for others. */
  waiting: TeamRequest[]
  editing: boolean
  countries: Countries
}

export function TeamCard(props: TeamCardProps) {
  const { team, details, captain, invite, invitations, waiting, editing, countries } = props
  const t = useText()
  const heading = `team-${team.id}`
  return (
    <section className="panel team-card" aria-labelledby={heading}>
      <header>
        <Avatar name={team.name ?? ''} url={team.avatar} size="s40" />
        <div className="grow">
          <h2 id={heading}>
            <bdi>{team.name}</bdi>
          </h2>
          {team.bio && (
            <span className="muted small">
              <bdi>{team.bio}</bdi>
            </span>
          )}
        </div>
        {team.locked && (
          <Badge tone="warn" icon={LockIcon}>
            {t('teams:locked')}
          </Badge>
        )}
        {captain && !editing && (
          <a className="btn sm" href={`${HERE}?edit=${team.id}#${heading}`}>
            <PencilIcon />
            {t('teams:edit')}
          </a>
        )}
        {!captain && <Badge>{t('teams:role.member')}</Badge>}
      </header>
      <div className="panel-body stack-16">
        <FormMessage state={useRefusedAct(team.id)} />
        {editing && <EditForms team={team} version={details.version} countries={countries} />}
        {team.locked && <LockNote details={details} />}
        <Members team={team} solves={details.solves} pages={details.pages} captain={captain} />
        {invite && <Invite team={team.id} {...invite} />}
        {captain && !editing && (
          <>
            <Invitations team={team.id} rows={invitations} />
            <Requests team={team.id} name={team.name ?? ''} listing={details.listing} waiting={waiting} />
          </>
        )}
      </div>
      <footer>
        <Facts details={details} />
        <span className="push" />
        <WayOut team={team} games={details.games} captain={captain} />
      </footer>
    </section>
  )
}

function Facts({ details: { createdAt, games } }: { details: TeamDetails }) {
  const t = useText()
  const format = useFormat()
  return (
    <span>
      <time dateTime={createdAt}>{t('teams:since', { day: format.day(new Date(createdAt)) })}</time>
      {games > 0 && ` · ${t('teams:games', { count: games })}`}
    </span>
  )
}

/** The captain disbands the team, members leave it; neither while it is locked. */
function WayOut({ team, games, captain }: { team: TeamView; games: number; captain: boolean }) {
  const t = useText()
  const act = captain ? 'disband' : 'leave'
  const name = team.name ?? ''
  if (team.locked)
    return (
      <button type="button" className="btn sm danger" disabled>
        {t(`teams:${act}.do`)}
      </button>
    )
  const question = captain && games > 0 ? 'teams:disband.question_games' : `teams:${act}.question`
  return (
    <Confirm
      classes="sm danger"
      danger
      label={t(`teams:${act}.do`)}
      name={t(`teams:${act}.named`, { name })}
      question={t(question, { name, count: games })}
      confirm={t(`teams:${act}.do`)}
      action={HERE}
      fields={{ intent: act, team: team.id }}
    />
  )
}
