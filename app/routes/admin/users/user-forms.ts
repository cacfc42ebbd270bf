import { readFile } from 'node:fs/promises'
import { json, redirect } from '@remix-run/node'
import { z } from 'zod'
import { redirectWith } from '~/app/request/flash'
import { emptyState } from '~/app/request/form-state'
import { type FormState, forms, oneForm } from '~/app/request/forms'
import { pathOf } from '~/app/request/page'
import { hrefWith } from '~/app/request/paging'
import { uploadField } from '~/server/assets/contract'
import { type BulkReport, MAX_BULK_USERS, userChange, userIdParam } from '~/server/users/contract'
import { box } from '../lines-field'
import { readUsers } from './csv'

export interface UsersState extends FormState {
  generated?: string
  report?: BulkReport
}

const emptied = (value: unknown) => (value === '' ? null : value)

const { userName, email, bio, phone, realName, stdNumber, role, expectedVersion } = userChange.shape
const editForm = z.object({
  user: userIdParam,
  userName,
  email,
  bio,
  realName,
  stdNumber,
  phone: z.preprocess(emptied, phone),
  /** Absent for the own account. */
  role,
  emailConfirmed: box,
  version: expectedVersion
})

const addForm = z.object({
  lines: z.string().default(''),
  file: uploadField.optional(),
  overwrite: box
})

/** Bytes of a file with accounts; several times the allowed number fits. */
const MAX_FILE_BYTES = 1024 * 1024

const listOf = (args: { url: URL }) =>
  hrefWith(args.url, { user: null, new: null, page: args.url.searchParams.get('page') })

const add = (dryRun: boolean) =>
  oneForm({
    role: 'Admin',
    schema: addForm,
    files: { files: 1, fileSize: MAX_FILE_BYTES },
    fields: { 'user.bulk_quotes': 'lines' },
    async run({ services, ctx, input, t }) {
      const sent = input.file ? await readFile(input.file.path, 'utf8') : input.lines
      const values: FormState['values'] = { lines: sent, ...(input.overwrite && { overwrite: 'on' }) }
      const state: UsersState = { intent: 'add', values, errors: {}, message: null }
      const lines = readUsers(sent)
      const fault =
        lines.length === 0 ? 'user.bulk_empty' : lines.length > MAX_BULK_USERS ? 'user.bulk_limit' : null
      if (fault) return json({ ...state, errors: { lines: t(`errors:${fault}`) } }, { status: 400 })
      const report = await services.users.addMany(ctx, lines, { dryRun, overwrite: input.overwrite })
      return json({ ...state, ...(report.done && { values: {} }), report } satisfies UsersState)
    }
  })

export const userForms = forms({
  save: oneForm({
    role: 'Admin',
    schema: editForm,
    fields: {
      'identity.duplicate_user_name': 'userName',
      'identity.duplicate_email': 'email'
    },
    async run(args) {
      const { user, version, ...change } = args.input
      await args.services.users.update(args.ctx, user, { ...change, expectedVersion: version })
      return redirectWith(listOf(args), {
        tone: 'ok',
        key: 'users:saved',
        params: { name: change.userName ?? '' }
      })
    }
  }),

  activate: oneForm({
    role: 'Admin',
    schema: z.object({ user: userIdParam }),
    async run(args) {
      const { services, ctx, input } = args
      const { userName } = await services.users.one(ctx, input.user)
      await services.users.update(ctx, input.user, { emailConfirmed: true })
      return redirectWith(pathOf(args), {
        tone: 'ok',
        key: 'users:activated',
        params: { name: userName ?? '' }
      })
    }
  }),

  reset: oneForm({
    role: 'Admin',
    schema: z.object({ user: userIdParam }),
    async run({ services, ctx, input }) {
      const password = await services.users.resetPassword(ctx, input.user)
      return json({ ...emptyState('reset'), generated: password } satisfies UsersState)
    }
  }),

  factors: oneForm({
    role: 'Admin',
    schema: z.object({ user: userIdParam }),
    async run(args) {
      const { services, ctx, input } = args
      const { userName } = await services.users.one(ctx, input.user)
      await services.factors.reset(ctx, input.user)
      return redirectWith(pathOf(args), {
        tone: 'ok',
        key: 'users:factors.done',
        params: { name: userName ?? '' }
      })
    }
  }),

  data: oneForm({
    role: 'Admin',
    schema: z.object({ user: userIdParam }),
    async run({ services, ctx, input }) {
      await services.personalData.confirmed(ctx)
      return redirect(`/api/admin/users/${input.user}/data`)
    }
  }),

  erase: oneForm({
    role: 'Admin',
    schema: z.object({ user: userIdParam }),
    async run(args) {
      const { services, ctx, input } = args
      const name = await services.users.erase(ctx, input.user)
      return redirectWith(listOf(args), { tone: 'ok', key: 'users:erase.done', params: { name } })
    }
  }),

  remove: oneForm({
    role: 'Admin',
    schema: z.object({ user: userIdParam }),
    async run(args) {
      const { services, ctx, input } = args
      const { userName } = await services.users.one(ctx, input.user)
      await services.users.remove(ctx, input.user)
      return redirectWith(listOf(args), {
        tone: 'ok',
        key: 'users:removed',
        params: { name: userName ?? '' }
      })
    }
  }),

  check: add(true),
  add: add(false)
})
