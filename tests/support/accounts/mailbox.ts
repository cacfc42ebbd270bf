import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { until } from '../until'

export interface Arrived {
  /** Receivers of the envelope. */
  to: string[]
  /** All headers, unfolded and decoded. */
  headers: string[]
  subject: string
  text: string
  html: string
  /** Address of its button; '' without one. */
  link: string
}

export interface Mailbox {
  port: number
  /** `smtp://…` for SMTP_URL. */
  url: string
  mails: Arrived[]
  /** Waits for a mail to this address; returns the newest. */
  last(to: string): Promise<Arrived>
  /** The status for every recipient; null accepts them. */
  refusal: number | null
  /** Waits for a mail with a link to this page; returns path and query of the newest. */
  linkTo(address: string, page: 'verify' | 'reset' | 'confirm'): Promise<string>
  count(address: string): number
  down(): Promise<void>
  up(): Promise<void>
  close(): Promise<void>
}

const decodeWords = (text: string) =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, coded: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(coded, 'base64').toString()
        : fromQuoted(coded.replaceAll('_', ' '))
    )

const fromQuoted = (text: string) => {
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

function split(raw: string): { headers: string[]; body: string } {
  const at = raw.indexOf('\r\n\r\n')
  const headers = raw
    .slice(0, at)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .map(decodeWords)
  return { headers, body: raw.slice(at + 4) }
}

const fieldOf = (headers: string[], name: string) =>
  headers.find((line) => line.toLowerCase().startsWith(`${name}: `))?.slice(name.length + 2) ?? ''

function read(raw: string, to: string[]): Arrived {
  const { headers, body } = split(raw)
  const boundary = /boundary="([^"]+)"/.exec(fieldOf(headers, 'content-type'))?.[1] ?? ''
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => split(part.replace(/^\r\n/, '')))
  const textOf = (type: string) => {
    const part = parts.find(({ headers }) => fieldOf(headers, 'content-type').startsWith(type))
    if (!part) return ''
    const coding = fieldOf(part.headers, 'content-transfer-encoding')
    if (coding === 'base64') return Buffer.from(part.body, 'base64').toString()
    return coding === 'quoted-printable' ? fromQuoted(part.body) : part.body
  }
  const html = textOf('text/html')
  const link = /href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&#38;', '&') ?? ''
  return { to, headers, subject: fieldOf(headers, 'subject'), text: textOf('text/plain'), html, link }
}

export async function openMailbox(): Promise<Mailbox> {
  const mails: Arrived[] = []
  const begin = () =>
    new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onRcptTo(_address, _session, answer) {
        if (box.refusal === null) return answer()
        answer(Object.assign(new Error('Not here'), { responseCode: box.refusal }))
      },
      onData(stream, session, answer) {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          const to = session.envelope.rcptTo.map(({ address }) => address)
          mails.push(read(Buffer.concat(chunks).toString('utf8'), to))
          answer()
        })
      }
    }).on('error', () => {})
  let server: SMTPServer | null = null
  const listen = async (port: number) => {
    server = begin()
    const inner = server.listen(port, '127.0.0.1')
    await once(inner, 'listening')
    return (inner.address() as AddressInfo).port
  }
  const port = await listen(0)
  const mailsTo = (address: string) =>
    mails.filter(({ to }) => to.some((one) => one.toLowerCase() === address.toLowerCase()))
  const box: Mailbox = {
    port,
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refusal: null,
    async last(to) {
      const found = () => mailsTo(to).at(-1)
      return until(found)
    },
    async linkTo(address, page) {
      const found = () => mailsTo(address).findLast(({ link }) => link.includes(`/account/${page}?`))?.link
      const { pathname, search } = new URL(await until(found))
      return pathname + search
    },
    count: (address) => mailsTo(address).length,
    close: () => box.down(),
    async down() {
      const closing = server
      server = null
      if (closing) await new Promise<void>((resolve) => closing.close(() => resolve()))
    },
    async up() {
      await listen(box.port)
    }
  }
  return box
}
