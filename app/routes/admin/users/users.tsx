import { useActionData, useLoaderData } from '@remix-run/react'
import { FormMessage } from '~/app/components/form/FormMessage'
import { PlusIcon } from '~/app/components/icons'
import { UploadIcon } from '~/app/components/staff-icons'
import { ListFoot } from '~/app/components/table/ListFoot'
import { useText } from '~/app/i18n/text'
import { notFoundPage } from '~/app/request/errors'
import { page } from '~/app/request/page'
import { hrefWith, pageFrom, readSearch } from '~/app/request/paging'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import bulkStyles from '~/app/styles/patterns/bulk.css?url'
import { ROLES } from '~/server/access/contract'
import { type UserInfo, userIdParam } from '~/server/users/contract'
import { AdminFrame } from '../AdminFrame'
import { ListHead, NothingFits } from '../ListHead'
import { AddUsers } from './AddUsers'
import { sortOf } from './sort'
import { UserPanel } from './UserPanel'
import { UsersTable } from './UsersTable'
import { UsersTools } from './UsersTools'
import { type UsersState, userForms } from './user-forms'

export const links = () => [adminStyles, bulkStyles].map((href) => ({ rel: 'stylesheet', href }))

const USERS_PER_PAGE = 30

export const loader = page('Admin', async ({ services, ctx, actor, url, t, format }) => {
  const { searchParams } = url
  const active = ['true', 'false'].find((one) => one === searchParams.get('active'))
  const filter = {
    q: readSearch(searchParams),
    role: ROLES.find((role) => role === searchParams.get('role')) ?? null,
    active: active ? active === 'true' : null
  }
  const wanted = { hint: filter.q, role: filter.role ?? undefined, active: filter.active ?? undefined }
  const sort = sortOf(searchParams.get('sort'))
  const { rows, ...place } = await pageFrom(searchParams.get('page'), USERS_PER_PAGE, (part) =>
    services.users.list(ctx, { ...part, ...sort }, wanted)
  )

  const rowOf = (user: UserInfo) => {
    const visited = Date.parse(user.lastVisitedUtc)
    return {
      id: user.id ?? '',
      name: user.userName ?? '',
      realName: user.realName ?? '',
      avatar: user.avatar,
      email: user.email ?? '',
      role: user.role ?? 'User',
      active: user.emailConfirmed ?? false,
      visit:
        visited === 0 ? null : { at: user.lastVisitedUtc, ago: format.span(ctx.now.getTime() - visited) },
      ip: user.ip
    }
  }

  const id = searchParams.get('user')
  if (id !== null && !userIdParam.safeParse(id).success) throw notFoundPage()
  const opened =
    id === null
      ? null
      : await Promise.all([
          services.users.one(ctx, id),
          services.users.belongings(ctx, id),
          services.factors.count(ctx, id)
        ])
  const open = opened && {
    user: opened[0],
    joined: format.day(new Date(opened[0].registerTimeUtc)),
    belongings: opened[1],
    factors: opened[2],
    own: opened[0].id === actor.id,
    href: url.pathname + url.search,
    back: hrefWith(url, { user: null, page: searchParams.get('page') })
  }
  const adding = searchParams.has('new')
  return { title: t('users:title'), users: rows.map(rowOf), place, filter, sort, open, adding, own: actor.id }
})

export const action = userForms

export default function Users() {
  const { title, users, place, filter, sort, open, adding, own } = useLoaderData<typeof loader>()
  const state = (useActionData() as UsersState | undefined) ?? null
  const t = useText()
  const filtered = filter.q !== '' || filter.role !== null || filter.active !== null
  return (
    <AdminFrame>
      <ListHead title={title} count={filtered ? null : place.total}>
        {!adding && (
          <>
            <a className="btn" href="/admin/Users?new">
              <PlusIcon />
              {t('users:add')}
            </a>
            <a className="btn" href="/admin/Users/Import">
              <UploadIcon />
              {t('users:import.title')}
            </a>
          </>
        )}
      </ListHead>
      <div className="stack-16">
        {adding && <AddUsers state={state} />}
        {open && <UserPanel {...open} state={state} />}
        {!adding && !open && <FormMessage state={state} />}
        <UsersTools filter={filter} sort={sort} />
        {users.length > 0 ? (
          <UsersTable label={title} users={users} sort={sort} own={own} />
        ) : (
          <NothingFits title={t('users:nobody')} href="/admin/Users" />
        )}
      </div>
      <ListFoot place={place} label="admin:place" />
    </AdminFrame>
  )
}
