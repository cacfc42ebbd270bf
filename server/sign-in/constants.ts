/** The first three speak OpenID Connect, the others OAuth with an API. */
export const PROVIDER_KINDS = ['oidc', 'google', 'gitlab', 'github', 'discord', 'ctftime'] as const
export type ProviderKind = (typeof PROVIDER_KINDS)[number]

export const RULE_ROLES = ['Monitor', 'Admin'] as const

export const MAX_PROVIDERS = 20
export const MAX_RULES = 20
export const MAX_DIVISION_RULES = 100
