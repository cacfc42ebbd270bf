import { decodeSafely } from '~/server/platform/text'

/** Pages without the operator's style sheet: those where staff works and where passwords are entered. */
const WITHOUT = /^\/(?:admin|account)(?:\/|$)|^\/games\/[^/]+\/monitor(?:\/|$)/i

/** True if a page has the platform's own CSS; `?safe=1` shows any page without (docs/rules/appearance.md#own-css). */
export const takesOwnCss = ({ pathname, search }: { pathname: string; search: string }): boolean =>
  !WITHOUT.test(decodeSafely(pathname)) && new URLSearchParams(search).get('safe') !== '1'
