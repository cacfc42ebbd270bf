import type { ClaimedImage } from '~/server/engines'
import { IMAGE_ERRORS, type ImageError } from '~/server/engines/contract'
import type { Context } from './context'
import { EngineError, type EngineImage } from './engine/engine'

/** Seconds that a pull is kept by its worker; progress renews it. */
export const PULL_LEASE_SECONDS = 30
const TELL_MS = 500

/** What containers are made from: the registry's digest, or the engine's own id of an image that is in none. */
function startable(reference: string, { digest, id }: EngineImage): string {
  if (!digest) return id
  const name = reference.replace(/@.*$/, '').replace(/:[^/:]*$/, '')
  return `${name}@${digest}`
}

const codeOf = (error: unknown): ImageError => {
  const fault = error instanceof EngineError ? error.fault.replace(/^image\./, '') : ''
  return (IMAGE_ERRORS as readonly string[]).includes(fault) ? (fault as ImageError) : 'failed'
}

/** Troubles that pass by themselves; the others wait for somebody to do something. */
const PASSING: readonly ImageError[] = ['registry_unreachable', 'failed']

/**
 * Sees that the engine has the image. One that is there already is taken as it is, without asking anybody, unless a
 * newer one was asked for.
 */
async function obtain(context: Context, claim: ClaimedImage): Promise<EngineImage> {
  const { engine, owner, services } = context
  const { reference, credentials } = claim
  const present = await engine.image(reference)
  if (present && (!claim.renew || present.digest === null)) return present
  let told = 0
  const nothing = { layersDone: 0, layersTotal: 0, bytesDone: 0, bytesTotal: 0 }
  const tell = (progress = nothing) =>
    services.engines.work.pulling(claim.id, owner, progress, PULL_LEASE_SECONDS)
  let latest = nothing
  const keep = setInterval(() => void tell(latest).catch(() => {}), (PULL_LEASE_SECONDS * 1000) / 3)
  try {
    return await engine.pull(reference, {
      credentials,
      signal: AbortSignal.timeout(3_600_000),
      progress(state) {
        latest = state
        if (Date.now() - told < TELL_MS) return
        told = Date.now()
        tell(state).catch(() => {})
      }
    })
  } finally {
    clearInterval(keep)
  }
}

/** Gets an image that this worker has claimed, and says what became of it. Never throws. */
export async function pull(context: Context, claim: ClaimedImage): Promise<void> {
  const { services, log } = context
  const { work } = services.engines
  try {
    const image = await obtain(context, claim)
    const { bytes, ports, healthcheck, platform, user, builtAt } = image
    const details = { bytes, ports, healthcheck, platform, user, builtAt: builtAt?.getTime() ?? null }
    await work.pulled(claim.id, startable(claim.reference, image), details)
    services.instances.signals.wake()
  } catch (error) {
    const code = codeOf(error)
    await work
      .notPulled(claim.id, code, (error as Error).message, PASSING.includes(code))
      .catch((failure: Error) => log.warn({ err: failure.message }, 'pull_not_noted'))
  }
}
