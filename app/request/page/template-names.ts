/** Names in templates beside those of a page's slots. */
export const NAMES = {
  navigation: 'navigation',
  watermark: 'watermark',
  nonce: 'nonce',
  now: 'now',
  /** What islands of the page share. */
  data: 'data'
} as const
