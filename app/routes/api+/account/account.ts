import { z } from 'zod'
import { api, call, Reply } from '~/app/request/api'
import { personReply } from '~/app/request/files/person'
import {
  linkInput,
  loginInput,
  mailChangeAnswer,
  mailChangeInput,
  messageAnswer,
  ownProfileView,
  passwordChangeInput,
  passwordResetInput,
  profileUpdateInput,
  recoveryInput,
  registerAnswer,
  registerInput
} from '~/server/accounts/contract'
import { ONE_IMAGE } from '~/server/assets/contract'
import { RATES } from '~/server/limits/contract'

const calls = api(null, {
  '/api/account/register': {
    POST: call({
      id: 'accountRegister',
      summary: 'Sign up',
      body: registerInput,
      answer: registerAnswer,
      rate: RATES.register,
      async run({ services, ctx, translator, body }) {
        const { status, session } = await services.accounts.register(ctx, body)
        const title = translator.translate(ctx.locale, `account:registered.${status}`)
        return Reply.json(
          { title, data: status, status: 200 },
          session ? { 'Set-Cookie': session.cookie } : {}
        )
      }
    })
  },
  '/api/account/login': {
    POST: call({
      id: 'accountLogIn',
      summary: 'Sign in',
      body: loginInput,
      rate: RATES.login,
      async run({ services, ctx, body, request }) {
        const { cookie, device } = await services.accounts.login(ctx, body, request.header('cookie'))
        return new Reply(200, { 'Set-Cookie': [cookie, device] })
      }
    })
  },
  '/api/account/logout': {
    POST: call({
      id: 'accountLogOut',
      summary: 'Sign out',
      async run({ services, ctx, request }) {
        const { cookie } = await services.accounts.logout(ctx, request.header('cookie'))
        return new Reply(200, { 'Set-Cookie': cookie })
      }
    })
  },
  '/api/account/verify': {
    POST: call({
      id: 'accountVerify',
      summary: 'Confirm the mail address and sign in',
      body: linkInput,
      rate: RATES.login,
      async run({ services, ctx, body }) {
        const { cookie } = await services.accounts.verify(ctx, body)
        return new Reply(200, { 'Set-Cookie': cookie })
      }
    })
  },
  '/api/account/recovery': {
    POST: call({
      id: 'accountRecovery',
      summary: 'Ask for a password reset mail',
      body: recoveryInput,
      answer: messageAnswer,
      rate: RATES.register,
      async run({ services, ctx, translator, body }) {
        await services.accounts.recovery(ctx, body)
        return { title: translator.translate(ctx.locale, 'mail:answer.recovery'), status: 200 }
      }
    })
  },
  '/api/account/passwordreset': {
    POST: call({
      id: 'accountPasswordReset',
      summary: 'Set a new password with a mail token',
      body: passwordResetInput,
      rate: RATES.register,
      run: ({ services, ctx, body }) => services.accounts.passwordReset(ctx, body)
    })
  },
  '/api/account/changepassword': {
    PUT: call({
      id: 'accountChangePassword',
      summary: 'Change own password',
      role: 'User',
      body: passwordChangeInput,
      run: ({ services, ctx, body }) => services.accounts.changePassword(ctx, body)
    })
  },
  '/api/account/changeemail': {
    PUT: call({
      id: 'accountChangeEmail',
      summary: 'Ask to change own mail',
      role: 'User',
      body: mailChangeInput,
      answer: mailChangeAnswer,
      rate: RATES.register,
      async run({ services, ctx, translator, body }) {
        await services.accounts.changeEmail(ctx, body)
        return { title: translator.translate(ctx.locale, 'mail:answer.confirm'), data: true, status: 200 }
      }
    })
  },
  '/api/account/mailchangeconfirm': {
    POST: call({
      id: 'accountMailChangeConfirm',
      summary: 'Confirm a mail change',
      role: 'User',
      body: linkInput,
      run: ({ services, ctx, body }) => services.accounts.confirmEmail(ctx, body)
    })
  },
  '/api/account/profile': {
    GET: call({
      id: 'accountProfile',
      summary: 'Own profile',
      scope: 'read',
      role: 'User',
      answer: ownProfileView,
      run: ({ services, ctx }) => services.accounts.profile(ctx)
    })
  },
  '/api/account/data': {
    GET: call({
      id: 'accountData',
      summary: 'All that is stored of oneself, for a login that was confirmed',
      role: 'User',
      rate: RATES.upload,
      file: 'application/zip',
      run: async ({ services, ctx }) => personReply(await services.personalData.own(ctx))
    })
  },
  '/api/account/avatar': {
    PUT: call({
      id: 'accountAvatar',
      summary: 'Upload own avatar',
      role: 'User',
      files: ONE_IMAGE,
      answer: z.string(),
      run: ({ services, ctx, files }) => services.assets.setAvatar(ctx, files[0])
    })
  },
  '/api/account/update': {
    PUT: call({
      id: 'accountUpdate',
      summary: 'Change own profile',
      role: 'User',
      body: profileUpdateInput,
      run: ({ services, ctx, body }) => services.accounts.update(ctx, body)
    })
  }
})
export const loader = calls.loader
export const action = calls.action
export const handle = calls.handle
