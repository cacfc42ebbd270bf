import { systemCtx } from '~/server/access'
import type { Job } from './job'

/** Stores the standings of seasons when a board becomes final, is revealed or is corrected (docs/rules/seasons.md#standing). */
export const countSeasons: Job = {
  name: 'count-seasons',
  schedule: '*/5 * * * * *',
  timeout: 300_000,
  quiet: true,
  async run({ services }) {
    await services.seasons.reconcile(systemCtx())
  }
}
