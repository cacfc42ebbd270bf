import { createHash, createHmac } from 'node:crypto'

/**
 * Passwords that another platform hashed. CTFd stores passlib's `bcrypt_sha256`: bcrypt over the Base64 of a SHA-256 or,
 * since its version 2, of an HMAC with the salt as its key. Only its salt and cost are stored here; its digest is
 * hashed once more with our own function, so that nothing weaker than that lies in the database
 * (docs/rules/accounts.md#imported-passwords).
 */
const PREFIX = '$bcrypt-sha256$'

/** What is stored: `$bcrypt-sha256$v=2,t=2b,r=12$<salt>` and the argon2id of the digest. */
const STORED = /^(\$bcrypt-sha256\$v=[12],t=2[aby],r=\d{1,2}\$[./A-Za-z0-9]{22})(\$argon2id\$.+)$/

const FOREIGN =
  /^\$bcrypt-sha256\$(?:v=(?<version>[12]),t=(?<ident>2[aby]),r=(?<cost>\d{1,2})|(?<oldIdent>2[aby]),(?<oldCost>\d{1,2}))\$(?<salt>[./A-Za-z0-9]{22})\$(?<digest>[./A-Za-z0-9]{31})$/

/** CTFd's own cost, a quarter of a second. More would let an import keep the processors busy with every login. */
const COST_MAX = 12
const COST_MIN = 4

interface Recipe {
  version: string
  ident: string
  cost: number
  salt: string
}

/** A hash of another platform, as its export has it. */
export interface ForeignHash extends Recipe {
  digest: string
}

/** Reads a hash; null when it is in no format, or of no cost, that can be verified here. */
export function readForeignHash(text: string): ForeignHash | null {
  const found = FOREIGN.exec(text)?.groups
  if (!found) return null
  const cost = Number(found.cost ?? found.oldCost)
  // The last character of a salt holds two bits of it; bcrypt refuses others.
  if (cost < COST_MIN || cost > COST_MAX || !/[.Oeu]$/.test(found.salt!)) return null
  const { version = '1', salt, digest } = found
  return { version, ident: (found.ident ?? found.oldIdent)!, cost, salt: salt!, digest: digest! }
}

/** How the digest of a stored hash was made, and the argon2id over it; null for a hash that is all our own. */
export function splitStored(stored: string): { recipe: Recipe; inner: string } | null {
  const found = STORED.exec(stored)
  if (!found) return null
  const [version, ident, cost, salt] = found[1]!
    .slice(PREFIX.length)
    .split(/[,$]/)
    .map((part) => part.replace(/^[vtr]=/, ''))
  return { recipe: { version: version!, ident: ident!, cost: Number(cost), salt: salt! }, inner: found[2]! }
}

/** What is stored for a foreign hash whose digest was hashed to `inner`. */
export const joinStored = ({ version, ident, cost, salt }: Recipe, inner: string) =>
  `${PREFIX}v=${version},t=${ident},r=${cost}$${salt}${inner}`

/** bcrypt has a Base64 of its own. */
const ALPHABET = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const USUAL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const bytesOf = (salt: string) =>
  Buffer.from([...salt].map((char) => USUAL[ALPHABET.indexOf(char)]).join(''), 'base64')

/** The digest that a password comes to; all of bcrypt's variants agree about the short ASCII texts that it is given. */
export async function digestOf({ version, cost, salt }: Recipe, password: string): Promise<string> {
  const key =
    version === '2'
      ? createHmac('sha256', salt).update(password, 'utf8').digest('base64')
      : createHash('sha256').update(password, 'utf8').digest('base64')
  // Loaded when the first such password is checked: most installations have none.
  const { hash } = await import('@node-rs/bcrypt')
  return (await hash(key, cost, bytesOf(salt))).slice(29)
}
