import { useLocation } from '@remix-run/react'
import { useId } from 'react'
import { Avatar } from '~/app/components/Avatar'
import { ConfirmBox, opensConfirm } from '~/app/components/form/Confirm'
import { CheckIcon, HourglassIcon } from '~/app/components/icons'
import { Table } from '~/app/components/table/Table'
import { useText } from '~/app/i18n/text'
import rowTools from '~/app/islands/row-tools'
import { Island } from '~/app/islands/runtime/island'
import { hrefWith } from '~/app/request/paging'
import { RowActions } from '~/app/routes/admin/RowActions'
import type { Role } from '~/server/access/contract'
import type { UserOrder } from '~/server/users/contract'
import { RoleBadge } from './RoleBadge'
import { type Sort, sortText } from './sort'

interface UserRow {
  id: string
  name: string
  realName: string
  avatar: string | null
  email: string
  role: Role
  active: boolean
  /** Wire time and age; null: never. */
  visit: { at: string; ago: string } | null
  ip: string
}

const COLUMNS: [key: string, order?: UserOrder][] = [
  ['user', 'name'],
  ['email', 'email'],
  ['role'],
  ['active'],
  ['visit', 'visit'],
  ['address']
]

interface UsersTableProps {
  label: string
  users: UserRow[]
  sort: Sort
  own: string
}

export function UsersTable({ label, users, sort, own }: UsersTableProps) {
  const t = useText()
  const here = useLocation()
  const columns = COLUMNS.map(([key, order]) => ({
    text: t(`users:column.${key}`),
    sort: order && sorting(here, order, sort)
  }))
  return (
    <>
      <Island of={rowTools} props={{}} />
      <Table
        label={label}
        className="cards"
        columns={[...columns, { text: t('admin:actions'), silent: true }]}
      >
        {users.map((user) => (
          <Row key={user.id} user={user} own={user.id === own} />
        ))}
      </Table>
    </>
  )
}

function sorting(here: { pathname: string; search: string }, order: UserOrder, sort: Sort) {
  const current = sort.order === order
  const falling = sort.reversed !== (order === 'visit')
  const next = sortText({ order, reversed: current && !sort.reversed })
  return {
    href: hrefWith(here, { sort: next, user: null, new: null }),
    now: current ? (falling ? ('descending' as const) : ('ascending' as const)) : null
  }
}

function Row({ user, own }: { user: UserRow; own: boolean }) {
  const t = useText()
  const { id, name, realName, avatar, email, role, active, visit, ip } = user
  const here = useLocation()
  const page = new URLSearchParams(here.search).get('page')
  const href = hrefWith(here, { user: id, new: null, page })
  const label = (key: string) => t(`users:column.${key}`)
  return (
    <tr>
      <th scope="row">
        <span className="row-tight">
          <Avatar name={name} url={avatar} size="s24" round />
          <span className="primary-cell">
            <a className="link" href={href}>
              <bdi>{name}</bdi>
            </a>
            {realName && (
              <span className="sub">
                <bdi>{realName}</bdi>
              </span>
            )}
          </span>
        </span>
      </th>
      <td className="wrap" data-label={label('email')}>
        {email}
      </td>
      <td data-label={label('role')}>
        <RoleBadge role={role} />
      </td>
      <td data-label={label('active')}>
        <span className={active ? 'res ok' : 'res warn'}>
          {active ? <CheckIcon /> : <HourglassIcon />}
          {t(active ? 'users:yes' : 'users:no')}
        </span>
      </td>
      <td className="nowrap" data-label={label('visit')}>
        {visit ? <time dateTime={visit.at}>{visit.ago}</time> : <span className="faint">–</span>}
      </td>
      <td className="mono small wrap" data-label={label('address')}>
        {ip || '–'}
      </td>
      <td className="end">
        <Actions id={id} name={name} active={active} own={own} href={href} />
      </td>
    </tr>
  )
}

interface ActionsProps extends Pick<UserRow, 'id' | 'name' | 'active'> {
  own: boolean
  href: string
}

function Actions({ id, name, active, own, href }: ActionsProps) {
  const t = useText()
  const here = useLocation()
  const box = useId()
  return (
    <span className="row-tight">
      {!active && (
        <form method="post" action={here.pathname + here.search}>
          <input type="hidden" name="intent" value="activate" />
          <input type="hidden" name="user" value={id} />
          <button type="submit" className="btn sm" aria-label={t('users:activate_name', { name })}>
            {t('users:activate')}
          </button>
        </form>
      )}
      <RowActions label={t('admin:bulk.menu', { name })}>
        <a href={href}>{t('users:edit', { name })}</a>
        <button type="button" {...opensConfirm(box)}>
          {t('users:reset_name', { name })}
        </button>
        {!own && (
          <a className="danger" href={`${href}#delete`}>
            {t('users:delete_name', { name })}
          </a>
        )}
      </RowActions>
      <ConfirmBox
        id={box}
        danger
        question={t('users:reset_question', { name })}
        confirm={t('users:reset')}
        action={href}
        fields={{ intent: 'reset', user: id }}
      />
    </span>
  )
}
