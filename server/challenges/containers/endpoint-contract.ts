import { z } from 'zod'
import { wireEnum, wireInt } from '~/server/platform/wire'

export const ENDPOINT_PROTOCOLS = ['tcp', 'http'] as const

export const MAX_ENDPOINTS = 8

const title = z
  .string({ error: 'field.type_mismatch' })
  .trim()
  .max(60, 'field.text_too_long')
  .regex(/^\P{C}*$/u, 'field.characters')
/** '' for a challenge with one image. */
const service = z.string({ error: 'field.type_mismatch' }).trim().max(32, 'field.text_too_long')

/** The first endpoint; its port is the challenge's `exposePort`. */
export const entryEndpoint = z
  .object({
    title: title.default(''),
    service: service.default(''),
    /** `auto`: http for web challenges. */
    protocol: wireEnum(['auto', ...ENDPOINT_PROTOCOLS]).default('auto')
  })
  .meta({ id: 'ContainerEntryModel' })

export const moreEndpoint = z
  .object({
    title: title.default(''),
    service: service.default(''),
    port: wireInt(1, 65_535),
    protocol: wireEnum(ENDPOINT_PROTOCOLS).default('tcp')
  })
  .meta({ id: 'ContainerEndpointModel' })
