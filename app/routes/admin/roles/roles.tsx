import { useLoaderData } from '@remix-run/react'
import { useText } from '~/app/i18n/text'
import { page } from '~/app/request/page'
import adminStyles from '~/app/styles/patterns/admin.css?url'
import { GAME_ROLES } from '~/server/access/constants'
import { AdminFrame } from '../AdminFrame'
import { RolesTable } from './RolesTable'

export const links = () => [{ rel: 'stylesheet', href: adminStyles }]

/** For all staff, of the platform or of any game. */
export const loader = page('roles', ({ t }) => ({ title: t('staff:roles') }))

export default function Roles() {
  const { title } = useLoaderData<typeof loader>()
  const t = useText()
  return (
    <AdminFrame>
      <div className="page-head">
        <h1>{title}</h1>
      </div>
      <div className="stack-16">
        <p className="muted">{t('staff:roles_text')}</p>
        <dl className="role-list">
          {GAME_ROLES.map((role) => (
            <div key={role}>
              <dt>{t(`staff:role.${role}`)}</dt>
              <dd>{t(`staff:about.${role}`)}</dd>
            </div>
          ))}
        </dl>
        <RolesTable />
      </div>
    </AdminFrame>
  )
}
