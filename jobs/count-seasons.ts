import { uuid7 } from '~/server/platform/ids'
import type { Job } from './job'

/** Stores the standings of seasons when a board becomes final, is revealed or is corrected (docs/rules/seasons.md#standing). */
export const countSeasons: Job = {
  name: 'count-seasons',
  schedule: '*/5 * * * * *',
  timeout: 300_000,
  quiet: true,
  async run({ services }) {
    const now = new Date()
    const ctx = { now, actor: null, ip: '', userAgent: null, requestId: uuid7(now), locale: 'en-US' as const }
    await services.seasons.reconcile(ctx)
  }
}
