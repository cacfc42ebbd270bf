import { createHmac, hkdfSync } from 'node:crypto'
import { z } from 'zod'
import { type Database, json, row } from '~/server/db'
import { sameSecret } from '~/server/platform/same-secret'

/** Row of `settings` with a check value of the secret. */
const KEY = 'secretCheck'

function checkOf(secret: string): string {
  const key = Buffer.from(
    hkdfSync('sha256', Buffer.from(secret, 'hex'), Buffer.alloc(0), 'halyard:check', 32)
  )
  return createHmac('sha256', key).update('halyard').digest('hex')
}

const OTHER =
  'HALYARD_SECRET is another one than that of this database: give every process the secret of the first start (docs/deploying.md#the-secret).'

/**
 * The first process stores a check value of its secret; others with another secret are refused, because they could not
 * open what it seals (docs/rules/security.md#secrets-at-rest).
 * @throws Error in one sentence
 */
export async function claimSecret(db: Database, secret: string): Promise<void> {
  const own = checkOf(secret)
  // One statement, so that only one of two concurrent first starts stores a secret.
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
  if (!sameSecret(stored?.value ?? '', own)) throw new Error(OTHER)
}
