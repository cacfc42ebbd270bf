import { checkEndpoints, parseCompose } from '~/server/compose'
import type { ComposeIssue, ComposeSpec } from '~/server/compose/contract'
import { AppError } from '~/server/platform/errors'
import { type ChallengeType, type ChallengeUpdate, containerOptions, hasContainer } from '../contract'
import type { Challenge } from '../model'

export type Setup = Pick<
  Challenge,
  'type' | 'containerImage' | 'containerCompose' | 'containerOptions' | 'exposePort'
>

function refusal(issues: ComposeIssue[]): AppError {
  const [first] = issues
  const faults = issues.map(({ line, column, path, code }) => ({ line, column, path, code }))
  return new AppError(first!.code, 400, {
    params: first!.params,
    extra: { field: 'containerCompose', faults }
  })
}

/** @throws AppError `compose.*` of its first fault */
function understood(text: string): ComposeSpec {
  const read = parseCompose(text)
  if (!read.ok) throw refusal(read.issues)
  return read.spec
}

/** Returns no columns when the text is absent. @throws AppError `compose.*`, `container.not_container_type` */
export function composeColumns(
  type: ChallengeType,
  { containerCompose: given }: Pick<ChallengeUpdate, 'containerCompose'>
): Partial<Pick<Challenge, 'containerCompose' | 'composeImages'>> {
  if (given === undefined) return {}
  if (given === null || given.trim() === '') return { containerCompose: null, composeImages: [] }
  if (!hasContainer(type)) throw new AppError('container.not_container_type')
  const text = given.replace(/\r\n?/g, '\n')
  const images = understood(text).services.map(({ image }) => image)
  return { containerCompose: text, composeImages: [...new Set(images)] }
}

/** missingPart() reports an unnamed entry. @throws AppError `challenge.endpoint_service`, `challenge.endpoint_twice` */
export function checkSetup({ containerCompose: text, containerOptions: stored, exposePort }: Setup): void {
  if (text === null) return
  const { entry, more } = containerOptions.parse(stored)
  const endpoints = entry.service === '' ? more : [{ service: entry.service, port: exposePort }, ...more]
  if (endpoints.length === 0) return
  const [fault] = checkEndpoints(understood(text), endpoints)
  if (!fault) return
  const at = fault.index - (entry.service === '' ? 0 : 1)
  const field = at < 0 ? 'containerOptions.entry.service' : `containerOptions.more.${at}.service`
  throw new AppError(fault.code, 400, { params: fault.params, extra: { field } })
}

function missingOf(setup: Setup): 'challenge.image_missing' | 'challenge.endpoint_missing' | null {
  if (setup.containerCompose === null) return setup.containerImage === '' ? 'challenge.image_missing' : null
  const { entry } = containerOptions.parse(setup.containerOptions)
  return entry.service === '' ? 'challenge.endpoint_missing' : null
}

/** The part that an enabled challenge would lack after a change. One that lacks it already may still be edited. */
export function missingPart(
  challenge: Setup & Pick<Challenge, 'enabled'>,
  columns: Partial<Setup & Pick<Challenge, 'enabled'>>
) {
  const missing = missingOf({ ...setupOf(challenge), ...columns })
  if (!hasContainer(challenge.type) || missing === null) return null
  return (columns.enabled ?? (challenge.enabled && missingOf(setupOf(challenge)) === null)) ? missing : null
}

/** Copies members one by one, because those of a model do not spread. */
export const setupOf = (challenge: Setup): Setup => ({
  type: challenge.type,
  containerImage: challenge.containerImage,
  containerCompose: challenge.containerCompose ?? null,
  containerOptions: challenge.containerOptions,
  exposePort: challenge.exposePort
})

/** Empty for a challenge without an image. */
export const imagesOf = ({
  containerCompose,
  composeImages,
  containerImage
}: Pick<Challenge, 'containerCompose' | 'composeImages' | 'containerImage'>): string[] =>
  !containerCompose ? [containerImage].filter(Boolean) : composeImages
