import { ownPath } from '~/app/request/errors'

/** Where to go after logging in: the page that asked for it, never one that would ask again. */
export function returnPath(from: string | null | undefined): string {
  const path = ownPath(from)
  return /^\/account\/(login|logout|register|signin|link|secondfactor|check)\b/i.test(path) ? '/' : path
}

/** `?from=…` for a link that keeps the page to return to; empty for the home page. */
export const fromQuery = (from: string) => (from === '/' ? '' : `?from=${encodeURIComponent(from)}`)

/** The second step of a login, which comes back to `from`. */
export const secondStep = (from: string) => `/account/SecondFactor${fromQuery(from)}`

const REASONS = [
  ['game', /^\/games\/\d+\/?$/i],
  ['team', /^\/teams\/?\?(.*&)?invite=/i],
  ['page', /^\/(games\/\d+\/(challenges|writeup|monitor)|teams|account|admin|posts\/[^/]+\/edit)\b/i]
] as const

/** Why somebody who comes from there is asked to log in (account:login.why); null where nobody has to be. */
export const reasonFor = (from: string) => REASONS.find(([, path]) => path.test(from))?.[0] ?? null

/** The invite code of a team in the path to return to; null where there is none. */
export const inviteIn = (from: string): string | null =>
  reasonFor(from) === 'team' ? new URLSearchParams(from.slice(from.indexOf('?'))).get('invite') : null
