import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { readCookie, setCookie } from '~/server/platform/network/cookies'
import type { SecretBox } from '~/server/platform/secret-box'

/** Remembers accounts that logged in on a browser (docs/rules/accounts.md#known-devices). */
export interface Devices {
  /** The device's id if this account has logged in on it, else null. */
  known(cookieHeader: string | null, userId: string): string | null
  remember(cookieHeader: string | null, userId: string): string
}

const COOKIE = 'halyard_device'
const PURPOSE = 'known-devices'
const SECONDS_PER_DAY = 86_400
const RETENTION_DAYS = 180
/** Accounts of one browser, latest first. */
const MAX_ACCOUNTS = 4

const stored = z.object({
  id: z.string(),
  accounts: z.array(z.object({ user: z.string(), at: z.number() })).max(MAX_ACCOUNTS)
})
type Device = z.infer<typeof stored>

/** `secure`: the cookie is sent by https only. */
export function createDevices(secretBox: SecretBox, { secureCookies }: { secureCookies: boolean }): Devices {
  /** Null for a missing or foreign cookie, and for another secret. */
  const read = (header: string | null): Device | null => {
    const cookie = readCookie(header, COOKIE)
    if (cookie === null) return null
    try {
      return stored.parse(JSON.parse(secretBox.open(cookie, PURPOSE).toString()))
    } catch {
      return null
    }
  }
  const seconds = () => Math.floor(Date.now() / 1000)

  return {
    known(header, userId) {
      const device = read(header)
      const found = device?.accounts.find(({ user }) => user === userId)
      return device && found && found.at + RETENTION_DAYS * SECONDS_PER_DAY > seconds() ? device.id : null
    },
    remember(header, userId) {
      const device = read(header) ?? { id: randomBytes(12).toString('base64url'), accounts: [] }
      const others = device.accounts.filter(({ user }) => user !== userId)
      const accounts = [{ user: userId, at: seconds() }, ...others].slice(0, MAX_ACCOUNTS)
      const sealed = secretBox.seal(Buffer.from(JSON.stringify({ id: device.id, accounts })), PURPOSE)
      return setCookie(COOKIE, sealed, { maxAge: RETENTION_DAYS * SECONDS_PER_DAY, secure: secureCookies })
    }
  }
}
