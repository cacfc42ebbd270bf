import { json } from '@remix-run/node'
import { z } from 'zod'
import { redirectWith } from '~/app/request/flash'
import { type FormState, forms, oneForm } from '~/app/request/forms'
import { SCHEMES, TOKEN_NAMES } from '~/server/appearance/constants'
import { type AppearanceInput, appearanceInput, TEXT_LANGUAGES } from '~/server/appearance/contract'

export const HERE = '/admin/Appearance'

/** Names of the colours' fields, as `light.page`. */
export const COLOUR_NAMES = ['accent', ...TOKEN_NAMES] as const

type Fields = Record<string, unknown>

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** Checks fields as the call does, and names those that are wrong as the form does. */
function inputOf(sent: object, refinement: z.RefinementCtx): AppearanceInput {
  const read = appearanceInput.safeParse(sent)
  if (read.success) return read.data
  for (const { path, message } of read.error.issues) {
    const [member, name] = path.map(String)
    const field = member === 'light' || member === 'dark' ? `${member}.${name}` : member!
    refinement.addIssue({ code: 'custom', path: [field], message })
  }
  return z.NEVER
}

const paletteOf = (fields: Fields, scheme: string) =>
  Object.fromEntries(
    COLOUR_NAMES.flatMap((name) => {
      const hex = text(fields[`${scheme}.${name}`]).trim()
      return hex === '' ? [] : [[name, hex]]
    })
  )

const lookForm = z.record(z.string(), z.unknown()).transform((fields, refinement) => {
  const [light, dark] = SCHEMES.map((scheme) => paletteOf(fields, scheme))
  return inputOf(
    { light, dark, css: text(fields.css), version: text(fields.version) || undefined },
    refinement
  )
})

const textsForm = z.record(z.string(), z.unknown()).transform((fields, refinement) => {
  const language = TEXT_LANGUAGES.find((one) => one === fields.language) ?? 'any'
  const of = (name: 'footer' | 'home') => ({ [language]: text(fields[name]) })
  const sent = { footer: of('footer'), home: of('home'), version: text(fields.version) || undefined }
  return { language, input: inputOf(sent, refinement) }
})

/** Everything that was sent, to be shown again with its colours. */
const draftForm = z.record(z.string(), z.unknown())

export const appearanceForms = forms({
  save: oneForm({
    role: 'Admin',
    schema: lookForm,
    fields: {
      'appearance.contrast': (error) => String(error.extra?.field),
      'appearance.css_syntax': 'css',
      'appearance.css_rule': 'css',
      'appearance.css_url': 'css',
      'appearance.css_position': 'css',
      'appearance.css_important': 'css',
      'appearance.css_property': 'css'
    },
    async run({ services, ctx, input }) {
      await services.appearance.update(ctx, input)
      return redirectWith(HERE, { tone: 'ok', key: 'admin:saved' })
    }
  }),
  preview: oneForm({
    role: 'Admin',
    schema: draftForm,
    async run({ input }) {
      const values = Object.fromEntries(Object.entries(input).map(([name, value]) => [name, text(value)]))
      const state: FormState = { intent: 'save', values, errors: {}, message: null }
      return json(state)
    }
  }),
  texts: oneForm({
    role: 'Admin',
    schema: textsForm,
    async run({ services, ctx, input: { language, input } }) {
      await services.appearance.update(ctx, input)
      return redirectWith(`${HERE}?language=${language}#texts`, { tone: 'ok', key: 'admin:saved' })
    }
  })
})
