import { MAIL_CHANNEL } from '~/server/mail/contract'
import type { Job } from './job'

/** Sends what waits in the outbox: at once when something is put there, and every ten seconds what is due again. */
export const sendMail: Job = {
  name: 'send-mail',
  schedule: '*/10 * * * * *',
  timeout: 60_000,
  wakeOn: MAIL_CHANNEL,
  run: ({ services, translator, signal }) =>
    services.mail.deliver({
      write: (order) =>
        order.kind === 'message' ? services.support.mailOf(order) : services.accounts.mailMessage(order),
      ...{ translator, signal }
    })
}
