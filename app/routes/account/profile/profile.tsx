import { useActionData, useLoaderData } from '@remix-run/react'
import { StepUp } from '~/app/components/form/StepUp'
import { Main } from '~/app/components/shell/Main'
import { tokenRow } from '~/app/components/tokens/TokenTable'
import type { Format } from '~/app/i18n/format'
import passkey from '~/app/islands/passkey'
import { countriesIn } from '~/app/request/countries'
import { page } from '~/app/request/page'
import formStyles from '~/app/styles/patterns/forms.css?url'
import { hasRole, isStaff } from '~/server/access/contract'
import type { SessionView } from '~/server/accounts/contract'
import type { FactorView } from '~/server/factors/contract'
import type { PushDevice } from '~/server/push/contract'
import { SCOPE_ROLES, SCOPES } from '~/server/tokens/constants'
import { goingOf } from '../sign-in/leaving'
import { Onward } from '../sign-in/Onward'
import { Appearance } from './Appearance'
import { Email, Password } from './Credentials'
import { type DeviceRow, Devices } from './Devices'
import { type FactorRow, Factors } from './Factors'
import { profileForms } from './forms'
import { Identities } from './Identities'
import { Notifications, type PushRow } from './Notifications'
import { Parts } from './Parts'
import { Person } from './Person'
import { PersonalData } from './PersonalData'
import { PlayerPage } from './PlayerPage'
import { Tokens } from './Tokens'
import { deviceOf } from './user-agent'

export const links = () => [{ rel: 'stylesheet', href: formStyles }]

const rowOf = (session: SessionView, format: Format): DeviceRow => ({
  id: session.id,
  current: session.current,
  device: deviceOf(session.userAgent),
  ip: session.ip,
  since: { time: session.createdAt.toISOString(), text: format.day(session.createdAt) },
  seen: { time: session.lastSeenAt.toISOString(), text: `${format.moment(session.lastSeenAt)} UTC` }
})

const factorRow = ({ id, kind, name, createdAt, lastUsedAt }: FactorView, format: Format): FactorRow => ({
  ...{ id, kind, name },
  added: { time: createdAt.toISOString(), text: format.day(createdAt) },
  used: lastUsedAt && { time: lastUsedAt.toISOString(), text: `${format.moment(lastUsedAt)} UTC` }
})

const pushRow = ({ id, current, userAgent, created }: PushDevice, format: Format): PushRow => ({
  ...{ id, current, device: deviceOf(userAgent) },
  since: { time: created, text: format.day(new Date(created)) }
})

export const loader = page('User', async ({ services, ctx, t, format }) => {
  const [
    { profile, joinedAt },
    sessions,
    { customTheme: managed },
    { accountPolicy },
    tokens,
    games,
    linked,
    buttons,
    hasPassword,
    second,
    push
  ] = await Promise.all([
    services.accounts.account(ctx),
    services.accounts.sessions.list(ctx),
    services.settings.client(),
    services.settings.read(),
    services.tokens.list(ctx),
    services.games.list(ctx),
    services.signIn.identities(ctx),
    services.signIn.providers.buttons(),
    services.signIn.hasPassword(ctx),
    services.factors.view(ctx),
    services.push.view(ctx)
  ])
  return {
    title: t('account:profile.title'),
    profile,
    countries: countriesIn(ctx.locale),
    joined: {
      time: joinedAt.toISOString(),
      text: t('account:profile.joined', { date: format.day(joinedAt) })
    },
    managed,
    mails: accountPolicy.emailConfirmationRequired,
    rows: sessions.map((session) => rowOf(session, format)),
    tokens: tokens.map((token) => tokenRow(token, format)),
    linked: linked.map(({ id, provider, label, createdAt }) => ({
      ...{ id, provider, label },
      since: { time: createdAt.toISOString(), text: format.day(createdAt) }
    })),
    buttons,
    hasPassword,
    second: {
      ...{ codesLeft: second.codesLeft, required: second.required },
      passkeys: services.factors.passkeys.origin !== null,
      rows: second.factors.map((factor) => factorRow(factor, format))
    },
    push: {
      publicKey: push.publicKey,
      rows: push.devices.map((device) => pushRow(device, format))
    },
    games: games.map(({ id, title }) => ({ id, title })),
    // Staff of a game may have the scopes of staff for it.
    scopes: SCOPES.filter(
      (scope) =>
        hasRole(ctx.actor?.role ?? 'User', SCOPE_ROLES[scope]) || (scope !== 'admin' && isStaff(ctx.actor))
    )
  }
})

export const action = profileForms

export default function Profile() {
  const {
    title,
    profile,
    countries,
    joined,
    managed,
    mails,
    rows,
    tokens,
    games,
    scopes,
    linked,
    buttons,
    hasPassword,
    second,
    push
  } = useLoaderData<typeof loader>()
  const going = goingOf(useActionData())
  if (going)
    return (
      <Main className="narrow">
        <Onward going={going} text="signin:going" />
      </Main>
    )
  return (
    <Main className="narrow">
      <StepUp passkey={passkey} />
      <div className="page-head">
        <h1>{title}</h1>
        <span className="sub">
          <bdi>{profile.userName}</bdi>, <time dateTime={joined.time}>{joined.text}</time>
        </span>
      </div>
      <Parts />
      <Person profile={profile} />
      <PlayerPage profile={profile} countries={countries} />
      <Email current={profile.email ?? ''} mails={mails} hasPassword={hasPassword} />
      <Password />
      <Factors {...second} />
      <Identities rows={linked} buttons={buttons} hasPassword={hasPassword} />
      <Devices rows={rows} />
      <Notifications {...push} />
      <Tokens rows={tokens} games={games} scopes={scopes} hasPassword={hasPassword} />
      <PersonalData />
      <Appearance managed={managed} />
    </Main>
  )
}
