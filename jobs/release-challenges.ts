import { uuid7 } from '~/server/platform/ids'
import type { Job } from './job'

/** Enables challenges within about a second of their release time. */
export const releaseChallenges: Job = {
  name: 'release-challenges',
  everywhere: true,
  schedule: '* * * * * *',
  timeout: 60_000,
  quiet: true,
  async run({ services }) {
    const now = new Date()
    const ctx = { now, actor: null, ip: '', userAgent: null, requestId: uuid7(now), locale: 'en-US' as const }
    await services.challenges.releaseDue(ctx)
  }
}
