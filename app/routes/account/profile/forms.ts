import { redirect } from '@remix-run/node'
import { z } from 'zod'
import type { HalyardContext } from '~/app/request/context'
import { redirectWith } from '~/app/request/flash'
import { forms, oneForm } from '~/app/request/forms'
import { customTheme, customThemeCookie } from '~/app/request/theme'
import { mailChangeInput, passwordChangeInput } from '~/server/accounts/contract'
import { ONE_IMAGE, uploadField } from '~/server/assets/contract'
import { RATES } from '~/server/limits/contract'
import { passwordRepeat, repeatedField } from '../repeated'
import { changesOf, pageForm, personForm } from './changes'
import { factorForms } from './factor-forms'
import { identityForms } from './identity-forms'
import { tokenForms } from './token-forms'

const TOP = '/account/Profile#main'

const { old, new: fresh } = passwordChangeInput.shape

/** Stores what is other than in the profile, and says whether anything was. */
async function save(
  { services, ctx }: Pick<HalyardContext, 'services' | 'ctx'>,
  input: Parameters<typeof changesOf>[1]
) {
  const changes = changesOf(await services.accounts.profile(ctx), input)
  if (Object.keys(changes).length === 0)
    return redirectWith(TOP, { tone: 'info', key: 'common:form.unchanged' })
  await services.accounts.update(ctx, changes)
  return redirectWith(TOP, { tone: 'ok', key: 'account:profile.saved' })
}

export const profileForms = forms({
  person: oneForm({
    role: 'User',
    schema: personForm,
    fields: { 'identity.duplicate_user_name': 'userName' },
    run: (args) => save(args, args.input)
  }),

  page: oneForm({ role: 'User', schema: pageForm, run: (args) => save(args, args.input) }),

  avatar: oneForm({
    role: 'User',
    files: ONE_IMAGE,
    schema: z.object({ file: uploadField }),
    fields: { 'file.too_large': 'file', 'file.empty': 'file', 'account.avatar_update_failed': 'file' },
    async run({ services, ctx, input }) {
      await services.assets.setAvatar(ctx, input.file)
      return redirectWith(TOP, { tone: 'ok', key: 'account:avatar.saved' })
    }
  }),

  email: oneForm({
    role: 'User',
    rate: RATES.register,
    schema: mailChangeInput,
    fields: {
      'account.email_domain_not_allowed': 'newMail',
      'account.login_again': 'password',
      'account.password_required': 'password',
      'identity.password_mismatch': 'password'
    },
    async run({ services, ctx, input }) {
      await services.accounts.changeEmail(ctx, input)
      return redirectWith(TOP, { tone: 'ok', key: 'account:email_change.sent' })
    }
  }),

  password: oneForm({
    role: 'User',
    rate: RATES.login,
    schema: z
      .object({ oldPassword: old, newPassword: fresh, passwordRepeat })
      .refine(...repeatedField('newPassword')),
    fields: { 'identity.password_mismatch': 'oldPassword' },
    async run({ services, ctx, input: { oldPassword, newPassword } }) {
      await services.accounts.changePassword(ctx, { old: oldPassword, new: newPassword })
      return redirectWith(TOP, { tone: 'ok', key: 'account:password_change.done' })
    }
  }),

  session: oneForm({
    role: 'User',
    schema: z.object({ session: z.string().max(200) }),
    async run({ services, ctx, input }) {
      await services.accounts.sessions.revoke(ctx, input.session)
      return redirectWith(TOP, { tone: 'ok', key: 'account:sessions.ended' })
    }
  }),

  sessions: oneForm({
    role: 'User',
    schema: z.object({}),
    async run({ services, ctx }) {
      const count = await services.accounts.sessions.revokeOthers(ctx)
      return redirectWith(TOP, { tone: 'ok', key: 'account:sessions.ended_others', params: { count } })
    }
  }),

  /** Sends no more news to a device; browsers are added by script (app/islands/push). */
  push: oneForm({
    role: 'User',
    schema: z.object({ device: z.uuid() }),
    async run({ services, ctx, input }) {
      await services.push.remove(ctx, input.device)
      return redirectWith('/account/Profile#push', { tone: 'ok', key: 'push:removed' })
    }
  }),

  /** Leads to the download once the owner has confirmed to be there. */
  data: oneForm({
    role: 'User',
    schema: z.object({}),
    async run({ services, ctx }) {
      await services.personalData.confirmed(ctx)
      return redirect('/api/account/data')
    }
  }),

  ...tokenForms,
  ...identityForms,
  ...factorForms,

  /** An invalid colour changes nothing (docs/rules/interface.md#theme). */
  theme: oneForm({
    schema: customTheme,
    run: ({ input }) =>
      redirectWith(TOP, { tone: 'ok', key: 'account:appearance.saved' }, [customThemeCookie(input)])
  })
})
