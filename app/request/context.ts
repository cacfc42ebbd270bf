import type { BoardReader } from '~/scoring'
import type { Ctx, Role } from '~/server/accounts/contract'
import type { Translator } from '~/server/platform/i18n'
import type { Limits } from '~/server/platform/limits'
import type { Log } from '~/server/platform/log'
import type { Services } from '~/server/services'

/** What server/http gives every loader, action and API call (architecture.md §1, "Why services come in the load context"). */
export type HalyardContext = {
  services: Services & { boards: BoardReader }
  ctx: Ctx
  limits: Limits
  log: Log
  translator: Translator
  /** The nonce of this response's Content-Security-Policy. */
  cspNonce: string
  /** Origins whose scripts and frames this response's policy lets in as well; loaders add to it. */
  foreignOrigins: string[]
  /** Origin of links that leave the platform, such as in mails; never taken from the request when configured. */
  publicUrl: string | null
  /** A session cookie to send because the session was extended. */
  renewedCookie: string | null
}

export type { Ctx, Role }

declare module '@remix-run/node' {
  interface AppLoadContext extends HalyardContext {}
}
