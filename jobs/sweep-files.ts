import type { Job } from './job'

/** Deletes unused files after an hour. */
export const sweepFiles: Job = {
  name: 'sweep-files',
  schedule: '41 * * * *',
  timeout: 1_800_000,
  run: async ({ services, signal }) => void (await services.assets.sweep(new Date(), signal))
}
