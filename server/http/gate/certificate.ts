import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import type { Log } from '~/server/platform/log'

/** Milliseconds between two checks whether a certificate was renewed. */
const POLL_MS = 30_000

export interface Pair {
  cert: Buffer
  key: Buffer
}

export interface CertificateFiles {
  cert: string
  key: string
  domain: string
}

/** @throws Error in one sentence when the files cannot be used */
async function readPair({ cert, key }: Pick<CertificateFiles, 'cert' | 'key'>): Promise<Pair> {
  const [first, second] = await Promise.all(
    [cert, key].map((path) =>
      readFile(path).catch((error: NodeJS.ErrnoException) => {
        throw new Error(`The file ${path} cannot be read (${error.code}).`)
      })
    )
  )
  const pair = { cert: first!, key: second! }
  try {
    createSecureContext(pair)
  } catch (error) {
    throw new Error(`${cert} and ${key} are no certificate and its key (${(error as Error).message}).`)
  }
  return pair
}

/** The reason why browsers will reject the certificate; null if none is known. */
function doubtOf({ cert }: Pair, domain: string): string | null {
  const first = new X509Certificate(cert)
  if (Date.now() > Date.parse(first.validTo)) return `it was valid until ${first.validTo}`
  if (Date.now() < Date.parse(first.validFrom)) return `it is valid from ${first.validFrom}`
  return first.checkHost(`c-0123456789abcdef.${domain}`) ? null : `it does not cover *.${domain}`
}

/** A certificate that follows its files. */
export interface Certificate {
  pair: Pair
  reloadIfChanged(): Promise<void>
  close(): void
}

/**
 * Loads a certificate and passes each renewal to `renewed`. Logs an unusable one once and keeps the old one, because a
 * renewal seldom writes both files at the same moment.
 * @throws Error when the first one cannot be used
 */
export async function openCertificate(
  files: CertificateFiles,
  log: Log,
  renewed: (pair: Pair) => void
): Promise<Certificate> {
  const warn = (pair: Pair) => {
    const reason = doubtOf(pair, files.domain)
    if (reason) log.warn({ file: files.cert, reason }, 'certificate_doubtful')
  }
  let pair = await readPair(files)
  let loggedMessage = ''
  warn(pair)
  const reloadIfChanged = async () => {
    try {
      const next = await readPair(files)
      loggedMessage = ''
      if (next.cert.equals(pair.cert) && next.key.equals(pair.key)) return
      pair = next
      warn(pair)
      renewed(pair)
      log.info({ file: files.cert }, 'certificate_renewed')
    } catch (error) {
      const { message } = error as Error
      if (message !== loggedMessage) log.error({ reason: message }, 'certificate_not_usable')
      loggedMessage = message
    }
  }
  const timer = setInterval(() => void reloadIfChanged(), POLL_MS)
  return {
    get pair() {
      return pair
    },
    reloadIfChanged,
    close: () => clearInterval(timer)
  }
}
