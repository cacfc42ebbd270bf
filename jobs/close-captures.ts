import type { Job } from './job'

/** Closes captures whose process was killed, so that their reserved quota is free again. */
export const closeCaptures: Job = {
  name: 'close-captures',
  schedule: '* * * * *',
  timeout: 60_000,
  quiet: true,
  run: async ({ services, signal }) => void (await services.captures.closeAbandoned(signal))
}
