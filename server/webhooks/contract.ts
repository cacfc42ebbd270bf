import { z } from 'zod'
import { LOCALES } from '~/server/platform/locales'
import { wireTimeText } from '~/server/platform/wire'
import { pluginName } from '~/server/plugins/contract'
import { DELIVERY_STATES, WEBHOOK_ENDS, WEBHOOK_EVENTS, WEBHOOK_FORMATS } from './constants'

const name = z
  .string({ error: 'field.required' })
  .max(1000, 'webhook.name_length')
  .transform((text) => text.normalize('NFC').trim())
  .pipe(
    z
      .string()
      .min(1, 'webhook.name_length')
      .max(40, 'webhook.name_length')
      .regex(/^[^\p{C}\p{Zl}\p{Zp}]+$/u, 'webhook.name_characters')
  )

const events = z
  .array(z.enum(WEBHOOK_EVENTS, { error: 'webhook.event_unknown' }), { error: 'webhook.events' })
  .min(1, 'webhook.events')
  .max(100, 'webhook.events')
  .transform((chosen) => WEBHOOK_EVENTS.filter((event) => chosen.includes(event)))

const locale = z.enum(LOCALES, { error: 'field.type_mismatch' })

const url = z
  .string({ error: 'field.type_mismatch' })
  .max(1024, 'field.text_too_long')
  .refine((text) => /^https?:\/\//i.test(text) && URL.canParse(text), 'webhook.address')
const token = z
  .string({ error: 'field.type_mismatch' })
  .max(512, 'field.text_too_long')
  .regex(/^[\w:.~+/=-]+$/, 'webhook.token')
const room = z
  .string({ error: 'field.type_mismatch' })
  .max(255, 'field.text_too_long')
  .regex(/^[^\p{C}\s]+$/u, 'webhook.room')

const NEEDS = {
  Standard: ['url'],
  Discord: ['url'],
  Slack: ['url'],
  Telegram: ['token', 'room'],
  Matrix: ['url', 'token', 'room'],
  Plugin: ['plugin']
} as const
const FAULTS = {
  url: 'webhook.address',
  token: 'webhook.token',
  room: 'webhook.room',
  plugin: 'webhook.plugin'
} as const

/** `url`: address, or Matrix homeserver; `token`, `room`: Telegram (bot, chat) and Matrix; `plugin`: the name of one. */
export const webhookInput = z
  .object({
    ...{
      name,
      events,
      locale: locale.default('en-US'),
      format: z.enum(WEBHOOK_FORMATS, { error: 'field.type_mismatch' })
    },
    ...{ url: url.nullish(), token: token.nullish(), room: room.nullish(), plugin: pluginName.nullish() }
  })
  .superRefine((input, context) => {
    for (const field of NEEDS[input.format])
      if (!input[field]) context.addIssue({ code: 'custom', path: [field], message: FAULTS[field] })
    // The token becomes a part of a path.
    if (input.format === 'Telegram' && input.token && !/^\d+:[\w-]+$/.test(input.token))
      context.addIssue({ code: 'custom', path: ['token'], message: FAULTS.token })
  })
  .meta({ id: 'WebhookCreateModel' })
export type WebhookInput = z.infer<typeof webhookInput>

/** The target cannot change. */
export const webhookChange = z
  .object({ name, events, locale, enabled: z.boolean({ error: 'field.type_mismatch' }) })
  .meta({ id: 'WebhookUpdateModel' })
export type WebhookChange = z.infer<typeof webhookChange>

/** A webhook without secrets: shows only the host of the address, or the name of a plug-in. */
export const webhookView = z
  .object({
    id: z.uuid(),
    name: z.string(),
    format: z.enum(WEBHOOK_FORMATS),
    locale: z.enum(LOCALES),
    events: z.array(z.enum(WEBHOOK_EVENTS)),
    host: z.string(),
    enabled: z.boolean(),
    ended: z.enum(WEBHOOK_ENDS).nullable(),
    failingSince: wireTimeText.nullable(),
    createdAt: wireTimeText
  })
  .meta({ id: 'WebhookModel' })
export type WebhookView = z.infer<typeof webhookView>

/** The only replies with a secret. */
export const webhookSecret = z.object({ id: z.uuid(), secret: z.string() }).meta({ id: 'WebhookSecretModel' })
export type WebhookSecret = z.infer<typeof webhookSecret>

/** The kind to send a sample of; absent: the plain event `test`. */
export const webhookTest = z.object({
  event: z.enum(WEBHOOK_EVENTS, { error: 'webhook.kind' }).optional()
})

const result = {
  /** HTTP status; null without a response. */
  status: z.int().nullable(),
  /** First 1024 bytes of the response. */
  answer: z.string().nullable(),
  /** `address`, `not_found`, `timeout`, `connection`, or `plugin`, whose fault is the answer. */
  error: z.string().nullable()
}

export const webhookResult = z.object(result).meta({ id: 'WebhookResultModel' })
export type WebhookResult = z.infer<typeof webhookResult>

export const webhookDelivery = z
  .object({
    id: z.uuid(),
    event: z.string(),
    payload: z.unknown(),
    state: z.enum(DELIVERY_STATES),
    attempts: z.int(),
    createdAt: wireTimeText,
    /** Null without another attempt. */
    dueAt: wireTimeText.nullable(),
    triedAt: wireTimeText.nullable(),
    ...result
  })
  .meta({ id: 'WebhookDeliveryModel' })
export type WebhookDeliveryView = z.infer<typeof webhookDelivery>
