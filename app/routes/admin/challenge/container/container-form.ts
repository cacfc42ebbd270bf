import { z } from 'zod'
import {
  CAPABILITIES,
  type ChallengeEdit,
  type ChallengeUpdate,
  challengeUpdate
} from '~/server/challenges/contract'
import type { AppError } from '~/server/platform/errors'
import { inForm, splitLines } from '../../lines-field'
import { moreField, moreFields, moreOf } from './endpoint-rows'

const text = (value: unknown) => (typeof value === 'string' ? value.replace(/\r\n/g, '\n').trim() : '')

/** Decimal cores in tenths; invalid text is kept for the schema to refuse. */
function tenths(value: unknown): string | number {
  const written = text(value).replace(',', '.')
  return /^\d+(\.\d+)?$/.test(written) ? Math.round(Number(written) * 10) : written
}

const targetOf = (readiness: string) => (readiness === 'log' ? 'readinessLine' : 'readinessPath')

function optionsOf(form: Record<string, unknown>) {
  const readiness = text(form.readiness)
  const named = readiness === 'http' || readiness === 'log'
  return {
    readOnly: form.readOnly !== undefined,
    pids: text(form.pids),
    capabilities: CAPABILITIES.filter((name) => form[`cap-${name}`] !== undefined),
    egress: text(form.egress),
    egressHosts: splitLines(text(form.egressHosts)),
    ...(form.flagDelivery !== undefined && {
      flagDelivery: text(form.flagDelivery),
      flagPath: text(form.flagPath)
    }),
    readiness,
    readinessTarget: named ? text(form[targetOf(readiness)]) : '',
    startTimeout: text(form.startTimeout),
    keepAfterSolve: text(form.keepAfterSolve),
    entry: {
      title: text(form.entryTitle),
      service: text(form.entryService),
      protocol: text(form.entryProtocol) || undefined
    },
    more: moreOf(form)
  }
}

function fieldOf(form: Record<string, unknown>, path: string[]): string {
  const [first, second, third, fourth] = path
  if (first !== 'containerOptions' || second === undefined) return first!
  if (second === 'readinessTarget') return targetOf(text(form.readiness))
  if (second === 'entry') return `entry${third?.[0]?.toUpperCase() ?? ''}${third?.slice(1) ?? ''}`
  return second === 'more' && third !== undefined ? moreField(form, Number(third), fourth ?? '') : second
}

/** Field of the endpoint that an error is about. */
export function endpointField({ extra }: Pick<AppError, 'extra'>, form: Record<string, unknown>): string {
  const path = typeof extra.field === 'string' ? extra.field.split('.') : []
  return path[0] === 'containerOptions' ? fieldOf(form, path) : 'entryService'
}

/** A compose text; '' removes it. Undefined: the form has no such field. */
function composeOf(form: Record<string, unknown>): string | undefined {
  if (form.containers === undefined) return undefined
  if (form.containers !== 'several') return ''
  // Leading blanks are YAML indentation.
  return typeof form.containerCompose === 'string' ? form.containerCompose.replace(/\r\n?/g, '\n') : ''
}

/** Parses the form into the input of the contract's `PUT`; errors stay at their fields. */
export const containerForm = z
  .record(z.string(), z.unknown())
  .transform((form, refinement): ChallengeUpdate => {
    const containerCompose = composeOf(form)
    if (form.containers === 'several' && containerCompose?.trim() === '') {
      refinement.addIssue({ code: 'custom', path: ['containerCompose'], message: 'field.required' })
      return z.NEVER
    }
    const read = challengeUpdate.safeParse({
      containerImage: text(form.containerImage),
      containerExposePort: text(form.containerExposePort),
      memoryLimit: text(form.memoryLimit),
      cpuCount: tenths(form.cpuCount),
      storageLimit: text(form.storageLimit),
      enableTrafficCapture: form.enableTrafficCapture !== undefined,
      containerCompose,
      containerOptions: optionsOf(form),
      version: form.version
    })
    if (read.success) return read.data
    for (const { path, message } of read.error.issues) {
      const field = fieldOf(form, path.map(String))
      refinement.addIssue({ code: 'custom', path: [field], message: inForm(message) })
    }
    return z.NEVER
  })

export function containerFieldsOf(challenge: ChallengeEdit) {
  const { containerOptions: options } = challenge
  return {
    containerImage: challenge.containerImage,
    containerExposePort: String(challenge.containerExposePort),
    memoryLimit: String(challenge.memoryLimit),
    cpuCount: String(challenge.cpuCount / 10),
    storageLimit: String(challenge.storageLimit),
    enableTrafficCapture: challenge.enableTrafficCapture ?? false,
    readOnly: options.readOnly,
    pids: String(options.pids),
    capabilities: options.capabilities,
    egress: options.egress,
    egressHosts: options.egressHosts.join('\n'),
    flagDelivery: options.flagDelivery,
    flagPath: options.flagPath,
    readiness: options.readiness,
    readinessPath: options.readiness === 'http' ? options.readinessTarget : '',
    readinessLine: options.readiness === 'log' ? options.readinessTarget : '',
    startTimeout: String(options.startTimeout),
    keepAfterSolve: String(options.keepAfterSolve),
    containers: challenge.containerCompose === null ? 'one' : 'several',
    containerCompose: challenge.containerCompose ?? '',
    entry: {
      entryTitle: options.entry.title,
      entryService: options.entry.service,
      entryProtocol: options.entry.protocol
    } as Record<string, string>,
    more: moreFields(options.more)
  }
}
export type ContainerFields = ReturnType<typeof containerFieldsOf>
