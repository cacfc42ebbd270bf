import { useLocation } from '@remix-run/react'
import { Avatar } from '~/app/components/Avatar'
import { Badge } from '~/app/components/Badge'
import { LockIcon } from '~/app/components/challenge-icons'
import { Confirm } from '~/app/components/form/Confirm'
import { CrownIcon, PencilIcon, TrashIcon } from '~/app/components/icons'
import { Table } from '~/app/components/table/Table'
import { useText } from '~/app/i18n/text'
import { hrefWith } from '~/app/request/paging'

export interface TeamRow {
  id: number
  name: string | null
  bio: string | null
  avatar: string | null
  /** Effective lock, and that of administrators. */
  locked: boolean
  adminLocked: boolean
  captain: string
  members: number
  games: number
  created: { at: string; day: string }
}

const COLUMNS = ['team', 'id', 'captain', 'members', 'games', 'created', 'lock']
const NUMBERS = new Set(['id', 'members', 'games'])

export function TeamsTable({ label, teams }: { label: string; teams: TeamRow[] }) {
  const t = useText()
  const columns = COLUMNS.map((key) => ({ text: t(`teams:admin.${key}`), num: NUMBERS.has(key) }))
  return (
    <Table label={label} className="cards" columns={[...columns, { text: t('admin:actions'), silent: true }]}>
      {teams.map((team) => (
        <Row key={team.id} team={team} />
      ))}
    </Table>
  )
}

function Row({ team }: { team: TeamRow }) {
  const t = useText()
  const { id, name, bio, avatar, captain, members, games, created } = team
  const label = (key: string) => t(`teams:admin.${key}`)
  return (
    <tr>
      <th scope="row">
        <span className="row-tight">
          <Avatar name={name ?? ''} url={avatar} size="s24" />
          <span className="primary-cell">
            <bdi>{name}</bdi>
            {bio && (
              <span className="sub">
                <bdi>{bio}</bdi>
              </span>
            )}
          </span>
        </span>
      </th>
      <td className="num" data-label={label('id')}>
        {id}
      </td>
      <td data-label={label('captain')}>
        <span className="row-tight">
          <CrownIcon />
          <bdi>{captain}</bdi>
        </span>
      </td>
      <td className="num" data-label={label('members')}>
        {members}
      </td>
      <td className="num" data-label={label('games')}>
        {games}
      </td>
      <td className="nowrap muted" data-label={label('created')}>
        <time dateTime={created.at}>{created.day}</time>
      </td>
      <td data-label={label('lock')}>
        <LockOf team={team} />
      </td>
      <td className="end">
        <Actions team={team} />
      </td>
    </tr>
  )
}

/** Who locked it: a game's lock ends by itself, an administrator's does not. */
function LockOf({ team: { locked, adminLocked } }: { team: TeamRow }) {
  const t = useText()
  if (!locked) return <span className="faint">{t('teams:admin.open')}</span>
  return (
    <Badge tone={adminLocked ? 'bad' : 'warn'} icon={LockIcon}>
      {t(adminLocked ? 'teams:admin.by_admin' : 'teams:admin.by_game')}
    </Badge>
  )
}

function Actions({ team: { id, name, adminLocked } }: { team: TeamRow }) {
  const t = useText()
  const here = useLocation()
  const page = new URLSearchParams(here.search).get('page')
  const href = hrefWith(here, { team: String(id), page })
  const act = adminLocked ? 'unlock' : 'lock_it'
  const params = { name: name ?? '' }
  return (
    <span className="row-tight">
      <Confirm
        classes="sm"
        label={t(`teams:admin.${act}`)}
        name={t(`teams:admin.${act}_name`, params)}
        question={t(`teams:admin.${act}_question`, params)}
        confirm={t(`teams:admin.${act}`)}
        action={here.pathname + here.search}
        fields={{ intent: 'lock', team: id, locked: String(!adminLocked) }}
      />
      <a className="btn ghost icon-only sm" href={href} aria-label={t('teams:admin.edit', params)}>
        <PencilIcon />
      </a>
      <a
        className="btn ghost icon-only sm"
        href={`${href}#delete`}
        aria-label={t('teams:admin.delete_name', params)}
      >
        <TrashIcon />
      </a>
    </span>
  )
}
