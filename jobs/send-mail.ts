import { MAIL_CHANNEL } from '~/server/mail/contract'
import type { Job } from './job'

/** Sends the outbox: new mail at once, retries every ten seconds. */
export const sendMail: Job = {
  name: 'send-mail',
  schedule: '*/10 * * * * *',
  timeout: 60_000,
  startOn: MAIL_CHANNEL,
  run: ({ services, translator, signal }) =>
    services.mail.deliver({
      write: (order) =>
        order.kind === 'message'
          ? services.tickets.mailOf(order)
          : order.kind === 'case_team' || order.kind === 'case_staff'
            ? services.cases.mailOf(order)
            : order.kind === 'staff_invited'
              ? services.gameStaff.mailOf(order)
              : services.accounts.mailMessage(order),
      ...{ translator, signal }
    })
}
