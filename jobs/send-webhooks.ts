import type { Job } from './job'

/**
 * Reads what happened in games and sends it to webhooks, within about a second. Rows are locked in Postgres, so several
 * processes share the work.
 */
export const sendWebhooks: Job = {
  name: 'send-webhooks',
  everywhere: true,
  schedule: '* * * * * *',
  timeout: 60_000,
  quiet: true,
  run: ({ services, translator, signal }) => services.webhooks.deliver({ translator, signal })
}
