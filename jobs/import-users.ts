import { IMPORT_CHANNEL } from '~/server/user-imports/contract'
import type { Job } from './job'

/** Runs user imports that were started: at once, and every five seconds until all rows are done. */
export const importUsers: Job = {
  name: 'import-users',
  schedule: '*/5 * * * * *',
  timeout: 60_000,
  startOn: IMPORT_CHANNEL,
  run: ({ services, signal }) => services.userImports.work(signal)
}
