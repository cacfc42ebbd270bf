import type { Readable } from 'node:stream'
import type Docker from 'dockerode'
import { type Credentials, EngineError, type EngineImage, type PullProgress } from '../engine'
import { type Calls, DEADLINE } from './calls'
import { asPullError, isMissing, pullFault } from './errors'
import { jsonLines } from './lines'
import { createTally, type PullLine } from './progress'

const REPORT_MS = 250

const NAME = '[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*'
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?'
/** Docker takes the first part for a registry when it has a dot or a port, or is localhost. */
const HOST = `(?:localhost|${LABEL}(?:\\.${LABEL})+|${LABEL}(?=:))(?::\\d{1,5})?/`
const REFERENCE = new RegExp(
  `^((?:${HOST})?${NAME}(?:/${NAME})*)(?::([\\w][\\w.-]{0,127}))?(?:@(sha256:[0-9a-f]{64}))?$`
)

/** Parts of an image reference. Throws `image.not_found` when it is invalid. */
export function readReference(reference: string): {
  name: string
  tag: string | null
  digest: string | null
} {
  const id = /^sha256:[0-9a-f]{64}$/.test(reference)
  const parts = id ? null : REFERENCE.exec(reference)
  if (!parts && !id) throw new EngineError('image.not_found', `${reference} names no image`)
  return { name: parts?.[1] ?? reference, tag: parts?.[2] ?? null, digest: parts?.[3] ?? null }
}

const longName = (name: string) => {
  const [host = '', ...path] = name.split('/')
  if (path.length > 0 && /[.:]|^localhost$/.test(host))
    return name.replace(/^index\.docker\.io\//, 'docker.io/')
  return path.length > 0 ? `docker.io/${name}` : `docker.io/library/${name}`
}

/** Digest of the image under this name; null when no registry has it. */
function digestOf(digests: string[] | null, reference: string): string | null {
  const { name, digest } = readReference(reference)
  const known = (digests ?? []).map((entry) => entry.split('@') as [string, string])
  if (digest && known.some(([, other]) => other === digest)) return digest
  return known.find(([other]) => longName(other) === longName(name))?.[1] ?? null
}

function timeOf(text: string | undefined): Date | null {
  const time = new Date(text ?? '')
  return Number.isNaN(time.getTime()) || time.getUTCFullYear() < 1970 ? null : time
}

/** An image on the engine; null when missing. */
export async function inspectImage(calls: Calls, reference: string): Promise<EngineImage | null> {
  readReference(reference)
  const image = await calls
    .send<Docker.ImageInspectInfo>({
      method: 'GET',
      path: `/images/${reference}/json`,
      deadline: DEADLINE.read
    })
    .catch((error) => {
      if (isMissing(error)) return null
      throw error
    })
  if (!image) return null
  const { Config, Os, Architecture, Variant } = image
  const test = Config?.Healthcheck?.Test
  return {
    digest: digestOf(image.RepoDigests, reference),
    id: image.Id,
    bytes: image.Size,
    ports: Object.keys(Config?.ExposedPorts ?? {})
      .filter((port) => port.endsWith('/tcp') || !port.includes('/'))
      .map((port) => Number.parseInt(port, 10)),
    healthcheck: (test?.length ?? 0) > 0 && test?.[0] !== 'NONE',
    platform: [Os, Architecture, Variant].filter(Boolean).join('/'),
    user: Config?.User ?? '',
    builtAt: timeOf(image.Created)
  }
}

/** Folders that an image declares as volumes; empty for a missing image. Throws EngineError. */
export async function declaredVolumes(calls: Calls, reference: string): Promise<string[]> {
  try {
    const { Config } = await calls.send<Docker.ImageInspectInfo>({
      method: 'GET',
      path: `/images/${reference}/json`,
      deadline: DEADLINE.read
    })
    return Object.keys(Config?.Volumes ?? {})
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

/** The registry's current digest of a reference. Throws EngineError with an image fault. */
export async function resolveImage(
  calls: Calls,
  reference: string,
  credentials: Credentials | null
): Promise<string> {
  readReference(reference)
  try {
    const { Descriptor } = await calls.send<{ Descriptor: { digest: string } }>({
      method: 'GET',
      path: `/distribution/${reference}/json`,
      credentials,
      deadline: DEADLINE.registry
    })
    return Descriptor.digest
  } catch (error) {
    throw asPullError(error, { loggedIn: credentials !== null })
  }
}

function withTag(reference: string): string {
  const { tag, digest } = readReference(reference)
  return tag || digest ? reference : `${reference}:latest`
}

/** Reads a pull or import to its end. Throws the error that it reports. */
export async function readPullProgress(
  stream: Readable,
  { loggedIn }: { loggedIn: boolean },
  each: (line: PullLine) => void
) {
  for await (const line of jsonLines<PullLine>(stream)) {
    const failure = line.errorDetail?.message ?? line.error
    if (failure !== undefined) throw new EngineError(pullFault(failure, { loggedIn }), failure)
    each(line)
  }
}

/** Pulls an image. Throws EngineError: an image fault, or `timeout` after two minutes without progress. */
export async function pullImage(
  calls: Calls,
  reference: string,
  options: {
    credentials: Credentials | null
    signal: AbortSignal
    progress(state: PullProgress): void
  }
): Promise<EngineImage> {
  const { credentials, signal, progress } = options
  const loggedIn = credentials !== null
  const silence = new AbortController()
  const tooLong = () => silence.abort()
  let alarm = setTimeout(tooLong, DEADLINE.pullSilence)
  const tally = createTally()
  let [reported, layersDone] = [0, 0]
  try {
    const stream = await calls.open({
      method: 'POST',
      path: '/images/create',
      query: { fromImage: withTag(reference) },
      credentials,
      deadline: DEADLINE.pullSilence,
      signal: AbortSignal.any([signal, silence.signal])
    })
    await readPullProgress(stream, { loggedIn }, (line) => {
      clearTimeout(alarm)
      alarm = setTimeout(tooLong, DEADLINE.pullSilence)
      if (!tally.add(line)) return
      const state = tally.state()
      if (state.layersDone === layersDone && Date.now() - reported < REPORT_MS) return
      ;[reported, layersDone] = [Date.now(), state.layersDone]
      progress(state)
    })
  } catch (error) {
    if (silence.signal.aborted) throw new EngineError('timeout', `${reference}: the pull stood still`)
    if (signal.aborted) throw new EngineError('failed', `${reference}: the pull was given up`)
    throw asPullError(error, { loggedIn })
  } finally {
    clearTimeout(alarm)
  }
  const image = await inspectImage(calls, reference)
  if (!image) throw new EngineError('image.failed', `${reference} is not there after it was pulled`)
  return image
}

/** Imports a root file system as an image. `changes`: lines of a Dockerfile. */
export async function importImage(calls: Calls, reference: string, tar: Readable, changes: string[]) {
  const { name, tag } = readReference(reference)
  try {
    const stream = await calls.open({
      method: 'POST',
      path: '/images/create',
      // Name and tag together: Podman ignores a separate tag.
      query: { fromSrc: '-', repo: `${name}:${tag ?? 'latest'}`, changes },
      file: tar,
      deadline: DEADLINE.import
    })
    await readPullProgress(stream, { loggedIn: false }, () => {})
  } catch (error) {
    throw asPullError(error, { loggedIn: false })
  }
}
