import type { Job } from './job'

/** Signs the ends of ledgers every hour, and after the end of a game (docs/ledger.md#checkpoints). */
export const signLedgers: Job = {
  name: 'sign-ledgers',
  schedule: '30 * * * * *',
  timeout: 300_000,
  quiet: true,
  async run({ services }) {
    await services.ledgerExport.sign(new Date())
  }
}
