import { useLoaderData } from '@remix-run/react'
import { Main } from '~/app/components/shell/Main'
import type { Format } from '~/app/islands/runtime/words/format'
import { page } from '~/app/request/page'
import formStyles from '~/app/styles/patterns/forms.css?url'
import type { SessionView } from '~/server/accounts/contract'
import { Appearance } from './Appearance'
import { Email, Password } from './Credentials'
import { type DeviceRow, Devices } from './Devices'
import { deviceOf } from './device'
import { profileForms } from './forms'
import { Person } from './Person'

export const links = () => [{ rel: 'stylesheet', href: formStyles }]

const rowOf = (session: SessionView, format: Format): DeviceRow => ({
  id: session.id,
  current: session.current,
  device: deviceOf(session.userAgent),
  ip: session.ip,
  since: { time: session.createdAt.toISOString(), text: format.day(session.createdAt) },
  seen: { time: session.lastSeenAt.toISOString(), text: `${format.moment(session.lastSeenAt)} UTC` }
})

export const loader = page('User', async ({ services, ctx, t, format }) => {
  const [profile, sessions, { customTheme: managed }, { accountPolicy }] = await Promise.all([
    services.accounts.profile(ctx),
    services.accounts.sessions.list(ctx),
    services.settings.client(),
    services.settings.read()
  ])
  return {
    title: t('account:profile.title'),
    profile,
    managed,
    mails: accountPolicy.emailConfirmationRequired,
    rows: sessions.map((session) => rowOf(session, format))
  }
})

export const action = profileForms

export default function Profile() {
  const { title, profile, managed, mails, rows } = useLoaderData<typeof loader>()
  return (
    <Main className="narrow">
      <div className="page-head">
        <h1>{title}</h1>
        <span className="sub">
          <bdi>{profile.userName}</bdi>
        </span>
      </div>
      <Person profile={profile} />
      <Email current={profile.email ?? ''} mails={mails} />
      <Password />
      <Devices rows={rows} />
      <Appearance managed={managed} />
    </Main>
  )
}
