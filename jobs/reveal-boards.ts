import { systemCtx } from '~/server/access'
import type { Job } from './job'

/** Ends freezes within about a second of the time that organisers set. */
export const revealBoards: Job = {
  name: 'reveal-boards',
  everywhere: true,
  schedule: '* * * * * *',
  timeout: 60_000,
  quiet: true,
  async run({ services }) {
    await services.freezing.revealDue(systemCtx())
  }
}
