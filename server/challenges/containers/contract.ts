import { z } from 'zod'
import { textField } from '~/server/platform/text-fields'
import { wireEnum, wireInt } from '~/server/platform/wire'
import { booleanField } from '../fields'
import { entryEndpoint, MAX_ENDPOINTS, moreEndpoint } from './endpoint-contract'

/** All other capabilities are dropped in every container. */
export const CAPABILITIES = [
  'CHOWN',
  'DAC_OVERRIDE',
  'FOWNER',
  'FSETID',
  'KILL',
  'NET_BIND_SERVICE',
  'SETGID',
  'SETPCAP',
  'SETUID',
  'SYS_CHROOT',
  'SYS_PTRACE'
] as const

export const EGRESS_KINDS = ['none', 'internet', 'hosts'] as const
export const FLAG_DELIVERIES = ['env', 'file'] as const
export const READINESS_KINDS = ['tcp', 'http', 'health', 'log'] as const

const egressHost = textField(260)
  .transform((host) => host.trim().toLowerCase())
  .pipe(
    z.string().regex(/^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?:([1-9]\d{0,4})$/, 'field.egress_host_malformed')
  )

/** How containers run, beyond image and limits. Not in the contract. */
export const containerOptions = z
  .object({
    /** /tmp, /run and /var/tmp are tmpfs. */
    readOnly: booleanField.default(true),
    pids: wireInt(8, 4096).default(256),
    capabilities: z.array(wireEnum(CAPABILITIES)).max(CAPABILITIES.length).default([]),
    /** `hosts`: only to `egressHosts`. */
    egress: wireEnum(EGRESS_KINDS).default('none'),
    egressHosts: z
      .array(egressHost, { error: 'field.type_mismatch' })
      .max(16, 'field.out_of_range')
      .default([]),
    flagDelivery: wireEnum(FLAG_DELIVERIES).default('env'),
    /** File of the flag; directly below / only with a writable root. */
    flagPath: textField(255)
      .regex(/^\/[A-Za-z0-9._/-]*[A-Za-z0-9._-]$/, 'field.path_malformed')
      .refine((path) => !path.split('/').includes('..'), 'field.path_malformed')
      .default('/run/halyard/flag'),
    readiness: wireEnum(READINESS_KINDS).default('tcp'),
    readinessTarget: textField(255).default(''),
    /** Seconds to become ready. */
    startTimeout: wireInt(5, 600).default(60),
    /** Minutes that it lives after the solve; 0 = ends at once. */
    keepAfterSolve: wireInt(0, 1440).default(0),
    entry: entryEndpoint.prefault({}),
    more: z
      .array(moreEndpoint, { error: 'field.type_mismatch' })
      .max(MAX_ENDPOINTS - 1, 'field.out_of_range')
      .default([])
  })
  .check(({ value, issues }) => {
    const fault = (path: string, message: string) =>
      issues.push({ code: 'custom', path: [path], message, input: value })
    if (value.egress === 'hosts' && value.egressHosts.length === 0) fault('egressHosts', 'field.required')
    if (value.readiness === 'log' && value.readinessTarget.trim() === '')
      fault('readinessTarget', 'field.required')
    if (value.readiness === 'http' && !/^(\/\S*)?$/.test(value.readinessTarget))
      fault('readinessTarget', 'field.path_malformed')
    if (value.flagDelivery === 'file' && value.readOnly && value.flagPath.lastIndexOf('/') === 0)
      fault('flagPath', 'field.flag_path_needs_folder')
  })
  .meta({ id: 'ContainerOptionsModel' })
export type ContainerOptions = z.infer<typeof containerOptions>
