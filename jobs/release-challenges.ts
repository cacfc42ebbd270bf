import { systemCtx } from '~/server/access'
import type { Job } from './job'

/** Enables challenges within about a second of their release time. */
export const releaseChallenges: Job = {
  name: 'release-challenges',
  everywhere: true,
  schedule: '* * * * * *',
  timeout: 60_000,
  quiet: true,
  async run({ services }) {
    await services.challenges.releaseDue(systemCtx())
  }
}
