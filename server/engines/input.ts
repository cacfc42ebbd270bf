import { createPrivateKey, X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { z } from 'zod'
import { wireInt } from '~/server/platform/wire'
import { engineHost, isSocket } from './address'
import { ENGINE_KINDS, MAX_ADDRESS_LENGTH, MAX_BOUNDS, MAX_NAMESPACE_LENGTH, NAMESPACE } from './constants'

const ADDRESS =
  /^(unix:\/\/(\d{1,3}(\.\d{1,3}){3})?\/\S+|(tcp|https):\/\/([a-z0-9.-]+|\[[0-9a-f:]+\])(:\d{1,5})?)$/i
const MAX_PEM_LENGTH = 32_768

/** Credentials between platform and engine, as PEM: certificates, or for an API server a token of the platform. */
export type EngineKeys = {
  /** The authority that signed the engine's certificate. */
  ca: string
} & ({ cert: string; key: string } | { token: string })

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
  .max(MAX_PEM_LENGTH, 'field.text_too_long')
const certificate = pem.refine(isCertificate, 'field.certificate_malformed')

const token = z
  .string({ error: 'field.type_mismatch' })
  .trim()
  .max(16_384, 'field.text_too_long')
  .regex(/^[\x21-\x7e]+$/, 'field.token_malformed')

/**
 * PEM of a certificate authority, and either a certificate and its key, or the token of an account of a cluster.
 */
export const engineKeys = z
  .object({ ca: certificate, cert: certificate.optional(), key: pem.optional(), token: token.optional() })
  .superRefine(({ cert, key, token }, issues) => {
    const refuse = (message: string, field: string) =>
      issues.addIssue({ code: 'custom', message, path: [field] })
    if (token !== undefined) {
      if (cert !== undefined || key !== undefined) refuse('field.token_or_certificate', 'token')
      return
    }
    if (cert === undefined) refuse('field.required', 'cert')
    if (key === undefined) refuse('field.required', 'key')
    if (cert !== undefined && key !== undefined && !fits({ cert, key }))
      refuse('field.private_key_wrong', 'key')
  })
  .transform(
    ({ ca, cert, key, token }): EngineKeys =>
      token === undefined ? { ca, cert: cert!, key: key! } : { ca, token }
  )

const entry = z
  .string({ error: 'field.type_mismatch' })
  .trim()
  .max(MAX_ADDRESS_LENGTH, 'field.text_too_long')
  .regex(/^[A-Za-z0-9.-]+$|^\[[0-9a-fA-F:]+\]$/, 'field.host_malformed')

/**
 * An engine as administrators add or change it. Without `keys` those that are stored are kept, and without `kind` the engine's own;
 * a new one is `docker` then. A name does not say at which
 * address its machine is to publish ports, so `bind` has to. The nodes of a Swarm or a cluster say both for themselves.
 */
export const engineInput = z
  .object({
    kind: z.enum(ENGINE_KINDS, { error: 'field.type_mismatch' }).optional(),
    address: z
      .string({ error: 'field.required' })
      .trim()
      .max(MAX_ADDRESS_LENGTH, 'field.text_too_long')
      .transform((text) => text.replace(/^(tcp|https)(.*)\/$/i, '$1$2'))
      .refine(isEngine, 'field.engine_address'),
    keys: engineKeys.nullable().default(null),
    namespace: z
      .string({ error: 'field.type_mismatch' })
      .trim()
      .max(MAX_NAMESPACE_LENGTH, 'field.text_too_long')
      .regex(NAMESPACE, 'field.namespace_malformed')
      .nullable()
      .default(null),
    entry: entry.nullable().default(null),
    bind: z.union([z.ipv4(), z.ipv6()], 'field.address_malformed').nullable().default(null),
    memoryMb: wireInt(...MAX_BOUNDS.memoryMb)
      .nullable()
      .default(null),
    /** Tenths of a core. */
    cpu: wireInt(...MAX_BOUNDS.cpu)
      .nullable()
      .default(null),
    places: wireInt(...MAX_BOUNDS.places)
      .nullable()
      .default(null)
  })
  .superRefine(({ kind, address, entry, bind, namespace, keys }, issues) => {
    const refuse = (message: string, ...path: string[]) => issues.addIssue({ code: 'custom', message, path })
    if (kind === 'swarm' || kind === 'kubernetes') {
      if (entry !== null) refuse('field.engine_of_nodes', 'entry')
      if (bind !== null) refuse('field.engine_of_nodes', 'bind')
    }
    if (kind === 'kubernetes') {
      if (!/^https:/i.test(address)) refuse('field.api_server', 'address')
      if (namespace === null) refuse('field.required', 'namespace')
      return
    }
    // Without a kind, the engine's stored kind counts, which only the service knows.
    if (kind !== undefined && namespace !== null) refuse('field.only_kubernetes', 'namespace')
    if (kind !== undefined && keys && 'token' in keys) refuse('field.only_kubernetes', 'keys', 'token')
    if (kind === 'swarm') return
    if (!isEngine(address)) return
    if (!isSocket(address) && bind === null && !isIP(engineHost(address)))
      issues.addIssue({ code: 'custom', message: 'field.engine_bind', path: ['bind'] })
  })
export type EngineInput = z.infer<typeof engineInput>
