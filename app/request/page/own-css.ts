import { decodeSafely } from '~/server/platform/text'

/** Where staff works and where passwords are entered, whatever an own style sheet says. */
const WITHOUT = /^\/(?:admin|account)(?:\/|$)|^\/games\/[^/]+\/monitor(?:\/|$)/i

/** Whether a page has the platform's own CSS; `?safe=1` shows any page without (docs/rules/appearance.md#own-css). */
export const takesOwnCss = ({ pathname, search }: { pathname: string; search: string }): boolean =>
  !WITHOUT.test(decodeSafely(pathname)) && new URLSearchParams(search).get('safe') !== '1'
