import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { type Database, json, row } from '~/server/db'

/** The row of `settings` that tells which secret the database belongs to. */
const KEY = 'secretCheck'

/** What is stored of a secret: nobody can tell the secret from it. */
function checkOf(secret: string): string {
  const key = Buffer.from(
    hkdfSync('sha256', Buffer.from(secret, 'hex'), Buffer.alloc(0), 'halyard:check', 32)
  )
  return createHmac('sha256', key).update('halyard').digest('hex')
}

const OTHER =
  'HALYARD_SECRET is another one than that of this database: give every process the secret of the first start (docs/deploying.md#the-secret).'

/**
 * The first process that starts on a database stores a keyed hash of its secret there; others with another secret are
 * refused, since what one seals the other could not open (docs/rules/security.md#secrets-at-rest).
 * @throws Error in one sentence
 */
export async function claimSecret(db: Database, secret: string): Promise<void> {
  const own = checkOf(secret)
  // One statement, which is its own transaction: of two first starts one stores and the other reads.
  await db.pool.query(
    'INSERT INTO settings (key, value) VALUES ($1, to_jsonb($2::text)) ON CONFLICT DO NOTHING',
    [KEY, own]
  )
  const stored = await row(
    db.pool,
    { value: json(z.string()) },
    'SELECT value FROM settings WHERE key = $1',
    [KEY]
  )
  const [a, b] = [Buffer.from(stored?.value ?? ''), Buffer.from(own)]
  if (a.length !== b.length || !timingSafeEqual(a, b)) throw new Error(OTHER)
}
