import type { ProviderKind } from './constants'

export interface EnabledProvider {
  id: string
  slug: string
  kind: ProviderKind
  issuer: string
  clientId: string
  /** Plain; null for a public client. */
  secret: string | null
}
