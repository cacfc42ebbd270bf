import { createPrivateKey, X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { z } from 'zod'
import { wireInt } from '~/server/platform/wire'
import { engineHost, isSocket } from './address'
import { ADDRESS_MAX, ENGINE_KINDS, MOST_BOUNDS } from './constants'

const ADDRESS =
  /^(unix:\/\/(\d{1,3}(\.\d{1,3}){3})?\/\S+|(tcp|https):\/\/([a-z0-9.-]+|\[[0-9a-f:]+\])(:\d{1,5})?)$/i
const PEM_MAX = 32_768

const isEngine = (address: string) =>
  ADDRESS.test(address) && URL.canParse(address.replace(/^(tcp|unix):/i, 'http:'))

const isCertificate = (pem: string) => {
  try {
    return Boolean(new X509Certificate(pem))
  } catch {
    return false
  }
}

function fits({ cert, key }: { cert: string; key: string }): boolean {
  try {
    return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))
  } catch {
    return false
  }
}

const pem = z
  .string({ error: 'field.type_mismatch' })
  .trim()
  .min(1, 'field.required')
  .max(PEM_MAX, 'field.text_too_long')
const certificate = pem.refine(isCertificate, 'field.certificate_malformed')

/** PEM of a certificate authority, a certificate, and the certificate's key. */
export const engineKeys = z
  .object({ ca: certificate, cert: certificate, key: pem })
  .refine(fits, { error: 'field.private_key_wrong', path: ['key'] })

const entry = z
  .string({ error: 'field.type_mismatch' })
  .trim()
  .max(ADDRESS_MAX, 'field.text_too_long')
  .regex(/^[A-Za-z0-9.-]+$|^\[[0-9a-fA-F:]+\]$/, 'field.host_malformed')

/**
 * An engine as administrators add or change it. Without `keys` those that are stored are kept, and without `kind` the engine's own;
 * a new one is `docker` then. A name does not say at which
 * address its machine is to publish ports, so `bind` has to. The nodes of a Swarm say both for themselves.
 */
export const engineInput = z
  .object({
    kind: z.enum(ENGINE_KINDS, { error: 'field.type_mismatch' }).optional(),
    address: z
      .string({ error: 'field.required' })
      .trim()
      .max(ADDRESS_MAX, 'field.text_too_long')
      .transform((text) => text.replace(/^(tcp|https)(.*)\/$/i, '$1$2'))
      .refine(isEngine, 'field.engine_address'),
    keys: engineKeys.nullable().default(null),
    entry: entry.nullable().default(null),
    bind: z.union([z.ipv4(), z.ipv6()], 'field.address_malformed').nullable().default(null),
    memoryMb: wireInt(...MOST_BOUNDS.memoryMb)
      .nullable()
      .default(null),
    /** Tenths of a core. */
    cpu: wireInt(...MOST_BOUNDS.cpu)
      .nullable()
      .default(null),
    places: wireInt(...MOST_BOUNDS.places)
      .nullable()
      .default(null)
  })
  .superRefine(({ kind, address, entry, bind }, issues) => {
    if (kind === 'swarm') {
      const refuse = (field: string) =>
        issues.addIssue({ code: 'custom', message: 'field.engine_of_nodes', path: [field] })
      if (entry !== null) refuse('entry')
      if (bind !== null) refuse('bind')
      return
    }
    if (!isEngine(address)) return
    if (!isSocket(address) && bind === null && !isIP(engineHost(address)))
      issues.addIssue({ code: 'custom', message: 'field.engine_bind', path: ['bind'] })
  })
export type EngineInput = z.infer<typeof engineInput>
