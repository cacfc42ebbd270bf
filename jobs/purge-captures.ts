import type { Job } from './job'

export const purgeCaptures: Job = {
  name: 'purge-captures',
  schedule: '47 * * * *',
  timeout: 1_800_000,
  async run({ services, signal }) {
    const { containerPolicy } = await services.settings.read()
    await services.captures.purge(new Date(), containerPolicy.captureRetention, signal)
  }
}
