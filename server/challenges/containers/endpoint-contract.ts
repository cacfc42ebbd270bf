import { z } from 'zod'
import { wireEnum, wireInt } from '~/server/platform/wire'

/** How an endpoint is spoken to. */
export const ENDPOINT_PROTOCOLS = ['tcp', 'http'] as const

/** Ways in that a challenge may have, the entry among them. */
export const MOST_ENDPOINTS = 8

const title = z
  .string({ error: 'field.type_mismatch' })
  .trim()
  .max(60, 'field.text_too_long')
  .regex(/^\P{C}*$/u, 'field.characters')
/** '' where a challenge has but one image. */
const service = z.string({ error: 'field.type_mismatch' }).trim().max(32, 'field.text_too_long')

/** The first way in; its port is the challenge's own. */
export const entryEndpoint = z
  .object({
    title: title.default(''),
    service: service.default(''),
    /** `auto` goes by the category: web challenges are reached by HTTP. */
    protocol: wireEnum(['auto', ...ENDPOINT_PROTOCOLS]).default('auto')
  })
  .meta({ id: 'ContainerEntryModel' })

/** Another way in. */
export const moreEndpoint = z
  .object({
    title: title.default(''),
    service: service.default(''),
    port: wireInt(1, 65_535),
    protocol: wireEnum(ENDPOINT_PROTOCOLS).default('tcp')
  })
  .meta({ id: 'ContainerEndpointModel' })
