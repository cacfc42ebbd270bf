import { createHash, createHmac } from 'node:crypto'

/**
 * Hashes of CTFd: passlib's `bcrypt_sha256`, bcrypt over the Base64 of a SHA-256 or (version 2) of an HMAC keyed with
 * the salt. Stores only salt and cost; our own function hashes the digest again, so that no weaker hash is stored
 * (docs/rules/accounts.md#imported-passwords).
 */
const PREFIX = '$bcrypt-sha256$'

/** `$bcrypt-sha256$v=2,t=2b,r=12$<salt>`, then the argon2id of the digest. */
const STORED = /^(\$bcrypt-sha256\$v=[12],t=2[aby],r=\d{1,2}\$[./A-Za-z0-9]{22})(\$argon2id\$.+)$/

const FOREIGN =
  /^\$bcrypt-sha256\$(?:v=(?<version>[12]),t=(?<ident>2[aby]),r=(?<cost>\d{1,2})|(?<oldIdent>2[aby]),(?<oldCost>\d{1,2}))\$(?<salt>[./A-Za-z0-9]{22})\$(?<digest>[./A-Za-z0-9]{31})$/

/** CTFd's own cost, a quarter of a second. With more, imported hashes could block the processors. */
const MAX_COST = 12
const COST_MIN = 4

interface Recipe {
  version: string
  ident: string
  cost: number
  salt: string
}

export interface ForeignHash extends Recipe {
  digest: string
}

/** Null for a format or cost that is not supported. */
export function readForeignHash(text: string): ForeignHash | null {
  const found = FOREIGN.exec(text)?.groups
  if (!found) return null
  const cost = Number(found.cost ?? found.oldCost)
  // The last character of a salt holds two bits; bcrypt refuses others.
  if (cost < COST_MIN || cost > MAX_COST || !/[.Oeu]$/.test(found.salt!)) return null
  const { version = '1', salt, digest } = found
  return { version, ident: (found.ident ?? found.oldIdent)!, cost, salt: salt!, digest: digest! }
}

/** Splits a stored hash into the digest's recipe and its argon2id; null for our own hash. */
export function splitStored(stored: string): { recipe: Recipe; inner: string } | null {
  const found = STORED.exec(stored)
  if (!found) return null
  const [version, ident, cost, salt] = found[1]!
    .slice(PREFIX.length)
    .split(/[,$]/)
    .map((part) => part.replace(/^[vtr]=/, ''))
  return { recipe: { version: version!, ident: ident!, cost: Number(cost), salt: salt! }, inner: found[2]! }
}

/** The reverse of `splitStored`. */
export const joinStored = ({ version, ident, cost, salt }: Recipe, inner: string) =>
  `${PREFIX}v=${version},t=${ident},r=${cost}$${salt}${inner}`

const ALPHABET = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const USUAL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const bytesOf = (salt: string) =>
  Buffer.from([...salt].map((char) => USUAL[ALPHABET.indexOf(char)]).join(''), 'base64')

/** The digest of a password; bcrypt's variants agree on these short ASCII texts. */
export async function digestOf({ version, cost, salt }: Recipe, password: string): Promise<string> {
  const key =
    version === '2'
      ? createHmac('sha256', salt).update(password, 'utf8').digest('base64')
      : createHash('sha256').update(password, 'utf8').digest('base64')
  // Loaded at first use, because most installations have no such password.
  const { hash } = await import('@node-rs/bcrypt')
  return (await hash(key, cost, bytesOf(salt))).slice(29)
}
