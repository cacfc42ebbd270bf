import { z } from 'zod'
import type { ProviderKind } from './constants'

export interface Person {
  subject: string
  /** Proposals for new user names, best first. */
  names: string[]
  /** Verified by the provider; null without one. */
  email: string | null
  claims: Record<string, unknown>
}

type Get = (path: string) => Promise<unknown>

export interface OAuthKind {
  issuer: string
  authorize: string
  token: string
  api(issuer: string): string
  scope: string
  person(get: Get): Promise<Person>
}

const id = z.union([z.string().min(1), z.int()]).transform(String)
const word = z.string().nullish()

const githubUser = z.looseObject({ id: z.int(), login: z.string(), name: word })
const githubEmails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))
const discordUser = z.looseObject({
  id: z.string().min(1),
  username: z.string(),
  global_name: word,
  email: word,
  verified: z.boolean().nullish()
})
const ctftimeUser = z.looseObject({
  id: id.optional(),
  name: word,
  team: z.looseObject({ id, name: word }).nullish()
})

export const OAUTH_KINDS: Record<Extract<ProviderKind, 'github' | 'discord' | 'ctftime'>, OAuthKind> = {
  github: {
    issuer: 'https://github.com',
    authorize: '/login/oauth/authorize',
    token: '/login/oauth/access_token',
    api: (issuer) => (issuer === 'https://github.com' ? 'https://api.github.com' : `${issuer}/api/v3`),
    scope: 'read:user user:email',
    async person(get) {
      const user = githubUser.parse(await get('/user'))
      const emails = githubEmails.parse(await get('/user/emails'))
      const proven = emails.filter(({ verified }) => verified)
      const email = (proven.find(({ primary }) => primary) ?? proven[0])?.email ?? null
      return { subject: String(user.id), names: [user.login], email, claims: user }
    }
  },
  discord: {
    issuer: 'https://discord.com',
    authorize: '/oauth2/authorize',
    token: '/api/oauth2/token',
    api: (issuer) => `${issuer}/api`,
    scope: 'identify email',
    async person(get) {
      const user = discordUser.parse(await get('/users/@me'))
      const email = user.verified === true && user.email ? user.email : null
      return { subject: user.id, names: [user.username, user.global_name ?? ''], email, claims: user }
    }
  },
  ctftime: {
    issuer: 'https://oauth.ctftime.org',
    authorize: '/authorize',
    token: '/token',
    api: (issuer) => issuer,
    scope: 'profile:read',
    async person(get) {
      const user = ctftimeUser.parse(await get('/user'))
      if (user.id === undefined) throw new Error('CTFtime named no person')
      // CTFtime verifies no addresses.
      return { subject: user.id, names: [user.name ?? ''], email: null, claims: user }
    }
  }
}

/** Null for OpenID Connect. */
export const oauthOf = (kind: ProviderKind): OAuthKind | null =>
  kind in OAUTH_KINDS ? OAUTH_KINDS[kind as keyof typeof OAUTH_KINDS] : null

export const ISSUERS: Record<ProviderKind, string> = {
  oidc: '',
  google: 'https://accounts.google.com',
  gitlab: 'https://gitlab.com',
  github: OAUTH_KINDS.github.issuer,
  discord: OAUTH_KINDS.discord.issuer,
  ctftime: OAUTH_KINDS.ctftime.issuer
}

/** The verified address of one set of claims; never combines two sets. */
function provenIn(claims: Record<string, unknown>): string | null {
  return claims.email_verified === true && typeof claims.email === 'string' ? claims.email : null
}

/** The signed token wins over the userinfo endpoint. */
export function parsePerson(token: Record<string, unknown>, userinfo: Record<string, unknown>): Person {
  const claims = { ...userinfo, ...token }
  const email = provenIn(token) ?? provenIn(userinfo)
  const names = ['preferred_username', 'nickname', 'name'].map((name) => claims[name])
  return {
    subject: String(token.sub),
    names: names.filter((name) => typeof name === 'string'),
    email,
    claims
  }
}
