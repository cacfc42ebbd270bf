import type { Job } from './job'

/** Removes sessions that have run out, so that the table stays as large as the number of live ones. */
export const purgeSessions: Job = {
  name: 'purge-sessions',
  schedule: '17 * * * *',
  timeout: 60_000,
  run: ({ services }) => services.accounts.sessions.purge()
}
