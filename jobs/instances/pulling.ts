import type { ClaimedImage } from '~/server/engines'
import { IMAGE_ERRORS, type ImageError } from '~/server/engines/contract'
import { HOUR_MS } from '~/server/platform/time'
import type { Context } from './context'
import { EngineError, type EngineImage } from './engine/engine'

/** Seconds of a claim; progress renews it. */
export const PULL_LEASE_SECONDS = 30
const REPORT_MS = 500

/** The reference from which containers are created: the registry's digest, or the engine's id. */
function startable(reference: string, { digest, id }: EngineImage): string {
  if (!digest) return id
  const name = reference.replace(/@.*$/, '').replace(/:[^/:]*$/, '')
  return `${name}@${digest}`
}

const codeOf = (error: unknown): ImageError => {
  const fault = error instanceof EngineError ? error.fault.replace(/^image\./, '') : ''
  return (IMAGE_ERRORS as readonly string[]).includes(fault) ? (fault as ImageError) : 'failed'
}

/** Errors worth a retry; others need a person. */
const TEMPORARY: readonly ImageError[] = ['registry_unreachable', 'failed']

async function obtain(context: Context, claim: ClaimedImage): Promise<EngineImage> {
  const { engine, owner, services } = context
  const { reference, credentials } = claim
  const present = await engine.image(reference)
  if (present && (!claim.renew || present.digest === null)) return present
  let reportedAt = 0
  const nothing = { layersDone: 0, layersTotal: 0, bytesDone: 0, bytesTotal: 0 }
  const report = (progress = nothing) =>
    services.engines.work.pulling(claim.id, owner, progress, PULL_LEASE_SECONDS)
  let latest = nothing
  const renewal = setInterval(() => void report(latest).catch(() => {}), (PULL_LEASE_SECONDS * 1000) / 3)
  try {
    return await engine.pull(reference, {
      credentials,
      signal: AbortSignal.timeout(HOUR_MS),
      progress(state) {
        latest = state
        if (Date.now() - reportedAt < REPORT_MS) return
        reportedAt = Date.now()
        report(state).catch(() => {})
      }
    })
  } finally {
    clearInterval(renewal)
  }
}

/** Pulls a claimed image, and stores the result. Never throws. */
export async function pullClaimed(context: Context, claim: ClaimedImage): Promise<void> {
  const { services, owner, log } = context
  const { work } = services.engines
  try {
    const image = await obtain(context, claim)
    const { bytes, ports, healthcheck, platform, user, builtAt } = image
    const details = { bytes, ports, healthcheck, platform, user, builtAt: builtAt?.getTime() ?? null }
    await work.pulled(claim, owner, startable(claim.reference, image), details)
    services.instances.notifications.notifyWorkers()
  } catch (error) {
    const code = codeOf(error)
    await work
      .notPulled(claim, owner, { code, text: (error as Error).message, again: TEMPORARY.includes(code) })
      .catch((failure: Error) => log.warn({ err: failure.message }, 'pull_not_recorded'))
  }
}
