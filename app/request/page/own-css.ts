/** Where staff works and where passwords are entered, whatever an own style sheet says. */
const WITHOUT = /^\/(?:admin|account)(?:\/|$)|^\/games\/[^/]+\/monitor(?:\/|$)/i

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Whether a page has the platform's own CSS; `?safe=1` shows any page without (docs/rules/appearance.md#own-css). */
export const takesOwnCss = ({ pathname, search }: { pathname: string; search: string }): boolean =>
  !WITHOUT.test(decoded(pathname)) && new URLSearchParams(search).get('safe') !== '1'
