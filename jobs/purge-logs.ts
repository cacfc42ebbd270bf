import type { Job } from './job'

export const purgeLogs: Job = {
  name: 'purge-logs',
  schedule: '43 * * * *',
  timeout: 300_000,
  async run({ services, signal }) {
    await services.logs.purge(new Date(), signal)
    await services.webhooks.purge()
  }
}
