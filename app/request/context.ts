import type { BoardReader } from '~/scoring'
import type { Ctx, Role } from '~/server/access/contract'
import type { FormLimits, SentFiles } from '~/server/assets/contract'
import type { Limits } from '~/server/limits/contract'
import type { AppError } from '~/server/platform/errors'
import type { Translator } from '~/server/platform/i18n'
import type { Log } from '~/server/platform/log'
import type { Services } from '~/server/services'
import type { TemplateData } from './page/shell'

/**
 * What server/http gives every loader, action and API call (docs/rules/architecture.md#services-in-the-load-context).
 */
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
  /** Headers that loaders and actions add to the page's answer: Remix drops those of their own answers. */
  pageHeaders: Record<string, string>
  /** Origin of links that leave the platform, such as in mails; never taken from the request when configured. */
  publicUrl: string | null
  /** Where the operator wants faults and translations to be reported, and says what is kept of readers; null: not said. */
  helpLinks: { issues: string | null; translation: string | null; privacy: string | null }
  /** A session cookie to send because the session was extended. */
  renewedCookie: string | null
  /** Why the token that was sent is not taken; null when it is, or none was sent. The actor is then null. */
  tokenRefusal: AppError | null
  multipart: RequestFiles
  /** Resolves when it is this request's turn to render a page; called right before. */
  waitToRender(): Promise<void>
  /** Set where a page's template is made: what loaders answer instead of looking. */
  template?: TemplateData
}

/** The body of a request as a form with files, for API calls and pages alike. */
export interface RequestFiles {
  /** False for a body of another kind. */
  readonly sent: boolean
  /** Reads it, once. The files are there until the request is answered. See server/http/multipart.ts for the errors. */
  read(limits: FormLimits): Promise<SentFiles>
  /** Deletes the temporary files; called when the answer is made. */
  clear(): Promise<void>
}

export type { Ctx, Role }

declare module '@remix-run/node' {
  interface AppLoadContext extends HalyardContext {}
}
