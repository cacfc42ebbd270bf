import type { BoardReader } from '~/scoring'
import type { Ctx, Role } from '~/server/access/contract'
import type { FormLimits, SentFiles } from '~/server/assets/contract'
import type { Limits } from '~/server/limits/contract'
import type { AppError } from '~/server/platform/errors'
import type { Translator } from '~/server/platform/i18n'
import type { Log } from '~/server/platform/log'
import type { SecretBox } from '~/server/platform/secret-box'
import type { Services } from '~/server/services'
import type { TemplateData } from './page/shell'

/** See docs/rules/architecture.md#services-in-the-load-context. */
export type HalyardContext = {
  services: Services & { boards: BoardReader }
  ctx: Ctx
  limits: Limits
  log: Log
  translator: Translator
  /** Seals secrets that a refused form keeps. */
  secretBox: SecretBox
  cspNonce: string
  /** Origins whose scripts and frames this response's policy allows; loaders add to it. */
  foreignOrigins: string[]
  /** Headers of the page, because Remix drops those of loaders and actions. */
  pageHeaders: Record<string, string>
  /** Origin of links in mail; configured, else from the request; null: unknown. */
  publicUrl: string | null
  /** Links to report issues and translations, and the privacy notice; null: not configured. */
  helpLinks: { issues: string | null; translation: string | null; privacy: string | null }
  renewedCookie: string | null
  /** The reason why the sent token is invalid; null when it is valid or absent. The actor is then null. */
  tokenRefusal: AppError | null
  multipart: RequestFiles
  /** Resolves when this request may render; called right before. */
  waitToRender(): Promise<void>
  /** Set while a page's template is made: loaders return this instead of reading. */
  template?: TemplateData
}

export interface RequestFiles {
  /** False for other bodies. */
  readonly sent: boolean
  /** Reads it once; files exist until the response. Errors: server/http/multipart.ts. */
  read(limits: FormLimits): Promise<SentFiles>
  clear(): Promise<void>
}

export type { Ctx, Role }

declare module '@remix-run/node' {
  interface AppLoadContext extends HalyardContext {}
}
