import { z } from 'zod'
import {
  CAPABILITIES,
  type ChallengeEdit,
  type ChallengeUpdate,
  challengeUpdate
} from '~/server/challenges/contract'
import type { AppError } from '~/server/platform/errors'
import { inForm, lines } from '../../entries'
import { moreField, moreFields, moreOf } from './endpoint-rows'

const text = (value: unknown) => (typeof value === 'string' ? value.replace(/\r\n/g, '\n').trim() : '')

/** Cores as people write them into tenths; what is no number stays as it is, to be refused. */
function tenths(value: unknown): string | number {
  const written = text(value).replace(',', '.')
  return /^\d+(\.\d+)?$/.test(written) ? Math.round(Number(written) * 10) : written
}

/** The field of a form that holds what its `readiness` needs. */
const targetOf = (readiness: string) => (readiness === 'log' ? 'readinessLine' : 'readinessPath')

/** What the fields of a form say about how containers are run; a missing box is an empty one. */
function optionsOf(form: Record<string, unknown>) {
  const readiness = text(form.readiness)
  const named = readiness === 'http' || readiness === 'log'
  return {
    readOnly: form.readOnly !== undefined,
    pids: text(form.pids),
    capabilities: CAPABILITIES.filter((name) => form[`cap-${name}`] !== undefined),
    egress: text(form.egress),
    egressHosts: lines(text(form.egressHosts)),
    // A challenge whose flag is the same for all has no such fields.
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

/** The field of a form that an issue is about. */
function fieldOf(form: Record<string, unknown>, path: string[]): string {
  const [first, second, third, fourth] = path
  if (first !== 'containerOptions' || second === undefined) return first!
  if (second === 'readinessTarget') return targetOf(text(form.readiness))
  if (second === 'entry') return `entry${third?.[0]?.toUpperCase() ?? ''}${third?.slice(1) ?? ''}`
  return second === 'more' && third !== undefined ? moreField(form, Number(third), fourth ?? '') : second
}

/** The field of a form in which the endpoint stands that an error is about. */
export function endpointField({ extra }: Pick<AppError, 'extra'>, form: Record<string, unknown>): string {
  const path = typeof extra.field === 'string' ? extra.field.split('.') : []
  return path[0] === 'containerOptions' ? fieldOf(form, path) : 'entryService'
}

/** A text that several containers need; '' removes it. Undefined: the form does not ask. */
function composeOf(form: Record<string, unknown>): string | undefined {
  if (form.containers === undefined) return undefined
  if (form.containers !== 'several') return ''
  // Indentation is meaning: nothing is cut off in front.
  return typeof form.containerCompose === 'string' ? form.containerCompose.replace(/\r\n?/g, '\n') : ''
}

/** The container form, read into what the contract's `PUT` takes; what that refuses stays at its field. */
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

/** What the form's fields show of a stored challenge. */
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
