import {
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions
} from '@simplewebauthn/server'
import { type Database, rows, text, texts } from '~/server/db'
import type { FactorDeps } from './deps'
import type { createPasskeyChallenges } from './passkey-challenges'
import { userHandle } from './passkey-checks'

async function credentialsOf(db: Database, userId: string) {
  const found = await rows(
    db.pool,
    { id: text, transports: texts },
    `SELECT credential_id AS id, transports FROM second_factors WHERE user_id = $1 AND kind = 'passkey'
     ORDER BY created_at, id LIMIT 100`,
    [userId]
  )
  return found.map(({ id, transports }) => ({ id, transports: transports as AuthenticatorTransport[] }))
}

export function createQuestions(
  { db, settings }: FactorDeps,
  challenges: ReturnType<typeof createPasskeyChallenges>
) {
  return {
    /** `subject`: the account whose passkeys may answer; '' for any. */
    async use(rpID: string, purpose: 'login' | 'step' | 'confirm', subject: string) {
      const { challenge, cookie } = challenges.create(purpose, subject)
      const options = await generateAuthenticationOptions({
        rpID,
        challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
        allowCredentials: subject === '' ? [] : await credentialsOf(db, subject),
        userVerification: purpose === 'step' ? 'preferred' : 'required'
      })
      return { options, cookie }
    },

    async add(rpID: string, userId: string, userName: string) {
      const { challenge, cookie } = challenges.create('add', userId)
      const options = await generateRegistrationOptions({
        rpName: (await settings.read()).brand.title,
        ...{ rpID, userName, userID: userHandle(userId) },
        challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
        attestationType: 'none',
        excludeCredentials: await credentialsOf(db, userId),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' }
      })
      return { options, cookie }
    }
  }
}
