import type { Job } from './job'

export const flushVisits: Job = {
  name: 'flush-visits',
  schedule: '* * * * *',
  timeout: 60_000,
  run: ({ services }) => services.accounts.visits.flush()
}
