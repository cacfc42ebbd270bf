import { AddressRefused, requestOutside } from '~/server/platform/network/outgoing'
import type { CopiedChallenge } from '~/server/rehearsals'
import type { Client } from './client'
import type { Findings } from './findings'

/** Files by address: teams of a static challenge share one, which is read once. */
export interface Files {
  /** Reads what a team is given for a challenge, and compares it with its hash and size. */
  check(challenge: CopiedChallenge, cookie: string, file: { url: string; size: number | null }): Promise<void>
  figures(): { files: number; bytes: number }
}

const REMOTE_MS = 15_000
const OWN = /^\/assets\/([0-9a-f]{64})\/([^/?]*)/

const nameOf = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

export function createFiles(client: Client, findings: Findings, signal: AbortSignal): Files {
  const asked = new Set<string>()
  const figures = { files: 0, bytes: 0 }

  const own = async (challenge: CopiedChallenge, cookie: string, path: string, size: number | null) => {
    const [, hash, last = ''] = OWN.exec(path)!
    const about = { id: challenge.original, title: challenge.title }
    const name = nameOf(last)
    const found = await client.download('file', { path, cookie }).catch((error: Error) => {
      signal.throwIfAborted()
      return { status: 0, bytes: 0, hash: '', error }
    })
    if (found.status !== 200) return findings.add('file_missing', about, { name, status: found.status })
    figures.files++
    figures.bytes += found.bytes
    if (found.hash !== hash || (size !== null && found.bytes !== size))
      findings.add('file_changed', about, { name })
  }

  /** Requests nothing in private networks (docs/rules/security.md#configured-addresses). */
  const remote = async (challenge: CopiedChallenge, url: string) => {
    const about = { id: challenge.original, title: challenge.title }
    const host = URL.canParse(url) ? new URL(url).host : url.slice(0, 100)
    try {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(REMOTE_MS)])
      const ask = { url: new URL(url), method: 'HEAD', headers: {}, body: null, inside: false, signal: limit }
      const answer = await requestOutside(ask)
      const status = answer.statusCode ?? 0
      answer.destroy()
      if (status >= 400 && status !== 405) findings.add('remote_dead', about, { name: host, status })
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof AddressRefused) findings.add('remote_private', about, { name: host })
      else findings.add('remote_dead', about, { name: host, status: 0 })
    }
  }

  return {
    async check(challenge, cookie, { url, size }) {
      const key = `${challenge.id} ${url}`
      if (asked.has(key)) return
      asked.add(key)
      await (OWN.test(url) ? own(challenge, cookie, url, size) : remote(challenge, url))
    },
    figures: () => figures
  }
}
