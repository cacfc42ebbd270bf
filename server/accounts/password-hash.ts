import { availableParallelism } from 'node:os'
import { createSemaphore } from '~/server/platform/concurrency/semaphore'
import { digestOf, type ForeignHash, joinStored, splitStored } from './foreign-hash'

/** OWASP's argon2id setting of 19 MiB, two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Passwords worked on at once: half of the processors, and half of the four threads that files, compression and
 * look-ups of names need too.
 */
const AT_ONCE = Math.min(2, Math.ceil(availableParallelism() / 2))
/** Passwords that may wait, some ten seconds of work; later ones are refused with 503. */
const WAITING_MAX = 500

const semaphore = createSemaphore(AT_ONCE, { waiting: WAITING_MAX, retryAfter: 5 })

/** Loaded with the first password: most processes never see one. */
const argon2 = () => import('@node-rs/argon2')

const hash = async (password: string) => (await argon2()).hash(password, COST)
const verify = async (hashed: string, password: string) => (await argon2()).verify(hashed, password)

/** @throws AppError `server.busy` 503 during a flood */
export function hashPassword(password: string): Promise<string> {
  return semaphore(() => hash(password))
}

/**
 * What to store for a password that another platform hashed: its salt, and our hash of its digest.
 * @throws AppError `server.busy` 503 during a flood
 */
export const wrapForeignHash = async (foreign: ForeignHash): Promise<string> =>
  joinStored(foreign, await hashPassword(foreign.digest))

/** True when the password was hashed by another platform first: the next login hashes it anew. */
export const isForeign = (stored: string): boolean => splitStored(stored) !== null

let decoy: Promise<string> | undefined

/**
 * Checks a password. `stored` null (no such account) takes as long as a wrong one and is false.
 * @throws AppError `server.busy` 503 during a flood
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hash('no account has this password')
  const known = stored ?? (await decoy)
  const foreign = splitStored(known)
  const right = await semaphore(async () =>
    foreign ? verify(foreign.inner, await digestOf(foreign.recipe, password)) : verify(known, password)
  )
  return stored !== null && right
}
