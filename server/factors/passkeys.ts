import { requireActor } from '~/server/access'
import { type Ctx, callerLogFields } from '~/server/access/contract'
import { auditUnknown } from '~/server/accounts'
import { AppError, isUniqueViolation } from '~/server/platform/errors'
import type { AddedFactor, PasskeyAdd, PasskeyPurpose, PasskeyUse } from './contract'
import type { FactorDeps } from './deps'
import { createFactorStore } from './factor-store'
import { type createFinishing, stepExpired } from './finishing'
import { createPasskeyChallenges } from './passkey-challenges'
import { passkeyFailed, verifyNew } from './passkey-checks'
import { createQuestions } from './passkey-questions'
import { consumePasskeyAnswer, finishPasskeyUse } from './passkey-uses'
import { type RelyingParty, relyingPartyOf } from './relying-party'

/** Login, second factor and confirmation by passkey (docs/rules/accounts.md#passkeys). */
export interface Passkeys {
  /** Origin of passkeys; null where they do not work. */
  origin: string | null
  /** The same, null while no account has one. */
  offered(): Promise<string | null>
  /**
   * Options for the authenticator, and the `Set-Cookie` value that the answer needs.
   * @throws AppError `factor.passkeys_off` 400; `step` and `add` without a session: `factor.expired` 401; `confirm`:
   * `auth.login_required` 401; `add` in a session: `account.confirm_needed` 403
   */
  ask(ctx: Ctx, purpose: PasskeyPurpose, cookies: string | null): Promise<{ options: object; cookie: string }>
  /**
   * Takes the answer to `login`, `step` or `confirm`; returns `Set-Cookie` values.
   * @throws AppError `factor.passkey_failed` 400 for any wrong answer, `factor.expired` 401; for a right one
   * `account.banned` 401, `sign_in.inactive`, `account.only_providers` 403
   */
  use(ctx: Ctx, answer: PasskeyUse, cookies: string | null): Promise<string[]>
  /** @throws `factor.passkey_failed`, `.passkey_known`, `.limit` 400, `.expired` 401, `account.confirm_needed` 403 */
  add(ctx: Ctx, input: PasskeyAdd, cookies: string | null): Promise<AddedFactor>
}

type Finishing = ReturnType<typeof createFinishing>

/** @throws AppError `factor.passkeys_off` */
function requireParty(origin: string): RelyingParty {
  const party = relyingPartyOf(origin)
  if (!party) throw new AppError('factor.passkeys_off')
  return party
}

function createRefusal({ db, log }: FactorDeps) {
  return async (ctx: Ctx, userId: string | null, reason: string): Promise<AppError> => {
    log.warn({ ...callerLogFields(ctx), account: userId, reason }, 'passkey_refused')
    await auditUnknown(db.pool, ctx, 'passkey_refused', userId)
    return passkeyFailed()
  }
}

function createPasskeyAdding(
  deps: FactorDeps,
  finishing: Finishing,
  challenges: ReturnType<typeof createPasskeyChallenges>
): Passkeys['add'] {
  const { partyOf, store } = createFactorStore(deps, finishing)
  const refused = createRefusal(deps)
  return async (ctx, input, cookies) => {
    const party = requireParty(deps.origin)
    const challenge = challenges.read(cookies)
    const who = await partyOf(ctx, cookies)
    if (challenge?.purpose !== 'add' || challenge.subject !== who.userId) throw passkeyFailed()
    const made = await verifyNew(party, challenge, input).catch(() => null)
    if (!made) throw await refused(ctx, who.userId, 'registration')
    const added = await store(ctx, who, cookies, async (tx) => {
      if (!(await challenges.take(tx, challenge))) return null
      return {
        ...{ kind: 'passkey', name: input.name, credentialId: made.id, signCount: made.counter },
        publicKey: Buffer.from(made.publicKey).toString('base64url'),
        transports: input.credential.response.transports ?? []
      }
    }).catch((error: unknown) => {
      if (isUniqueViolation(error, 'second_factors_credential_id_key'))
        throw new AppError('factor.passkey_known')
      throw error
    })
    if (!added) throw await refused(ctx, who.userId, 'answered before')
    return { ...added, cookies: [...added.cookies, challenges.cleared()] }
  }
}

export function createPasskeys(deps: FactorDeps, finishing: Finishing): Passkeys {
  const { caches, change, settings, secretBox, steps, origin, secure } = deps
  const challenges = createPasskeyChallenges(secretBox, { secureCookies: secure })
  const questions = createQuestions(deps, challenges)
  const refused = createRefusal(deps)
  const { partyOf } = createFactorStore(deps, finishing)

  const party = relyingPartyOf(origin)
  const cache = caches.create<boolean>({ ttl: 60_000, max: 1 })
  const some = () =>
    cache.through('any', async () => {
      const found = await deps.db.pool.query(`SELECT FROM second_factors WHERE kind = 'passkey' LIMIT 1`)
      return { value: found.rowCount === 1, tags: ['passkeys'] }
    })

  /** The account that must answer; null for any. */
  const answering = async (ctx: Ctx, purpose: PasskeyPurpose, cookies: string | null) => {
    if (purpose === 'login') return { userId: null, step: null }
    if (purpose === 'confirm') {
      const { id, token } = requireActor(ctx)
      if (token) throw new AppError('token.login_needed', 403)
      return { userId: id, step: null }
    }
    const step = await steps.read(cookies)
    if (!step) throw stepExpired()
    return { userId: step.userId, step }
  }

  return {
    origin: party?.origin ?? null,

    offered: async () => (party !== null && (await some()) ? party.origin : null),

    async ask(ctx, purpose, cookies) {
      const { id } = requireParty(origin)
      if (purpose === 'add') {
        const { userId, userName } = await partyOf(ctx, cookies)
        return questions.add(id, userId, userName)
      }
      const { userId } = await answering(ctx, purpose, cookies)
      return questions.use(id, purpose, userId ?? '')
    },

    async use(ctx, answer, cookies) {
      const relying = requireParty(origin)
      const challenge = challenges.read(cookies)
      if (!challenge || challenge.purpose === 'add') throw passkeyFailed()
      const { userId, step } = await answering(ctx, challenge.purpose, cookies)
      if ((userId ?? '') !== challenge.subject) throw passkeyFailed()
      const { onlyProviders } = (await settings.read()).accountPolicy
      const expected = { challenge, userId, step, onlyProviders }
      const outcome = await change(ctx, async (tx) => {
        const proved = await consumePasskeyAnswer(tx, relying, challenges, expected, answer)
        if (proved.fault !== null) return proved
        return { ...proved, hash: await finishPasskeyUse(tx, finishing, expected, proved.userId) }
      })
      if (outcome.fault !== null) throw await refused(ctx, outcome.userId, outcome.fault)
      if (outcome.hash === null) return [challenges.cleared()]
      const login = step ?? { userId: outcome.userId, provider: null, idToken: null, sidHash: null }
      return [...(await finishing.begin(ctx, login, outcome.hash, cookies)), challenges.cleared()]
    },

    add: createPasskeyAdding(deps, finishing, challenges)
  }
}
