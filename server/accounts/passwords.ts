import { hash, verify } from '@node-rs/argon2'

/** OWASP's argon2id setting of 19 MiB, two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST)
}

let decoy: Promise<string> | undefined

/** Checks a password. `stored` null (no such account) takes as long as a wrong one and is false. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password')
  const right = await verify(stored ?? (await decoy), password)
  return stored !== null && right
}
