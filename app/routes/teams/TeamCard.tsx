import { Avatar } from '~/app/components/Avatar'
import { Badge } from '~/app/components/Badge'
import { Banner } from '~/app/components/Banner'
import { Confirm } from '~/app/components/Confirm'
import { CopyField } from '~/app/components/CopyField'
import { CrownIcon, LockIcon, PencilIcon, RefreshIcon } from '~/app/components/icons'
import { TableHead } from '~/app/components/TableHead'
import { TableWrap } from '~/app/components/TableWrap'
import { useText } from '~/app/islands/runtime/text'
import type { TeamMemberView, TeamView } from '~/server/teams/contract'
import { TeamFields } from './Panels'

interface TeamCardProps {
  team: TeamView
  /** The reader is its captain. */
  captain: boolean
  /** The captain's to give away; null for others. */
  invite: { code: string; link: string } | null
  editing: boolean
}

/** One of the reader's teams. */
export function TeamCard({ team, captain, invite, editing }: TeamCardProps) {
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
          <a className="btn sm" href={`/Teams?edit=${team.id}#${heading}`}>
            <PencilIcon />
            {t('teams:edit')}
          </a>
        )}
        {!captain && <Badge>{t('teams:role.member')}</Badge>}
      </header>
      <div className="panel-body stack-16">
        {editing && (
          <form className="stack-16" method="post" action="/Teams">
            <input type="hidden" name="team" value={team.id} />
            <TeamFields team={team} intent="update" />
            <div className="row">
              <button type="submit" className="btn primary">
                {t('common:save')}
              </button>
              <a className="btn ghost" href="/Teams">
                {t('common:cancel')}
              </a>
            </div>
          </form>
        )}
        {team.locked && (
          <Banner inline announce={false}>
            {t('teams:locked_text')}
          </Banner>
        )}
        <Members label={t('teams:members_of', { name: team.name ?? '' })} members={team.members ?? []} />
        {invite && <Invite team={team.id} {...invite} />}
      </div>
    </section>
  )
}

function Members({ label, members }: { label: string; members: TeamMemberView[] }) {
  const t = useText()
  return (
    <TableWrap label={label}>
      <table className="table cards">
        <TableHead columns={[{ text: t('teams:member') }, { text: t('teams:role.label') }]} />
        <tbody>
          {members.map(({ id, userName, bio, avatar, captain }) => (
            <tr key={id}>
              <th scope="row">
                <span className="row-tight">
                  <Avatar name={userName ?? ''} url={avatar} size="s24" round />
                  <span className="primary-cell">
                    <bdi>{userName}</bdi>
                    {bio && (
                      <span className="sub">
                        <bdi>{bio}</bdi>
                      </span>
                    )}
                  </span>
                </span>
              </th>
              <td data-label={t('teams:role.label')}>
                {captain ? (
                  <Badge tone="accent" icon={CrownIcon}>
                    {t('teams:role.captain')}
                  </Badge>
                ) : (
                  t('teams:role.member')
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableWrap>
  )
}

function Invite({ team, code, link }: { team: number; code: string; link: string }) {
  const t = useText()
  return (
    <div className="stack-16">
      <div className="form-grid two">
        <div className="field">
          <span className="label">{t('teams:code')}</span>
          <CopyField value={code} label={t('teams:copy_code')} />
          <span className="hint">{t('teams:code_hint')}</span>
        </div>
        <div className="field">
          <span className="label">{t('teams:link')}</span>
          <CopyField value={link} label={t('teams:copy_link')} />
          <span className="hint">{t('teams:link_hint')}</span>
        </div>
      </div>
      <div>
        <Confirm
          look="sm"
          label={
            <>
              <RefreshIcon />
              {t('teams:renew')}
            </>
          }
          question={t('teams:renew_question')}
          confirm={t('teams:renew')}
          action="/Teams"
          fields={{ intent: 'renew', team }}
        />
      </div>
    </div>
  )
}
