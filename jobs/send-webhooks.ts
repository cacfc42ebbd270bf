import type { Job } from './job'

export const sendWebhooks: Job = {
  name: 'send-webhooks',
  everywhere: true,
  schedule: '* * * * * *',
  timeout: 60_000,
  quiet: true,
  run: ({ services, translator, signal }) => services.webhooks.deliver({ translator, signal })
}
