import { renderSVG } from 'uqr'
import type { Ctx } from '~/server/access/contract'
import { AppError } from '~/server/platform/errors'
import { readDatabaseTime, sealSecret } from './codes'
import type { AddedFactor, PendingTotp } from './contract'
import type { FactorDeps } from './deps'
import { createFactorStore } from './factor-store'
import type { createFinishing } from './finishing'
import { createSetups } from './setups'
import { createTotpSecret, totpStep, totpUri } from './totp'

export interface Adding {
  /** @throws AppError `factor.expired` 401, `account.confirm_needed` 403 */
  requireAdding(ctx: Ctx, cookies: string | null): Promise<void>
  /**
   * Returns the `Set-Cookie` value of the secret. @throws AppError `factor.expired` 401, `account.confirm_needed` 403
   */
  beginTotp(ctx: Ctx, cookies: string | null): Promise<string>
  /** Null when nothing was begun, or it expired. */
  pendingTotp(ctx: Ctx, cookies: string | null): Promise<PendingTotp | null>
  /**
   * Adds the app that made this code.
   * @throws AppError as `beginTotp`, `factor.setup_expired` 400, `factor.wrong_code` 400 (field `code`), `factor.limit`
   * 400, `rate.limited` 429
   */
  addTotp(ctx: Ctx, input: { name: string; code: string }, cookies: string | null): Promise<AddedFactor>
}

export function createAdding(deps: FactorDeps, finishing: ReturnType<typeof createFinishing>): Adding {
  const { settings, attempts, secretBox, secure } = deps
  const setups = createSetups(secretBox, { secureCookies: secure })
  const { partyOf, store } = createFactorStore(deps, finishing)

  return {
    async requireAdding(ctx, cookies) {
      await partyOf(ctx, cookies)
    },

    async beginTotp(ctx, cookies) {
      const { userId } = await partyOf(ctx, cookies)
      return setups.cookie(userId, createTotpSecret())
    },

    async pendingTotp(ctx, cookies) {
      const { userId, userName } = await partyOf(ctx, cookies)
      const secret = setups.read(cookies, userId)
      if (!secret) return null
      const { title } = (await settings.read()).brand
      const uri = totpUri(secret, title, userName)
      return { key: secret.match(/.{1,4}/g)!.join(' '), uri, qr: renderSVG(uri, { border: 2 }) }
    },

    async addTotp(ctx, { name, code }, cookies) {
      const party = await partyOf(ctx, cookies)
      const secret = setups.read(cookies, party.userId)
      if (!secret) throw new AppError('factor.setup_expired')
      const attempt = { action: 'factor' as const, account: party.userId, ip: ctx.ip }
      await attempts.take(attempt)
      const added = await store(ctx, party, cookies, async (tx) => {
        const step = totpStep(secret, code.replace(/\s/g, ''), await readDatabaseTime(tx))
        return step === null
          ? null
          : { kind: 'totp', name, secret: sealSecret(secretBox, secret), lastStep: step }
      })
      if (!added) throw new AppError('factor.wrong_code', 400, { extra: { field: 'code' } })
      await attempts.succeeded(attempt)
      return { ...added, cookies: [...added.cookies, setups.cleared()] }
    }
  }
}
