import type { Change } from '~/server/change'
import type { Database } from '~/server/db'
import { mailsTried } from '~/server/metrics'
import type { Translator } from '~/server/platform/i18n'
import type { Log } from '~/server/platform/log'
import { publish, type Redis } from '~/server/platform/redis'
import type { Settings } from '~/server/settings'
import { MAIL_CHANNEL, type MailMessage, type MailOrder } from './contract'
import { claimMails, deleteSentMail, type OutboxRow, purgeMails, queueMails, retryOrDropMail } from './outbox'
import { render } from './render'
import { canSendMail, type Fault, type MailEnv, openTransport, smtpFault, unwrittenFault } from './transport'

interface Delivery {
  write: (order: MailOrder) => Promise<MailMessage | null>
  translator: Translator
  signal: AbortSignal
}

/** Mails go through an outbox, so that requests do not wait for the mail server (docs/rules/accounts.md#mails). */
export interface Mail {
  /** False: no mail can be sent. */
  configured: boolean
  /** Queues a mail within a change: it is sent only if that commits. */
  order(tx: Change, order: MailOrder): Promise<void>
  /** Orders many mails in one statement. */
  orderAll(tx: Change, orders: readonly MailOrder[]): Promise<void>
  /** Sends all due mails. When the mail server is away or `signal` fires, the rest stays due. */
  deliver(delivery: Delivery): Promise<void>
  /** Deletes mails that were given up 30 days ago. */
  purge(): Promise<void>
}

interface Needs {
  db: Database
  redis: Redis
  settings: Settings
  log: Log
  env: MailEnv
}

export function createMail({ db, redis, settings, log, env }: Needs): Mail {
  const configured = canSendMail(env)

  /** Sends now instead of within ten seconds. */
  const notifyJob = () =>
    publish(redis, MAIL_CHANNEL, '', (err) => log.warn({ err }, 'mail_job_not_notified'))

  /** Schedules a retry; returns whether the server takes mails. */
  const missed = async (row: OutboxRow, fault: Fault): Promise<boolean> => {
    mailsTried.inc({ result: fault.away ? 'away' : 'failed' })
    const givenUp = await retryOrDropMail(db, row, fault)
    const { id: mail, kind, attempts } = row
    log.warn({ mail, kind, attempts, givenUp, code: fault.code }, 'mail_not_sent')
    return !fault.away
  }

  const send = async (
    row: OutboxRow,
    transport: ReturnType<typeof openTransport>,
    { write, translator }: Delivery
  ): Promise<boolean> => {
    let mail: Parameters<typeof transport.sendMail>[0] | null
    try {
      const message = await write(row)
      const { title } = (await settings.read()).brand
      mail = message && {
        from: senderOf(env.MAIL_FROM!, title),
        // A string would be parsed as a list of addresses.
        to: { name: '', address: message.to },
        headers: { 'Auto-Submitted': 'auto-generated' },
        ...render(message, oneLine(title), translator, new Date())
      }
    } catch (error) {
      return missed(row, unwrittenFault(error))
    }
    if (mail) {
      try {
        await transport.sendMail(mail)
      } catch (error) {
        return missed(row, smtpFault(error))
      }
    }
    await deleteSentMail(db, row.id)
    if (mail) mailsTried.inc({ result: 'sent' })
    if (mail) log.info({ mail: row.id, kind: row.kind, attempts: row.attempts }, 'mail_sent')
    return true
  }

  const orderAll: Mail['orderAll'] = async (tx, orders) => {
    if (orders.length === 0) return
    await queueMails(tx, orders)
    tx.after(notifyJob)
  }

  return {
    configured,
    order: (tx, order) => orderAll(tx, [order]),
    orderAll,
    async deliver(delivery) {
      if (!configured) return
      const transport = openTransport(env)
      try {
        let open = true
        while (open && !delivery.signal.aborted) {
          const rows = await claimMails(db)
          if (rows.length === 0) return
          // Connections must stay open until all are sent.
          const sent = await Promise.allSettled(rows.map((row) => send(row, transport, delivery)))
          for (const one of sent) if (one.status === 'rejected') throw one.reason
          open = sent.every((one) => one.status === 'fulfilled' && one.value)
        }
      } finally {
        transport.close()
      }
    },
    purge: () => purgeMails(db)
  }
}

/** A header is one line. */
const oneLine = (text: string) => text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/** `Name <address>` or an address, which gets the platform's title as name (docs/rules/accounts.md#mails). */
function senderOf(from: string, title: string): { name: string; address: string } {
  const [, name, address] = /^\s*(.*?)\s*<([^<>]+)>\s*$/.exec(from) ?? []
  return { name: name?.replace(/^"(.*)"$/, '$1') || oneLine(title), address: address ?? from.trim() }
}
