import type { Database, Sql } from '~/server/platform/db'
import type { Translator } from '~/server/platform/i18n'
import type { Log } from '~/server/platform/log'
import { channelOf, type Redis } from '~/server/platform/redis'
import type { Settings } from '~/server/settings'
import { type Letter, MAIL_CHANNEL, type MailOrder } from './contract'
import { done, failed, type OutboxRow, purge, put, take } from './outbox'
import { render } from './render'
import { type Fault, faultOf, type MailEnv, openTransport, sends, unwritten } from './transport'

interface Delivery {
  /** Makes the mail of an order; null when there is nobody it should go to. */
  write: (order: MailOrder) => Promise<Letter | null>
  translator: Translator
  signal: AbortSignal
}

/** Mails leave through a table that a job drains, so that a dead mail server stops nobody (decisions.md, Mail). */
export interface Mail {
  /** False when no sender is configured: nothing may be promised by mail then. */
  configured: boolean
  /** Orders a mail within the transaction that makes it due. Call `wake` after the commit. */
  order(sql: Sql, order: MailOrder): Promise<void>
  /** Has the outbox looked at now instead of within ten seconds. */
  wake(): void
  /** Sends everything that is due. When the mail server is away or `signal` fires, what is left stays due. */
  deliver(delivery: Delivery): Promise<void>
  /** Forgets what was given up long ago. */
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
  const configured = sends(env)

  /** Tries it again later, or gives it up; answers whether the server takes mails. */
  const missed = async (row: OutboxRow, fault: Fault): Promise<boolean> => {
    const givenUp = await failed(db, row, fault)
    const { id: mail, kind, attempts } = row
    log.warn({ mail, kind, attempts, givenUp, code: fault.code }, 'mail_not_sent')
    return !fault.away
  }

  /** Sends one; answers whether the server takes mails. */
  const send = async (
    row: OutboxRow,
    transport: ReturnType<typeof openTransport>,
    { write, translator }: Delivery
  ): Promise<boolean> => {
    let mail: Parameters<typeof transport.sendMail>[0] | null
    try {
      const letter = await write(row)
      const { title } = (await settings.read()).globalConfig
      mail = letter && {
        from: senderOf(env.MAIL_FROM!, title),
        // As an object: a text would be read as a list of addresses.
        to: { name: '', address: letter.to },
        headers: { 'Auto-Submitted': 'auto-generated' },
        ...render(letter, oneLine(title), translator, new Date())
      }
    } catch (error) {
      return missed(row, unwritten(error))
    }
    if (mail) {
      try {
        await transport.sendMail(mail)
      } catch (error) {
        return missed(row, faultOf(error))
      }
    }
    await done(db, row.id)
    if (mail) log.info({ mail: row.id, kind: row.kind, attempts: row.attempts }, 'mail_sent')
    return true
  }

  return {
    configured,
    order: (sql, order) => put(sql, order),
    wake() {
      redis
        .publish(channelOf(redis, MAIL_CHANNEL), '')
        .catch((error: Error) => log.warn({ err: error.message }, 'mail_wake_not_sent'))
    },
    async deliver(delivery) {
      if (!configured) return
      const transport = openTransport(env)
      try {
        let open = true
        while (open && !delivery.signal.aborted) {
          const rows = await take(db)
          if (rows.length === 0) return
          // All of them, before the connections are closed: what one meets must not break off another.
          const sent = await Promise.allSettled(rows.map((row) => send(row, transport, delivery)))
          for (const one of sent) if (one.status === 'rejected') throw one.reason
          open = sent.every((one) => one.status === 'fulfilled' && one.value)
        }
      } finally {
        transport.close()
      }
    },
    purge: () => purge(db)
  }
}

/** A title may hold anything; a header is one line. */
const oneLine = (text: string) => text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/** `Name <address>` or a bare address, to which the platform's title is the name (behaviour.md 1.5). */
function senderOf(from: string, title: string): { name: string; address: string } {
  const [, name, address] = /^\s*(.*?)\s*<([^<>]+)>\s*$/.exec(from) ?? []
  return { name: name?.replace(/^"(.*)"$/, '$1') || oneLine(title), address: address ?? from.trim() }
}
