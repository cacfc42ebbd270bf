import type { Job } from './job'

export const purgeTrash: Job = {
  name: 'purge-trash',
  schedule: '23 * * * *',
  timeout: 1_800_000,
  run: async ({ services, signal }) => void (await services.trash.purge(new Date(), signal))
}
