import { ownPath } from '~/app/request/errors'

/** Page to return to after a login, never one that leads to the login again. */
export function returnPath(from: string | null | undefined): string {
  const path = ownPath(from)
  return /^\/account\/(login|logout|register|signin|link|secondfactor|check)\b/i.test(path) ? '/' : path
}

/** `?from=…` keeps the page to return to; empty for the home page. */
export const fromQuery = (from: string) => (from === '/' ? '' : `?from=${encodeURIComponent(from)}`)

export const secondStep = (from: string) => `/account/SecondFactor${fromQuery(from)}`

const REASONS = [
  ['game', /^\/games\/\d+\/?$/i],
  ['team', /^\/teams\/?\?(.*&)?invite=/i],
  ['staff', /^\/staffinvitation\//i],
  ['page', /^\/(games\/\d+\/(challenges|writeup|monitor)|teams|account|admin|posts\/[^/]+\/edit)\b/i]
] as const

/** Key below account:login.why for the page to return to; null where no login is needed. */
export const reasonFor = (from: string) => REASONS.find(([, path]) => path.test(from))?.[0] ?? null

/** A team's invite code in the page to return to; null without one. */
export const inviteIn = (from: string): string | null =>
  reasonFor(from) === 'team' ? new URLSearchParams(from.slice(from.indexOf('?'))).get('invite') : null
