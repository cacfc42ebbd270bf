import type { Job } from './job'

export const sendPush: Job = {
  name: 'send-push',
  everywhere: true,
  schedule: '* * * * * *',
  timeout: 60_000,
  quiet: true,
  run: ({ services, translator, signal }) => services.push.deliver({ translator, signal })
}
