import type { Job } from './job'

export const purgeInstances: Job = {
  name: 'purge-instances',
  schedule: '53 3 * * *',
  timeout: 1_800_000,
  async run({ services, signal }) {
    await services.instances.work.purge(new Date(), signal)
  }
}
