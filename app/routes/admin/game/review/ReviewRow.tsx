import { useLocation, useParams } from '@remix-run/react'
import { Avatar } from '~/app/components/Avatar'
import { Badge } from '~/app/components/Badge'
import { Confirm } from '~/app/components/form/Confirm'
import { ReviewReason } from '~/app/components/form/ReviewReason'
import {
  BanIcon,
  CheckIcon,
  ChevronRightIcon,
  CircleCheckIcon,
  CircleXIcon,
  CrownIcon,
  HourglassIcon,
  type Icon
} from '~/app/components/icons'
import { Table } from '~/app/components/table/Table'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { useShell } from '~/app/request/page/shell'
import { PickBox } from '~/app/routes/admin/Bulk'
import { mayIn } from '~/server/access/contract'
import type { ParticipationInfo, StoredStatus } from '~/server/participations/contract'
import type { RegistrationField } from '~/server/registration-fields/contract'
import { DivisionForm } from '../DivisionForm'
import { GivenAnswers } from './GivenAnswers'
import { MOVES } from './status-moves'

const LOOKS: Record<StoredStatus, { tone?: 'ok' | 'warn' | 'bad'; icon: Icon }> = {
  Pending: { tone: 'warn', icon: HourglassIcon },
  Accepted: { tone: 'ok', icon: CircleCheckIcon },
  Suspended: { tone: 'bad', icon: BanIcon },
  Rejected: { icon: CircleXIcon }
}

interface ReviewRowProps {
  row: ParticipationInfo
  limit: number
  offered: string[]
  asked: readonly RegistrationField[]
}

export function ReviewRow({ row, limit, offered, asked }: ReviewRowProps) {
  const t = useText()
  const { day } = useFormat()
  const { team, organization, registeredMembers } = row
  const status = row.status as StoredStatus
  const count = registeredMembers.length
  const over = limit > 0 && count > limit
  const players =
    limit > 0 ? t('admin:review.players_of', { count, limit }) : t('admin:review.players', { count })
  const reader = useShell()?.viewer?.id ?? ''
  const own =
    registeredMembers.includes(reader) || (team.members ?? []).some(({ userId }) => userId === reader)
  const names = (team.members ?? []).map(({ userName }) => userName)
  return (
    <li className="review-row">
      <PickBox id={row.id} name={team.name ?? ''} />
      <details>
        <summary className="sum">
          <ChevronRightIcon className="chev flip" />
          <span className="row-tight">
            <Avatar name={team.name ?? ''} url={team.avatar} />
            <span className="review-team">
              <b className="truncate">
                <bdi>{team.name}</bdi>
              </b>
              <small className="truncate muted">
                <bdi>{names.join(', ')}</bdi>
              </small>
              <small className={over ? 'narrow bad' : 'narrow muted'}>
                {[organization, players].filter(Boolean).join(' · ')}
              </small>
            </span>
          </span>
          <span className="opt truncate">
            <bdi>{organization}</bdi>
          </span>
          <span className={over ? 'opt bad' : 'opt'}>{players}</span>
          <time className="opt muted" dateTime={row.createdAt} title={row.createdAt}>
            {day(new Date(row.createdAt))}
          </time>
          <span>
            <Badge {...LOOKS[status]}>{t(`admin:status.${status}`)}</Badge>
            {own && <Badge tone="warn">{t('admin:review.own')}</Badge>}
          </span>
          <span className="opt" />
        </summary>
        <div className="inner">
          <People row={row} />
          <GivenAnswers row={row} asked={asked} />
          <DivisionForm row={row} offered={offered} />
          {status === 'Accepted' && <AwardLink team={team.name ?? ''} />}
          <Moves row={row} status={status} within />
        </div>
      </details>
      <Moves row={row} status={status} within={false} />
    </li>
  )
}

/** Leads to the form of a correction with the team filled in. */
function AwardLink({ team }: { team: string }) {
  const t = useText()
  const { id = '' } = useParams()
  const viewer = useShell()?.viewer
  if (!viewer || !mayIn(viewer, Number(id), 'corrections')) return null
  const fields = new URLSearchParams({ kind: 'award', teams: team })
  return (
    <p>
      <a className="link" href={`/admin/games/${id}/Corrections?${fields}#new`}>
        {t('corrections:kind.award')}
        <span className="sr">: {team}</span>
      </a>
    </p>
  )
}

interface MovesProps {
  row: ParticipationInfo
  status: StoredStatus
  /** Once decided, those that harm the team stand within the opened row. */
  within: boolean
}

function Moves({ row, status, within }: MovesProps) {
  const t = useText()
  const { pathname, search } = useLocation()
  const team = row.team.name ?? ''
  const moves = MOVES[status].filter(({ danger }) => (danger && status !== 'Pending') === within)
  if (moves.length === 0) return null
  return (
    <div className={within ? 'row mt' : 'acts'}>
      {moves.map(({ key, to, danger }) => (
        <Confirm
          key={key}
          classes={danger ? 'sm danger' : 'sm'}
          danger={danger}
          label={
            <>
              {to === 'Accepted' && <CheckIcon />}
              {t(`admin:review.${key}`)}
            </>
          }
          name={t('admin:review.move', { action: t(`admin:review.${key}`), team })}
          question={t(`admin:review.${key}_question`, { team })}
          confirm={t(`admin:review.${key}`)}
          action={pathname + search}
          fields={{ intent: 'move', participation: row.id, to }}
        >
          {danger && <ReviewReason />}
        </Confirm>
      ))}
    </div>
  )
}

const PERSONAL = ['realName', 'stdNumber', 'email', 'phone'] as const

function People({ row: { team, registeredMembers } }: { row: ParticipationInfo }) {
  const t = useText()
  const members = team.members ?? []
  const columns = [
    t('admin:review.member'),
    t('admin:review.registered'),
    ...PERSONAL.map((name) => t(`admin:person.${name}`))
  ]
  const here = new Set(members.map(({ userId }) => userId))
  const missing = registeredMembers.filter((id) => !here.has(id)).length
  return (
    <>
      <Table
        label={t('admin:review.members_of', { team: team.name ?? '' })}
        className="cards"
        columns={columns.map((text) => ({ text }))}
      >
        {members.map((member) => (
          <tr key={member.userId}>
            <th scope="row">
              <span className="row-tight">
                <Avatar name={member.userName ?? ''} url={member.avatar} size="s16" round />
                <bdi>{member.userName}</bdi>
                {member.userId === team.captainId && (
                  <Badge tone="accent" icon={CrownIcon}>
                    {t('admin:review.captain')}
                  </Badge>
                )}
              </span>
            </th>
            <td data-label={t('admin:review.registered')}>
              {registeredMembers.includes(member.userId ?? '') ? (
                <span className="res ok">
                  <CheckIcon />
                  {t('admin:review.joined')}
                </span>
              ) : (
                <span className="faint">{t('admin:review.not_joined')}</span>
              )}
            </td>
            {PERSONAL.map((name) => (
              <td key={name} data-label={t(`admin:person.${name}`)}>
                <bdi>{member[name] || '–'}</bdi>
              </td>
            ))}
          </tr>
        ))}
      </Table>
      {missing > 0 && <p className="hint">{t('admin:review.gone', { count: missing })}</p>}
    </>
  )
}
