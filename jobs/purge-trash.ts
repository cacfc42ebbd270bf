import type { Job } from './job'

/** Deletes for good what has lain in the trash for 30 days; its files go with the next sweep. */
export const purgeTrash: Job = {
  name: 'purge-trash',
  schedule: '23 * * * *',
  timeout: 1_800_000,
  run: async ({ services, signal }) => void (await services.trash.purge(new Date(), signal))
}
