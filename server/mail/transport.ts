import { createTransport } from 'nodemailer'
import type { Env } from '~/server/platform/env'

export type MailEnv = Partial<
  Pick<Env, 'SMTP_URL' | 'SMTP_HOST' | 'SMTP_PORT' | 'SMTP_USER' | 'SMTP_PASSWORD' | 'MAIL_FROM'>
>

/** Milliseconds that a mail server may take to be reached, to greet, and to answer. */
const TIMEOUT = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }
const COMMON = { pool: true, maxConnections: 5, disableFileAccess: true, ...TIMEOUT } as const

/** True when there is a server to send by and an address to send from. */
export const sends = (env: MailEnv) => !!env.MAIL_FROM && !!(env.SMTP_URL ?? env.SMTP_HOST)

/** Connections to the mail server, opened as they are needed. Close it when everything is sent. */
export function openTransport(env: MailEnv) {
  if (env.SMTP_URL) return createTransport({ url: env.SMTP_URL, ...COMMON })
  const port = env.SMTP_PORT ?? 587
  return createTransport({
    host: env.SMTP_HOST,
    port,
    // 465 speaks TLS from the first byte; the others are asked for STARTTLS.
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

/** Why a mail was not sent. */
export interface Fault {
  /** In full, addresses included; not for logs. */
  text: string
  code: string
  /** The server will never take this mail. */
  final: boolean
  /** It takes none at the moment. */
  away: boolean
}

export function faultOf(error: unknown): Fault {
  const { message, code = 'unknown', command, responseCode = 0 } = error as SmtpError
  const refused = command === 'RCPT TO' && responseCode >= 400
  return {
    text: message,
    code: `${code} ${responseCode}`,
    final: refused && responseCode >= 500,
    away: !refused && command !== 'DATA'
  }
}

/** Of a mail that could not even be written: the mail server has no part in it. */
export function unwritten(error: unknown): Fault {
  const { message, code = 'unknown' } = error as SmtpError
  return { text: message, code, final: false, away: false }
}
