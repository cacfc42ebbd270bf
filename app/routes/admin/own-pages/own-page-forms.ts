import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { redirectWith } from '~/app/request/flash'
import { forms, oneForm } from '~/app/request/forms'
import { TEXT_LANGUAGES, type TextLanguage } from '~/server/appearance/contract'
import { ownPageInput, ownPageUpdate } from '~/server/own-pages/contract'
import { previewForm } from '../drafts'

export const HERE = '/admin/Pages'

export const languageOf = (given: unknown): TextLanguage =>
  TEXT_LANGUAGES.find((one) => one === given) ?? 'any'

type Fields = Record<string, unknown>

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** Checks fields as the call does, and names those that are wrong as the form does. */
function read<T>(schema: z.ZodType<T>, sent: object, refinement: z.RefinementCtx): T {
  const result = schema.safeParse(sent)
  if (result.success) return result.data
  const names: Record<string, string> = { titles: 'title', texts: 'content' }
  for (const { path, message } of result.error.issues) {
    const member = String(path[0])
    refinement.addIssue({ code: 'custom', path: [names[member] ?? member], message })
  }
  return z.NEVER
}

const createForm = z
  .record(z.string(), z.unknown())
  .transform((fields: Fields, refinement) =>
    read(
      ownPageInput,
      { address: text(fields.address).trim(), titles: { any: text(fields.title) } },
      refinement
    )
  )

const saveForm = z.record(z.string(), z.unknown()).transform((fields: Fields, refinement) => {
  const language = languageOf(fields.language)
  const sent = {
    address: text(fields.address).trim(),
    titles: { [language]: text(fields.title) },
    texts: { [language]: text(fields.content) },
    link: fields.link,
    position: text(fields.position).trim() || '0',
    published: fields.published !== undefined,
    ...(fields.version !== undefined && { version: fields.version })
  }
  return { language, input: read(ownPageUpdate, sent, refinement) }
})

const FIELDS = {
  'own_page.taken': 'address',
  'own_page.title': 'title',
  'own_page.navigation_full': 'link'
} as const

export const listForms = forms({
  create: oneForm({
    role: 'Admin',
    schema: createForm,
    fields: FIELDS,
    async run({ services, ctx, input }) {
      const { address } = await services.ownPages.create(ctx, input)
      return redirect(`${HERE}/${address}`, 303)
    }
  })
})

export const ownPageForms = forms({
  save: oneForm({
    role: 'Admin',
    schema: saveForm,
    fields: FIELDS,
    async run({ services, ctx, params, input: { language, input } }) {
      const { address } = await services.ownPages.update(ctx, params.address ?? '', input)
      return redirectWith(`${HERE}/${address}?language=${language}`, { tone: 'ok', key: 'admin:saved' })
    }
  }),
  remove: oneForm({
    role: 'Admin',
    schema: z.object({}),
    async run({ services, ctx, params }) {
      await services.ownPages.remove(ctx, params.address ?? '')
      return redirectWith(HERE, { tone: 'ok', key: 'ownpages:removed' })
    }
  }),
  preview: previewForm(null)
})
