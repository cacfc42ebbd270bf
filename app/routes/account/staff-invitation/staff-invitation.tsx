import { data, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { Banner } from '~/app/components/Banner'
import { useFormat } from '~/app/i18n/format'
import { useText } from '~/app/i18n/text'
import { redirectWith } from '~/app/request/flash'
import { form } from '~/app/request/forms'
import { type PageArgs, page, pathOf } from '~/app/request/page'
import formStyles from '~/app/styles/patterns/forms.css?url'
import { staffInvitationPath } from '~/server/game-staff/constants'
import type { ShownStaffInvitation } from '~/server/game-staff/contract'
import { RATES } from '~/server/limits/contract'
import { isAppError } from '~/server/platform/errors'
import { AuthForm, AuthFrame } from '../AuthFrame'
import { keyHeaders } from '../mail-link'
import { fromQuery } from '../return-path'

export const links = () => [{ rel: 'stylesheet', href: formStyles }]
export const headers = keyHeaders

/** Null for a code that does not work, whatever the reason. */
async function invitationOf({ services, ctx, limits, params }: PageArgs) {
  await limits.take(RATES.login, { userId: ctx.actor?.id ?? null, ip: ctx.ip })
  try {
    return await services.gameStaff.invitation(ctx, params.code ?? '')
  } catch (error) {
    if (isAppError(error) && error.code === 'staff.invitation_not_found') return null
    throw error
  }
}

/** Shows what an invitation is for. Opening it changes nothing, because mail scanners open links. */
export const loader = page(async (args) => {
  const { ctx, services, t } = args
  const shown = await invitationOf(args)
  const title = t('staff:invitation.title')
  if (!shown) return data({ title, shown, visitor: null }, { status: 404 })
  if (ctx.actor) return data({ title, shown, visitor: null })
  const { accountPolicy } = await services.settings.read()
  return data({
    title,
    shown,
    visitor: { from: fromQuery(pathOf(args)), registers: accountPolicy.allowRegister }
  })
})

/** Accepts it for the account that is logged in (docs/rules/game-staff.md#invitations). */
export const action = form({
  role: 'User',
  rate: RATES.login,
  schema: z.object({}),
  async run({ services, ctx, params }) {
    const code = params.code ?? ''
    try {
      const { id } = await services.gameStaff.acceptInvitation(ctx, code)
      return redirectWith(`/admin/games/${id}/Staff`, { tone: 'ok', key: 'staff:invitation.accepted' })
    } catch (error) {
      // The page says so.
      if (isAppError(error) && error.code === 'staff.invitation_not_found')
        return redirect(staffInvitationPath(code), { status: 303 })
      throw error
    }
  }
})

function Facts({ game, role, by, expires }: ShownStaffInvitation) {
  const t = useText()
  const { moment } = useFormat()
  return (
    <dl className="kv">
      <dt>{t('staff:invitation.game')}</dt>
      <dd>
        <bdi>{game}</bdi>
      </dd>
      <dt>{t('staff:role_head')}</dt>
      <dd>
        {t(`staff:role.${role}`)}
        <div className="muted small">{t(`staff:about.${role}`)}</div>
      </dd>
      <dt>{t('staff:invitation.by')}</dt>
      <dd>
        <bdi>{by}</bdi>
      </dd>
      <dt>{t('staff:invitation.until')}</dt>
      <dd>
        <time dateTime={expires}>{`${moment(new Date(expires))} UTC`}</time>
      </dd>
    </dl>
  )
}

function Visitor({ from, registers }: { from: string; registers: boolean }) {
  const t = useText()
  return (
    <>
      <p className="muted">{t('account:login.why.staff')}</p>
      <a className="btn primary lg block" href={`/account/Login${from}`}>
        {t('account:login.submit')}
      </a>
      {registers && (
        <a className="btn lg block" href={`/account/Register${from}`}>
          {t('account:login.create')}
        </a>
      )}
    </>
  )
}

export default function StaffInvitation() {
  const { title, shown, visitor } = useLoaderData<typeof loader>()
  const t = useText()
  if (!shown)
    return (
      <AuthFrame title={title}>
        <p>{t('errors:staff.invitation_not_found')}</p>
      </AuthFrame>
    )
  return (
    <AuthFrame title={title}>
      <Facts {...shown} />
      {visitor && <Visitor {...visitor} />}
      {!visitor && shown.yours && <AuthForm submit={t('staff:invitation.accept')} />}
      {!visitor && !shown.yours && (
        <Banner tone="warn" announce={false}>
          {t('errors:staff.invitation_address')}
        </Banner>
      )}
    </AuthFrame>
  )
}
