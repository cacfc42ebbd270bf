import type { Job } from './job'

/** Deletes files that nobody uses and uploads that never ended, once they are an hour old. */
export const sweepFiles: Job = {
  name: 'sweep-files',
  schedule: '41 * * * *',
  timeout: 1_800_000,
  run: async ({ services, signal }) => void (await services.assets.sweep(new Date(), signal))
}
