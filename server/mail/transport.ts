import { createTransport } from 'nodemailer'
import type { Env } from '~/server/platform/env'

export type MailEnv = Partial<
  Pick<Env, 'SMTP_URL' | 'SMTP_HOST' | 'SMTP_PORT' | 'SMTP_USER' | 'SMTP_PASSWORD' | 'MAIL_FROM'>
>

const TIMEOUTS_MS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }
const COMMON = { pool: true, maxConnections: 5, disableFileAccess: true, ...TIMEOUTS_MS } as const

export const canSendMail = (env: MailEnv) => !!env.MAIL_FROM && !!(env.SMTP_URL ?? env.SMTP_HOST)

/** Callers have asked `canSendMail`. */
export function openTransport(env: MailEnv) {
  if (env.SMTP_URL) return createTransport({ url: env.SMTP_URL, ...COMMON })
  const port = env.SMTP_PORT ?? 587
  return createTransport({
    host: env.SMTP_HOST,
    port,
    // 465 uses TLS from the start; others STARTTLS.
    secure: port === 465,
    ...(env.SMTP_USER && { auth: { user: env.SMTP_USER, pass: env.SMTP_PASSWORD ?? '' } }),
    ...COMMON
  })
}

interface SmtpError extends Error {
  code?: string
  command?: string
  responseCode?: number
}

export interface Fault {
  /** The text contains addresses, so do not log it. */
  text: string
  code: string
  /** Never accepted. */
  final: boolean
  /** The server accepts no mails now. */
  away: boolean
}

/**
 * `final`: the server will never take mail for this address. `away`: the server cannot be used at all, which is not the
 * mail's fault.
 */
export function smtpFault(error: unknown): Fault {
  const { message, code = 'unknown', command, responseCode = 0 } = error as SmtpError
  const refused = command === 'RCPT TO' && responseCode >= 400
  return {
    text: message,
    code: `${code} ${responseCode}`,
    final: refused && responseCode >= 500,
    away: !refused && command !== 'DATA'
  }
}

/** The mail could not be written; the server is not at fault. */
export function unwrittenFault(error: unknown): Fault {
  const { message, code = 'unknown' } = error as SmtpError
  return { text: message, code, final: false, away: false }
}
