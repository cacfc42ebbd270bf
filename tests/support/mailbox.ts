import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail server that keeps what it is given. */
export interface Mailbox {
  /** `smtp://…` for SMTP_URL. */
  url: string
  /** The path and query of the newest link of a page in a mail to an address; waits for one. */
  linkTo(address: string, page: 'verify' | 'reset' | 'confirm'): Promise<string>
  /** How many mails an address has. */
  count(address: string): number
  close(): Promise<void>
}

const PATIENCE_MS = 10_000

/** Undoes quoted-printable; base64 parts stay as they are, links stand in the others as well. */
const readable = (raw: string) =>
  raw
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

export async function openMailbox(): Promise<Mailbox> {
  const mails: { to: string[]; text: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const to = envelope.rcptTo.map(({ address }) => address.toLowerCase())
        mails.push({ to, text: readable(Buffer.concat(chunks).toString('latin1')) })
        done()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const mailsTo = (address: string) => mails.filter(({ to }) => to.includes(address.toLowerCase()))
  return {
    url: `smtp://127.0.0.1:${port}`,
    count: (address) => mailsTo(address).length,
    async linkTo(address, page) {
      const link = new RegExp(`https?://[^\\s"'<>]+(/account/${page}\\?[^\\s"'<>]+)`, 'i')
      for (const end = Date.now() + PATIENCE_MS; Date.now() < end; ) {
        const found = mailsTo(address)
          .map(({ text }) => link.exec(text)?.[1])
          .filter(Boolean)
          .at(-1)
        if (found) return found.replaceAll('&amp;', '&')
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      throw new Error(`No link to ${page} came to ${address}`)
    },
    close: () => new Promise((resolve) => server.close(() => resolve()))
  }
}
