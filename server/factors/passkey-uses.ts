import type { Change } from '~/server/change'
import { bool, number, row, text, uuid } from '~/server/db'
import { AppError } from '~/server/platform/errors'
import { markConfirmed } from './codes'
import type { PasskeyUse } from './contract'
import type { createFinishing } from './finishing'
import type { Step } from './login-steps'
import type { Challenge, createPasskeyChallenges } from './passkey-challenges'
import { userHandle, verifyUse } from './passkey-checks'
import type { RelyingParty } from './relying-party'

const KEY = {
  id: uuid,
  userId: uuid,
  credentialId: text,
  publicKey: text,
  signCount: number
}

const OWNER = { active: bool, banned: bool, byPassword: bool }

export interface Expected {
  challenge: Challenge
  /** The account that must answer; null for any. */
  userId: string | null
  step: Step | null
  /** Passwords are only for administrators. */
  onlyProviders: boolean
}

type Proved = { userId: string; fault: null } | { userId: string | null; fault: string }

/** Checks an answer and consumes its challenge within the change. */
export async function consumePasskeyAnswer(
  tx: Change,
  party: RelyingParty,
  challenges: ReturnType<typeof createPasskeyChallenges>,
  { challenge, userId: expected }: Expected,
  answer: PasskeyUse
): Promise<Proved> {
  const key = await row(
    tx,
    KEY,
    `SELECT f.id, f.user_id AS "userId", f.credential_id AS "credentialId", f.public_key AS "publicKey",
       f.sign_count AS "signCount"
     FROM second_factors f JOIN users u ON u.id = f.user_id WHERE f.credential_id = $1 FOR NO KEY UPDATE`,
    [answer.id]
  )
  if (!key) return { userId: null, fault: 'unknown' }
  const { userId } = key
  if (expected !== null && expected !== userId) return { userId: expected, fault: 'another account' }
  const handle = answer.response.userHandle
  if (handle && handle !== Buffer.from(userHandle(userId)).toString('base64url'))
    return { userId, fault: 'another user handle' }
  const result = await verifyUse(party, challenge, key, answer).catch((error: Error) => error)
  if (result instanceof Error) return { userId, fault: result.message }
  if (!result.verified) return { userId, fault: 'signature' }
  if (!(await challenges.take(tx, challenge))) return { userId, fault: 'answered before' }
  await tx.query('UPDATE second_factors SET sign_count = $2, last_used_at = now() WHERE id = $1', [
    key.id,
    result.authenticationInfo.newCounter
  ])
  return { userId, fault: null }
}

async function requireOpen(tx: Change, userId: string, onlyProviders: boolean): Promise<void> {
  const owner = await row(
    tx,
    OWNER,
    `SELECT active, role = 'Banned' AS banned,
       role = 'Admin' OR NOT EXISTS (SELECT FROM sign_in_providers WHERE enabled) AS "byPassword"
     FROM users WHERE id = $1`,
    [userId]
  )
  if (owner?.banned) throw new AppError('account.banned', 401)
  if (!owner?.active) throw new AppError('sign_in.inactive')
  if (onlyProviders && !owner.byPassword) throw new AppError('account.only_providers', 403)
}

/** Effects of a right answer; returns the password hash for a session, null without one. */
export async function finishPasskeyUse(
  tx: Change,
  finishing: ReturnType<typeof createFinishing>,
  { challenge, step, onlyProviders }: Expected,
  userId: string
): Promise<string | null> {
  if (step) return finishing.pass(tx, step, 'passkey')
  if (challenge.purpose === 'login') {
    await requireOpen(tx, userId, onlyProviders)
    return finishing.record(tx, userId, 'passkey')
  }
  await markConfirmed(tx, userId, tx.ctx.actor?.sessionId ?? '')
  return null
}
