import { data } from '@remix-run/node'
import type { Departure } from '~/server/sign-in/contract'

export interface Going {
  to: string
  provider: string
}

export function redirectToProvider(
  { url, provider, cookies }: Departure,
  pageHeaders: Record<string, string>
) {
  pageHeaders.Refresh = `0; url=${url}`
  const headers = new Headers()
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  const going: Going = { to: url, provider }
  return data(going, { headers }) as unknown as Response
}

export const isRedirect = (pageHeaders: Record<string, string>): boolean => pageHeaders.Refresh !== undefined

export const goingOf = (sent: unknown): Going | null =>
  typeof sent === 'object' && sent !== null && 'to' in sent && 'provider' in sent ? (sent as Going) : null
