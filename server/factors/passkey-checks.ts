import {
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse
} from '@simplewebauthn/server'
import { AppError } from '~/server/platform/errors'
import type { PasskeyAdd, PasskeyUse } from './contract'
import type { Challenge } from './passkey-challenges'
import type { RelyingParty } from './relying-party'

export const passkeyFailed = () => new AppError('factor.passkey_failed')

/** The authenticator's id of an account. */
export const userHandle = (userId: string) => new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex'))

/** A login by passkey alone and a confirmation also require user verification. */
export function verifyUse(
  party: RelyingParty,
  { challenge, purpose }: Challenge,
  key: { credentialId: string; publicKey: string; signCount: number },
  answer: PasskeyUse
) {
  const { userHandle: handle, ...response } = answer.response
  return verifyAuthenticationResponse({
    response: {
      ...answer,
      response: { ...response, ...(handle && { userHandle: handle }) },
      clientExtensionResults: {}
    } satisfies AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: {
      id: key.credentialId,
      publicKey: new Uint8Array(Buffer.from(key.publicKey, 'base64url')),
      counter: key.signCount
    },
    requireUserVerification: purpose !== 'step'
  })
}

/**
 * The new credential; null if it is not verified.
 * @throws Error of the library for another challenge, origin or party
 */
export async function verifyNew(party: RelyingParty, challenge: Challenge, { credential }: PasskeyAdd) {
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: {
      ...credential,
      response: credential.response as RegistrationResponseJSON['response'],
      clientExtensionResults: {}
    },
    expectedChallenge: challenge.challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: false
  })
  return verified ? (registrationInfo?.credential ?? null) : null
}
