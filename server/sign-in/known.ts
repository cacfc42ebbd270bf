import type { ProviderKind } from './constants'

/** What is needed to speak with a provider. */
export interface Known {
  id: string
  slug: string
  kind: ProviderKind
  issuer: string
  clientId: string
  /** Plain; null for a public client. */
  secret: string | null
}
