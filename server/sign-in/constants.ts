/** The first three speak OpenID Connect, the others OAuth with an API. */
export const PROVIDER_KINDS = ['oidc', 'google', 'gitlab', 'github', 'discord', 'ctftime'] as const
export type ProviderKind = (typeof PROVIDER_KINDS)[number]

export const RULE_ROLES = ['Monitor', 'Admin'] as const

export const MOST_PROVIDERS = 20
export const MOST_RULES = 20
export const MOST_DIVISION_RULES = 100
