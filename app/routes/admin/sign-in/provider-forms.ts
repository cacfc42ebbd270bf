import { z } from 'zod'
import { redirectWith } from '~/app/request/flash'
import { forms, oneForm } from '~/app/request/forms'
import { providerInput, providerUpdate } from '~/server/sign-in/contract'

const HERE = '/admin/SignIn'

const ticked = (value: unknown) => value !== undefined

/** Lines `game = claim = value = division`, as `rulesOf`. */
function divisionsOf(lines: unknown): unknown {
  if (typeof lines !== 'string') return []
  return lines
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [game = '', claim = '', ...rest] = line.split('=').map((part) => part.trim())
      const division = rest.pop() ?? ''
      return { game, claim, value: rest.join('='), division }
    })
}

/** Lines `claim = value = role`; malformed ones are kept for the schema to refuse. */
function rulesOf(lines: unknown): unknown {
  if (typeof lines !== 'string') return []
  return lines
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [claim = '', ...rest] = line.split('=').map((part) => part.trim())
      const role = rest.pop() ?? ''
      return { claim, value: rest.join('='), role }
    })
}

function fieldsOf(sent: unknown) {
  const form = sent as Record<string, unknown>
  return {
    ...form,
    domains: form.domains ?? '',
    enabled: ticked(form.enabled),
    createsAccounts: ticked(form.createsAccounts),
    singleLogout: ticked(form.singleLogout),
    countsAsBoth: ticked(form.countsAsBoth),
    roles: rulesOf(form.roles),
    divisions: divisionsOf(form.divisions)
  }
}

const id = z.object({ id: z.uuid() })

export const providerForms = forms({
  create: oneForm({
    role: 'Admin',
    schema: z.preprocess(fieldsOf, providerInput),
    fields: {
      'sign_in.slug_taken': 'slug',
      'sign_in.division_unknown': 'divisions',
      'sign_in.issuer_insecure': 'issuer',
      'sign_in.issuer_private': 'issuer'
    },
    async run({ services, ctx, input }) {
      await services.signIn.providers.create(ctx, input)
      return redirectWith(HERE, { tone: 'ok', key: 'signin:admin.saved' })
    }
  }),
  save: oneForm({
    role: 'Admin',
    schema: z.preprocess(fieldsOf, providerUpdate.extend(id.shape)),
    fields: { 'sign_in.division_unknown': 'divisions' },
    async run({ services, ctx, input: { id: provider, ...input } }) {
      await services.signIn.providers.update(ctx, provider, input)
      return redirectWith(HERE, { tone: 'ok', key: 'signin:admin.saved' })
    }
  }),
  remove: oneForm({
    role: 'Admin',
    schema: id,
    async run({ services, ctx, input }) {
      await services.signIn.providers.remove(ctx, input.id)
      return redirectWith(HERE, { tone: 'ok', key: 'signin:admin.deleted' })
    }
  })
})
