import { availableParallelism } from 'node:os'
import { createSemaphore } from '~/server/platform/concurrency/semaphore'
import { digestOf, type ForeignHash, joinStored, readForeignHash, splitStored } from './foreign-hash'

/** OWASP's argon2id setting of 19 MiB, two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Half of the processors, and half of the four threads that files, compression and DNS also need. */
const CONCURRENCY = Math.min(2, Math.ceil(availableParallelism() / 2))
/** About ten seconds of work; further ones get 503. */
const MAX_WAITING = 500

const semaphore = createSemaphore(CONCURRENCY, { waiting: MAX_WAITING, retryAfter: 5 })

const argon2 = () => import('@node-rs/argon2')

const hash = async (password: string) => (await argon2()).hash(password, COST)
const verify = async (hashed: string, password: string) => (await argon2()).verify(hashed, password)

/** @throws AppError `server.busy` 503 during a flood */
export function hashPassword(password: string): Promise<string> {
  return semaphore(() => hash(password))
}

/** Stores the foreign salt, and our hash of the digest. @throws AppError `server.busy` 503 during a flood */
export const wrapForeignHash = async (foreign: ForeignHash): Promise<string> =>
  joinStored(foreign, await hashPassword(foreign.digest))

/** Hashes of the same function and cost as ours, as rCTF stores them; hashing them again would gain nothing. */
const SAME = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22,86}\$[A-Za-z0-9+/]{43}$/

/** True if `adoptHash` takes a hash of another platform (docs/rules/accounts.md#imported-passwords). */
export const isAdoptable = (text: string): boolean => SAME.test(text) || readForeignHash(text) !== null

/** What is stored for a hash that is adoptable. @throws AppError `server.busy` 503 during a flood */
export const adoptHash = async (text: string): Promise<string> =>
  SAME.test(text) ? text : wrapForeignHash(readForeignHash(text)!)

/** True if another platform made the hash; the next login hashes the password again. */
export const isForeign = (stored: string): boolean => splitStored(stored) !== null

let decoy: Promise<string> | undefined

/** `stored` null (no account) is as slow as a wrong password. @throws AppError `server.busy` 503 during a flood */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hash('no account has this password')
  const known = stored ?? (await decoy)
  const foreign = splitStored(known)
  const right = await semaphore(async () =>
    foreign ? verify(foreign.inner, await digestOf(foreign.recipe, password)) : verify(known, password)
  )
  return stored !== null && right
}
