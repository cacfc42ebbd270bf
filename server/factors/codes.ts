import type { Change } from '~/server/change'
import { number, rows, text, uuid } from '~/server/db'
import type { SecretBox } from '~/server/platform/secret-box'
import { consumeRecoveryCode, isRecoveryCode, plainCode } from './recovery-codes'
import { totpStep } from './totp'

const PURPOSE = 'second-factor'

export const sealSecret = (box: SecretBox, secret: string): string => box.seal(Buffer.from(secret), PURPOSE)

/** Milliseconds of the database's clock, which decides on codes. */
export async function readDatabaseTime(tx: Change): Promise<number> {
  const [found] = await rows(
    tx,
    { at: number },
    'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS at'
  )
  return found!.at
}

/** Each step works once for each app, and no earlier one afterwards. False for a wrong or used code. */
async function takeTotp(tx: Change, box: SecretBox, userId: string, code: string): Promise<boolean> {
  const apps = await rows(
    tx,
    { id: uuid, secret: text },
    `SELECT id, secret FROM second_factors WHERE user_id = $1 AND kind = 'totp' ORDER BY created_at, id`,
    [userId]
  )
  const at = await readDatabaseTime(tx)
  for (const { id, secret } of apps) {
    const step = totpStep(box.open(secret, PURPOSE).toString(), code, at)
    if (step === null) continue
    const { rowCount } = await tx.query(
      `UPDATE second_factors SET last_step = $2, last_used_at = now()
       WHERE id = $1 AND (last_step IS NULL OR last_step < $2)`,
      [id, step]
    )
    if (rowCount) return true
  }
  return false
}

/** Consumes a typed code; returns its kind, null for a wrong one. `recovery` false: only codes of apps. */
export async function consumeCode(
  tx: Change,
  box: SecretBox,
  userId: string,
  typed: string,
  { recovery }: { recovery: boolean }
): Promise<'totp' | 'recovery' | null> {
  const plain = plainCode(typed)
  if (/^\d{6}$/.test(plain)) return (await takeTotp(tx, box, userId, plain)) ? 'totp' : null
  if (!recovery || !isRecoveryCode(plain)) return null
  return (await consumeRecoveryCode(tx, userId, plain)) ? 'recovery' : null
}

/** The session counts as confirmed from now on (docs/rules/accounts.md#confirmation). */
export async function markConfirmed(tx: Change, userId: string, sessionId: string): Promise<void> {
  await tx.query('UPDATE sessions SET confirmed_at = now() WHERE id = $1 AND user_id = $2', [
    sessionId,
    userId
  ])
  await tx.audit({ action: 'owner_confirmed', target: `user:${userId}` })
}
